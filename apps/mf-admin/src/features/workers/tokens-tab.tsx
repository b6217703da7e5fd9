import { useQuery } from '@tanstack/react-query';
import { Ban } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type NewWorkerTokenDto, useListBackend, type WorkerTokenDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { Instant, StatusBadge, StatusChip, useAction } from '@tessera/ui';
import { SecretDialog } from '@tessera/ui/forms';
import { fetchImpact } from '../../switching/impact';
import { type AdminTexts, useTexts } from '../../texts';
import { TokenForm } from './token-form';
import { type ScopeNames, useScopeNames } from './use-scope-names';
import { tokensQuery, useRevokeToken } from './workers.api';

const createColumns = (t: AdminTexts, names: ScopeNames): Column<WorkerTokenDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    cell: ({ name }) => name,
  },
  { id: 'sites', header: t('workers.sites'), minWidth: 180, cell: ({ site_ids }) => names.sites(site_ids) },
  { id: 'realms', header: t('workers.realms'), cell: ({ realm_ids }) => names.realms(realm_ids) },
  {
    id: 'used',
    header: t('workers.lastUsed'),
    width: 132,
    quiet: true,
    cell: ({ last_used_at }) => <Instant value={last_used_at} />,
  },
  {
    id: 'created',
    header: t('words.created'),
    sortKey: 'created_at',
    hidden: 'tight',
    width: 132,
    quiet: true,
    cell: ({ created_at }) => <Instant value={created_at} style="date" />,
  },
  {
    id: 'revoked',
    header: t('words.status'),
    minWidth: 130,
    cell: ({ revoked_at }) => <TokenState revokedAt={revoked_at} />,
  },
];

const createStatusFilter = (t: AdminTexts): FilterDef => ({
  kind: 'flag',
  field: 'revoked',
  label: t('words.status'),
  yes: t('workers.revoked'),
  no: t('words.active'),
});

/** Whether a token is active, or when it was revoked. */
function TokenState({ revokedAt }: { revokedAt: string | null }) {
  const t = useTexts();
  if (revokedAt === null) return <StatusChip of="account" state="active" />;
  return (
    <>
      <StatusBadge icon={Ban} hue="stone" variant="open">
        {t('workers.revoked')}
      </StatusBadge>
      <span className="reason">
        <Instant value={revokedAt} />
      </span>
    </>
  );
}

/** The tokens that workers authenticate with. */
export function TokensTab({
  isAdding,
  onAdded,
  createButton,
}: {
  isAdding: boolean;
  onAdded: () => void;
  createButton: ReactNode;
}) {
  const t = useTexts();
  const names = useScopeNames();
  const { previewAndRun } = useAction();
  const [createdToken, setCreatedToken] = useState<NewWorkerTokenDto | null>(null);
  const { mutateAsync: revoke } = useRevokeToken();
  const filters = useMemo(() => [createStatusFilter(t)], [t]);
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const tokens = useQuery(tokensQuery(state.query));
  const columns = useMemo(() => createColumns(t, names), [t, names]);
  const askRevoke = async ({ id, name }: WorkerTokenDto) => {
    const question = {
      title: t('workers.revokeTitle', { name }),
      body: t('workers.revokeBody'),
      confirmLabel: t('workers.revoke'),
      danger: true,
    };
    await previewAndRun({
      ...question,
      preview: () => fetchImpact('worker_token', id),
      question: ({ tasks }) => ({
        ...question,
        consequences:
          tasks > 0 ? [{ count: tasks, text: t('switching.effects.interrupted', { count: tasks }) }] : [],
      }),
      work: () => revoke(id),
      message: t('workers.revokeDone', { name }),
    });
  };
  return (
    <>
      <ListPage<WorkerTokenDto>
        noun={t('workers.tokensNoun')}
        state={state}
        columns={columns}
        {...toListProps(tokens)}
        filters={filters}
        backend={useListBackend('worker-tokens', '/api/worker-tokens', state.query)}
        empty={{ sentence: t('workers.tokensEmpty'), action: createButton }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        rowMenu={(token) => [
          {
            label: t('workers.revoke'),
            icon: Ban,
            danger: true,
            onSelect: () => void askRevoke(token),
            disabled: token.revoked_at === null ? undefined : t('workers.alreadyRevoked'),
          },
        ]}
        narrow={(token) => ({
          title: token.name,
          second: names.sites(token.site_ids),
          third: names.realms(token.realm_ids),
          status: <TokenState revokedAt={token.revoked_at} />,
        })}
      />
      {isAdding ? <TokenForm onCreated={setCreatedToken} onClose={onAdded} /> : null}
      {createdToken ? (
        <SecretDialog
          title={createdToken.name}
          warning={t('workers.shownOnce')}
          secret={createdToken.token}
          copyLabel={t('workers.copy')}
          copied={t('workers.copied')}
          doneLabel={t('workers.done')}
          onClose={() => setCreatedToken(null)}
        />
      ) : null}
    </>
  );
}
