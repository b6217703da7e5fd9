import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { type ApprovalDto, useCan, useListBackend, useMayWrite, useUser } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useNavigate, useSearchParams } from '@tessera/federation/router';
import { Instant, Page, PageHeader } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { approvalsQuery } from '../../approvals/approvals.api';
import { realmsQuery } from '../../lookups/lookups.api';
import { type TasksTexts, useTexts } from '../../texts';
import { ApprovalState, askedText } from './approval-parts';

const RulesForm = lazy(() => import('./rules-form').then((m) => ({ default: m.RulesForm })));

const statuses = ['pending', 'approved', 'declined', 'withdrawn', 'expired'] as const;
const kinds = ['launch', 'job_budget', 'event_budget', 'month_budget'] as const;

/** Columns of the list of requests; administrators see the realm. */
const createColumns = (t: TasksTexts, isAdmin: boolean): Column<ApprovalDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    fixed: true,
    strong: true,
    minWidth: 200,
    cell: ({ name }) => name,
  },
  {
    id: 'status',
    header: t('words.status'),
    width: 148,
    cell: ({ status }) => <ApprovalState status={status} />,
  },
  {
    id: 'realm',
    header: t('words.realm'),
    hidden: isAdmin ? 'tight' : true,
    minWidth: 120,
    quiet: true,
    cell: ({ realm_name }) => realm_name,
  },
  { id: 'kind', header: t('approvals.kind'), width: 168, cell: ({ kind }) => t(`approvals.kinds.${kind}`) },
  {
    id: 'asked',
    header: t('approvals.asked'),
    width: 148,
    align: 'right',
    cell: (request) => askedText(t, request),
  },
  { id: 'who', header: t('approvals.who'), minWidth: 160, quiet: true, cell: ({ asked_who }) => asked_who },
  { id: 'reason', header: t('approvals.reason'), minWidth: 180, quiet: true, cell: ({ reason }) => reason },
  {
    id: 'created_at',
    header: t('approvals.when'),
    sortKey: 'created_at',
    width: 148,
    quiet: true,
    cell: ({ created_at }) => <Instant value={created_at} />,
  },
];

/** /approvals: what people ask a second person for, and the rules of the realm (`?rules=1`). */
export function ApprovalsPage() {
  const t = useTexts();
  const navigate = useNavigate();
  const mayWrite = useMayWrite();
  const isAdmin = useCan('admin', 'all');
  const { realmId } = useUser();
  const { data: realms } = useQuery(realmsQuery(isAdmin));
  const [params, setParams] = useSearchParams();
  const filters = useMemo(
    (): FilterDef[] => [
      {
        kind: 'choice',
        field: 'status',
        label: t('words.status'),
        options: statuses.map((value) => ({ value, label: t(`approvals.statuses.${value}`) })),
      },
      {
        kind: 'choice',
        field: 'kind',
        label: t('approvals.kind'),
        options: kinds.map((value) => ({ value, label: t(`approvals.kinds.${value}`) })),
      },
      ...(isAdmin
        ? [
            {
              kind: 'choice' as const,
              field: 'realm_id',
              label: t('words.realm'),
              options: realms?.map(({ id, name }) => ({ value: String(id), label: name })),
            },
          ]
        : []),
    ],
    [isAdmin, realms, t],
  );
  const columns = useMemo(() => createColumns(t, isAdmin), [t, isAdmin]);
  const state = useListState([params, setParams], { filters, sort: '-created_at', extra: ['rules'] });
  const found = useQuery(approvalsQuery(state.query));
  const maySet = mayWrite && (isAdmin || realmId !== null);
  const filtered = state.query.realm_id ?? '';
  const showRules = (shown: boolean) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (shown) next.set('rules', '1');
      else next.delete('rules');
      return next;
    });
  return (
    <Page>
      <PageHeader
        title={t('approvals.title')}
        actions={
          maySet ? (
            <Button
              startIcon={<Scale size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => showRules(true)}
            >
              {t('approvals.setRules')}
            </Button>
          ) : null
        }
      />
      <ListPage<ApprovalDto>
        noun={t('approvals.noun')}
        state={state}
        columns={columns}
        {...toListProps(found)}
        filters={filters}
        backend={useListBackend('approvals', '/api/approvals', state.query)}
        empty={{ sentence: t('approvals.empty') }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        versionOf={({ updated_at }) => updated_at}
        onOpen={({ id }) => void navigate(`/approvals/${id}`)}
        narrow={(request) => ({
          title: request.name,
          status: <ApprovalState status={request.status} />,
          second: t(`approvals.kinds.${request.kind}`),
          third: askedText(t, request),
        })}
      />
      {maySet && params.has('rules') ? (
        <Suspense fallback={null}>
          <RulesForm
            realmId={/^[1-9]\d{0,8}$/.test(filtered) ? Number(filtered) : undefined}
            onClose={() => showRules(false)}
          />
        </Suspense>
      ) : null}
    </Page>
  );
}
