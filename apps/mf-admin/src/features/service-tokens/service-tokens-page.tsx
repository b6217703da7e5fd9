import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, Hourglass, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  type NewServiceTokenDto,
  type ServiceTokenDto,
  useListBackend,
  useMayWrite,
  useUser,
} from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { Instant, Page, PageHeader, StatusBadge, useAction, usePageActions } from '@tessera/ui';
import { SecretDialog } from '@tessera/ui/forms';
import { Button } from '@tessera/ui/mui';
import { dutiesText } from '../../accounts/duties-text';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { createRealmFilter, createStatusFilter } from '../../lookups/filters';
import { type AdminTexts, useTexts } from '../../texts';
import { ServiceTokenForm } from './service-token-form';
import { serviceTokensQuery, useRevokeServiceToken } from './service-tokens.api';

const statuses = ['active', 'expired', 'revoked'] as const;
const icons = { active: CircleCheck, expired: Hourglass, revoked: Ban } as const;

function TokenStatus({ status }: Pick<ServiceTokenDto, 'status'>) {
  const t = useTexts();
  return (
    <StatusBadge icon={icons[status]} hue={status === 'active' ? 'verdigris' : 'stone'} variant="open">
      {t(`serviceTokens.statuses.${status}`)}
    </StatusBadge>
  );
}

/** When and from where a token was used last. */
function LastUse({ last_used_at, last_used_address }: ServiceTokenDto) {
  const t = useTexts();
  if (last_used_at === null) return t('serviceTokens.never');
  return (
    <>
      <Instant value={last_used_at} />{' '}
      {last_used_address ? t('serviceTokens.from', { address: last_used_address }) : null}
    </>
  );
}

const dutiesOf = (t: AdminTexts, { duties }: ServiceTokenDto) =>
  dutiesText(t, { role: 'realm_user', duties });

const createColumns = (t: AdminTexts, isAdmin: boolean): Column<ServiceTokenDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 160,
    cell: ({ name }) => name,
  },
  ...(isAdmin
    ? [
        {
          id: 'realms',
          header: t('serviceTokens.realms'),
          minWidth: 140,
          cell: ({ realm_names }: ServiceTokenDto) => realm_names.join(', '),
        },
      ]
    : []),
  { id: 'duties', header: t('duties.title'), minWidth: 120, cell: (token) => dutiesOf(t, token) },
  {
    id: 'status',
    header: t('words.status'),
    width: 120,
    cell: ({ status }) => <TokenStatus status={status} />,
  },
  {
    id: 'expires',
    header: t('serviceTokens.expires'),
    sortKey: 'expires_at',
    width: 120,
    quiet: true,
    cell: ({ expires_at }) => <Instant value={expires_at} style="date" />,
  },
  {
    id: 'used',
    header: t('serviceTokens.lastUsed'),
    sortKey: 'last_used_at',
    minWidth: 170,
    quiet: true,
    cell: (token) => <LastUse {...token} />,
  },
  {
    id: 'by',
    header: t('serviceTokens.createdBy'),
    hidden: 'tight',
    minWidth: 140,
    quiet: true,
    cell: ({ created_by_name }) => created_by_name ?? '–',
  },
];

/** /service-tokens: those of an owner's realm, and of all realms for administrators. */
export function ServiceTokensPage() {
  const t = useTexts();
  const isAdmin = useUser().role === 'admin';
  const [isAdding, setIsAdding] = useState(false);
  const [created, setCreated] = useState<NewServiceTokenDto | null>(null);
  const { data: realms } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const filters = useMemo((): FilterDef[] => {
    const options = statuses.map((value) => ({ value, label: t(`serviceTokens.statuses.${value}`) }));
    return [createStatusFilter(t, options), ...(isAdmin ? [createRealmFilter(t, realms)] : [])];
  }, [t, isAdmin, realms]);
  const state = useListState(useSearchParams(), { filters, sort: 'name' });
  const tokens = useQuery(serviceTokensQuery(state.query));
  const columns = useMemo(() => createColumns(t, isAdmin), [t, isAdmin]);
  const { confirmAndRun } = useAction();
  const { mutateAsync: revoke } = useRevokeServiceToken();
  const needsWrite = useMayWrite() ? undefined : t('words.needsWrite');
  const add = () => setIsAdding(true);
  usePageActions([{ label: t('serviceTokens.create'), icon: Plus, run: add, disabled: needsWrite }]);
  const createButton = (
    <span title={needsWrite}>
      <Button
        variant="contained"
        startIcon={<Plus size={16} aria-hidden />}
        onClick={add}
        disabled={needsWrite !== undefined}
      >
        {t('serviceTokens.create')}
      </Button>
    </span>
  );
  const confirmRevoke = ({ id, name }: ServiceTokenDto) =>
    confirmAndRun(
      {
        title: t('serviceTokens.revokeTitle', { name }),
        body: t('serviceTokens.revokeBody'),
        confirmLabel: t('serviceTokens.revoke'),
        danger: true,
      },
      () => revoke(id),
      t('serviceTokens.revoked', { name }),
    );
  return (
    <Page>
      <PageHeader title={t('serviceTokens.title')} actions={createButton} />
      <ListPage<ServiceTokenDto>
        noun={t('serviceTokens.noun')}
        state={state}
        columns={columns}
        {...toListProps(tokens)}
        filters={filters}
        backend={useListBackend('service-tokens', '/api/service-tokens', state.query)}
        searchPlaceholder={t('words.name')}
        empty={{ sentence: t('serviceTokens.empty'), action: createButton }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        rowMenu={(token) => [
          {
            label: t('serviceTokens.revoke'),
            icon: Ban,
            danger: true,
            onSelect: () => void confirmRevoke(token),
            disabled: token.status === 'active' ? needsWrite : t('serviceTokens.over'),
          },
        ]}
        narrow={(token) => ({
          title: token.name,
          status: <TokenStatus status={token.status} />,
          second: isAdmin ? token.realm_names.join(', ') : dutiesOf(t, token),
          third: <LastUse {...token} />,
          end: <Instant value={token.expires_at} style="date" />,
        })}
      />
      {isAdding ? <ServiceTokenForm onCreated={setCreated} onClose={() => setIsAdding(false)} /> : null}
      {created ? (
        <SecretDialog
          title={created.name}
          warning={t('serviceTokens.shownOnce')}
          secret={created.token}
          copyLabel={t('serviceTokens.copy')}
          copied={t('serviceTokens.copied')}
          doneLabel={t('serviceTokens.done')}
          onClose={() => setCreated(null)}
        />
      ) : null}
    </Page>
  );
}
