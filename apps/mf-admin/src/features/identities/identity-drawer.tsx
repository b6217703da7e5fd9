import { useQuery } from '@tanstack/react-query';
import { Combine, Split, Undo2 } from 'lucide-react';
import type { IdentityDecision, IdentityMatchDto, IdentityRow } from '@tessera/api';
import { Link as RouterLink } from '@tessera/federation/router';
import {
  Alert,
  formatCount,
  Instant,
  QueryContent,
  StatusChip,
  type SuccessMessage,
  useAction,
} from '@tessera/ui';
import { Box, Button, Link, Typography } from '@tessera/ui/mui';
import { DescriptionList, DrawerPanel } from '@tessera/ui/panels';
import { type AdminTexts, useTexts } from '../../texts';
import { identityQuery, useDecide } from './identities.api';
import { MatchState } from './identity-columns';

/** Where a row is listed. */
const pageOfRow = (match: IdentityMatchDto, row: IdentityRow): string => {
  if (match.kind === 'account') return `/users?q=${encodeURIComponent(row.detail)}`;
  return match.kind === 'event'
    ? `/sites/${match.site_id}/events?show=all&open=${row.id}`
    : `/sites/${match.site_id}/logins?open=${row.id}`;
};

/** Whose login or account it is, or which realm made the event; an administrator's event is of none. */
const realmText = (
  t: AdminTexts,
  kind: IdentityMatchDto['kind'],
  { realm_name }: IdentityRow,
): string | null => realm_name ?? (kind === 'event' ? null : t('words.noRealm'));

/** What the row counts for the limit of a customer. */
const seatsText = (t: AdminTexts, { bought, held, max_per_customer }: IdentityRow): string | null => {
  if (bought === null || held === null) return null;
  const seats = t('identities.boughtHeld', { bought: formatCount(bought), held: formatCount(held) });
  if (max_per_customer === null) return seats;
  return `${seats} · ${t('identities.limit', { limit: formatCount(max_per_customer) })}`;
};

/** What shares an identity, what each row counts, and the choice to merge or to keep apart. */
export function IdentityDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTexts();
  const query = useQuery(identityQuery(id));
  const match = query.data?.match;
  return (
    <DrawerPanel
      title={match?.identity ?? t('identities.identity')}
      {...(match
        ? { subtitle: t(`identities.shared.${match.shared}`), status: <MatchState state={match.state} /> }
        : {})}
      onClose={onClose}
    >
      <QueryContent query={query} inset="none" loading={t('identities.loading')} skeletons={[72, 96]}>
        {(data) => <Decision {...data} />}
      </QueryContent>
    </DrawerPanel>
  );
}

function Decision({ match, etag }: { match: IdentityMatchDto; etag: string | null }) {
  const t = useTexts();
  const { kind, state, rows, row_count, decision, kept_id } = match;
  const { confirmAndRun, attempt, withUndo } = useAction();
  const { mutateAsync: decide, isPending } = useDecide();

  const send = (body: IdentityDecision) => () => decide({ id: match.id, body, etag });
  // Undo acts on the version that the decision made, so that it takes back no one else's.
  const done =
    (message: string): SuccessMessage<string | null> =>
    (made) =>
      withUndo(message, {
        restore: () => decide({ id: match.id, body: { decision, keep_id: kept_id }, etag: made }),
        message: t('identities.restored'),
      });
  const merge = (row?: IdentityRow) =>
    confirmAndRun(
      {
        title: row ? t('identities.keepTitle', { name: row.name }) : t('identities.confirmTitle'),
        body: t(`identities.mergeBody.${kind}`),
        confirmLabel: row ? t('identities.keep') : t('identities.confirm'),
      },
      send({ decision: 'merged', keep_id: row?.id }),
      done(t('identities.merged')),
    );
  const keepApart = () =>
    confirmAndRun(
      {
        title: t('identities.apartTitle'),
        body: t('identities.apartBody'),
        confirmLabel: t('identities.apart'),
        danger: true,
      },
      send({ decision: 'apart' }),
      done(t('identities.keptApart')),
    );
  const mayKeep = (row: IdentityRow) => kind !== 'login' && !row.deleted && row.id !== kept_id;
  return (
    <>
      <Alert tone={state === 'undecided' ? 'warning' : 'info'}>{t(`identities.explained.${kind}`)}</Alert>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
        {rows.map((row) => (
          <Box
            component="li"
            key={row.id}
            sx={{ border: 1, borderColor: 'line.main', borderRadius: 2, p: 1.5, display: 'grid', gap: 0.5 }}
          >
            <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1, alignItems: 'start' }}>
              <Link component={RouterLink} to={pageOfRow(match, row)} sx={{ overflowWrap: 'anywhere' }}>
                {row.name}
              </Link>
              <RowStatus kind={kind} row={row} isKept={row.id === kept_id} />
            </Box>
            <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{row.detail}</Box>
            <Box sx={{ color: 'text.secondary' }}>
              {[realmText(t, match.kind, row), seatsText(t, row)].filter(Boolean).join(' · ')}
            </Box>
            {row.meets ? null : (
              <Box sx={{ color: 'text.tertiary' }}>
                {t(row.deleted ? 'identities.deleted' : 'identities.meetsNoMore')}
              </Box>
            )}
            {mayKeep(row) ? (
              <Box>
                <Button
                  size="small"
                  disabled={isPending}
                  startIcon={<Combine size={16} strokeWidth={1.75} aria-hidden />}
                  aria-label={t('identities.keepNamed', { name: row.name, id: row.id })}
                  onClick={() => void merge(row)}
                >
                  {t('identities.keep')}
                </Button>
              </Box>
            ) : null}
          </Box>
        ))}
      </Box>
      {row_count > rows.length ? (
        <Typography variant="body2">{t('identities.more', { count: row_count - rows.length })}</Typography>
      ) : null}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {kind === 'login' && decision === null ? (
          <Button
            variant="contained"
            disabled={isPending}
            startIcon={<Combine size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => void merge()}
          >
            {t('identities.confirm')}
          </Button>
        ) : null}
        {match.decisions.includes('apart') && decision !== 'apart' ? (
          <Button
            disabled={isPending}
            startIcon={<Split size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => void keepApart()}
          >
            {t('identities.apart')}
          </Button>
        ) : null}
        {decision === null ? null : (
          <Button
            disabled={isPending}
            startIcon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => void attempt(send({ decision: null }), done(t('identities.takenBack')))}
          >
            {t('identities.takeBack')}
          </Button>
        )}
      </Box>
      {match.decisions.includes('apart') ? null : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`identities.notApart.${kind === 'account' ? 'account' : 'login'}`)}
        </Typography>
      )}
      {match.decided_at === null ? null : (
        <DescriptionList
          items={[
            { term: t('identities.decided'), value: <Instant value={match.decided_at} /> },
            { term: t('identities.decidedBy'), value: match.decided_by_name },
          ]}
        />
      )}
    </>
  );
}

function RowStatus({
  kind,
  row,
  isKept,
}: {
  kind: IdentityMatchDto['kind'];
  row: IdentityRow;
  isKept: boolean;
}) {
  const t = useTexts();
  if (row.deleted) return null;
  return (
    <Box sx={{ display: 'flex', gap: 1, flex: 'none' }}>
      {isKept ? <strong>{t('identities.stays')}</strong> : null}
      <StatusChip of={kind} state={row.status} />
    </Box>
  );
}
