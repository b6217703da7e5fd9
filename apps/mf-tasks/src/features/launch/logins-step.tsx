import { useQuery } from '@tanstack/react-query';
import { Box, Button } from '@mui/material';
import type { TemplateDto } from '@tessera/api';
import { ChosenList, EmptyState, PlainSelect } from '@tessera/ui';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { poolsQuery, siteLoginsQuery } from '../../lookups/lookups.api';
import { LoginChoiceDialog } from '../../login-choice/login-choice-dialog';
import { toChoiceItem } from '../../login-choice/use-login-choice';
import { ChoiceRows } from './choice-rows';
import type { LoginSource } from './launch-draft';

export interface LoginsStepProps {
  template: TemplateDto;
  eventId: number | null;
  source: LoginSource;
  slots: number | null;
  onChange: (source: LoginSource) => void;
}

/** Whose logins serve: the template's, a pool's, or chosen ones. */
export function LoginsStep({ template, eventId, source, slots, onChange }: LoginsStepProps) {
  const { data: pools } = useQuery(poolsQuery());
  const { data: logins } = useQuery(siteLoginsQuery(template.site_id));
  const [choosing, setChoosing] = useState(false);
  const own = (pools ?? []).filter(
    (pool) => pool.site_id === template.site_id && pool.realm_id === template.realm_id,
  );
  const ids =
    source.kind === 'template'
      ? template.login_ids
      : source.kind === 'chosen'
        ? source.ids
        : (own.find(({ id }) => id === source.id)?.members.map(({ login_id }) => login_id) ?? []);
  const rows = ids.map(
    (id) => logins?.find((login) => login.id === id) ?? { id, email: `Login ${id}`, status: 'active' },
  );
  const firstPool = own[0]?.id ?? null;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <ChoiceRows
        label="Logins"
        value={source.kind}
        onChange={(kind) =>
          onChange(
            kind === 'template'
              ? { kind: 'template' }
              : kind === 'pool'
                ? { kind: 'pool', id: firstPool }
                : { kind: 'chosen', ids: ids.length > 0 ? ids : template.login_ids },
          )
        }
        none=""
        rows={[
          {
            value: 'template',
            title: 'The template’s logins',
            second: `${template.login_ids.length} in their order`,
            disabled: template.login_ids.length === 0 ? 'The template names none' : undefined,
          },
          {
            value: 'pool',
            title: 'A pool',
            second: 'Its active members by position',
            disabled: pools && own.length === 0 ? 'There is no pool for this site' : undefined,
          },
          { value: 'chosen', title: 'Chosen for this job', second: 'Picked by hand, in order' },
        ]}
      />
      {source.kind === 'pool' ? (
        <PlainSelect
          label="Pool"
          value={source.id === null ? '' : String(source.id)}
          onChange={(value) => onChange({ kind: 'pool', id: value === '' ? null : Number(value) })}
          options={own.map(({ id, name, members }) => ({
            value: String(id),
            label: `${name} (${members.length})`,
          }))}
          sx={{ maxWidth: 360 }}
        />
      ) : null}
      {source.kind === 'chosen' ? (
        <Box>
          <Button
            onClick={() => setChoosing(true)}
            startIcon={<Users size={16} strokeWidth={1.75} aria-hidden />}
          >
            Choose logins
          </Button>
        </Box>
      ) : null}
      {source.kind === 'chosen' ? (
        <ChosenList
          label="Chosen logins"
          items={rows.map(toChoiceItem)}
          onChange={(next) => onChange({ kind: 'chosen', ids: next })}
        />
      ) : rows.length > 0 ? (
        <Box
          component="ol"
          aria-label="Logins that serve"
          sx={{ m: 0, pl: 3, color: 'text.secondary', columns: { sm: 2 } }}
        >
          {rows.map(({ id, email }) => (
            <li key={id}>{email}</li>
          ))}
        </Box>
      ) : (
        <EmptyState>No logins yet.</EmptyState>
      )}
      {choosing ? (
        <LoginChoiceDialog
          siteId={template.site_id}
          eventId={eventId}
          realmId={template.realm_id}
          chosen={ids}
          {...(slots === null ? {} : { slots })}
          onDone={(chosen) => {
            onChange({ kind: 'chosen', ids: chosen });
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </Box>
  );
}
