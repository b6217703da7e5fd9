import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { Link } from '@tessera/federation/router';
import { EmptyState } from '@tessera/ui';
import { PlainSelect, SelectedItems } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { LoginChoiceDialog } from '../../login-choice/login-choice-dialog';
import { toChoiceItem } from '../../login-choice/use-login-choice';
import { poolsQuery, siteLoginsQuery } from '../../lookups/lookups.api';
import { useTexts } from '../../texts';
import { ChoiceRows } from './choice-rows';
import { activeLoginIds, type LaunchTemplate, type LoginSource } from './launch-draft';

export interface LoginsStepProps {
  template: LaunchTemplate;
  /** Whether a job is launched again, whose logins `template` has. */
  isOfJob: boolean;
  eventId: number | null;
  source: LoginSource;
  slots: number | null;
  onChange: (source: LoginSource) => void;
}

/** Selects the logins: the template's, a pool's, all active ones of the site, or chosen ones. */
export function LoginsStep({ template, isOfJob, eventId, source, slots, onChange }: LoginsStepProps) {
  const t = useTexts();
  const { data: pools, isPending } = useQuery(poolsQuery());
  const { data: logins } = useQuery(siteLoginsQuery(template.site_id));
  const active = activeLoginIds(template, logins ?? []);
  const [isChoosing, setIsChoosing] = useState(false);
  const sitePools = (pools ?? []).filter(
    (pool) => pool.site_id === template.site_id && pool.realm_id === template.realm_id,
  );
  const ids =
    source.kind === 'template'
      ? template.login_ids
      : source.kind === 'chosen'
        ? source.ids
        : source.kind === 'active'
          ? active
          : (sitePools.find(({ id }) => id === source.id)?.members.map(({ login_id }) => login_id) ?? []);
  const rows = ids.map((id) => {
    const name = t('words.loginNumbered', { id });
    return logins?.find((login) => login.id === id) ?? { id, name, email: name, status: 'active' };
  });
  const firstPool = sitePools[0]?.id ?? null;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ChoiceRows
        label={t('words.logins')}
        value={source.kind}
        onChange={(kind) =>
          onChange(
            kind === 'template'
              ? { kind: 'template' }
              : kind === 'pool'
                ? { kind: 'pool', id: firstPool }
                : kind === 'active'
                  ? { kind: 'active' }
                  : { kind: 'chosen', ids: ids.length > 0 ? ids : template.login_ids },
          )
        }
        emptyText=""
        rows={[
          {
            value: 'template',
            title: t(isOfJob ? 'launch.jobLogins' : 'launch.templateLogins'),
            subtitle: t('launch.inOrder', { number: template.login_ids.length }),
            disabled:
              template.login_ids.length === 0
                ? t(isOfJob ? 'launch.jobHasNoLogins' : 'launch.templateHasNoLogins')
                : undefined,
          },
          {
            value: 'pool',
            title: t('launch.pool'),
            subtitle: t('launch.poolHelp'),
            // Choosing it selects the first pool, so the pools have to be loaded.
            disabled: isPending
              ? t('words.loading')
              : pools && sitePools.length === 0
                ? t('launch.noPool')
                : undefined,
          },
          {
            value: 'active',
            title: t('launch.activeLogins', { number: active.length }),
            subtitle: t('launch.activeLoginsHelp'),
            disabled: logins && active.length === 0 ? t('launch.blockers.noActive') : undefined,
          },
          { value: 'chosen', title: t('launch.chosenHere'), subtitle: t('launch.chosenHereHelp') },
        ]}
      />
      {source.kind === 'pool' ? (
        <PlainSelect
          label={t('words.pool')}
          value={source.id === null ? '' : String(source.id)}
          onChange={(value) => onChange({ kind: 'pool', id: value === '' ? null : Number(value) })}
          options={sitePools.map(({ id, name, members }) => ({
            value: String(id),
            label: t('loginChoice.poolSize', { name, size: members.length }),
          }))}
          sx={{ maxWidth: 360 }}
        />
      ) : null}
      {source.kind === 'chosen' ? (
        <Box>
          <Button
            onClick={() => setIsChoosing(true)}
            startIcon={<Users size={16} strokeWidth={1.75} aria-hidden />}
          >
            {t('launch.chooseLogins')}
          </Button>
        </Box>
      ) : null}
      {source.kind === 'chosen' ? (
        <SelectedItems
          label={t('launch.chosenLogins')}
          items={rows.map((row) => toChoiceItem(t, row))}
          onChange={(next) => onChange({ kind: 'chosen', ids: next })}
        />
      ) : rows.length > 0 ? (
        <Box
          component="ol"
          aria-label={t('launch.loginsToUse')}
          sx={{ m: 0, pl: 3, color: 'text.secondary', columns: { sm: 2 } }}
        >
          {rows.map(({ id, name, email }) => (
            <li key={id} title={email}>
              {name}
            </li>
          ))}
        </Box>
      ) : (
        <EmptyState
          isMainAction
          action={
            logins?.length === 0 ? (
              <Button component={Link} to={`/sites/${template.site_id}/logins`} variant="contained">
                {t('launch.addLogins')}
              </Button>
            ) : undefined
          }
        >
          {t('launch.noLogins')}
        </EmptyState>
      )}
      {isChoosing ? (
        <LoginChoiceDialog
          siteId={template.site_id}
          eventId={eventId}
          realmId={template.realm_id}
          chosen={ids}
          slots={slots ?? undefined}
          onDone={(chosen) => {
            onChange({ kind: 'chosen', ids: chosen });
            setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      ) : null}
    </Box>
  );
}
