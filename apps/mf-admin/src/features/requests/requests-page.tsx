import { useQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { type ChangeRequestDto, useCan, useListBackend, useMayWrite } from '@tessera/api';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { Page, PageHeader, usePageActions } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { createRealmFilter, createStatusFilter } from '../../lookups/filters';
import { useTexts } from '../../texts';
import { askedText, createRequestColumns, limitText, RequestState } from './request-columns';
import { requestsQuery } from './requests.api';

const AskForm = lazy(() => import('./ask-form').then((m) => ({ default: m.AskForm })));
const RequestDrawer = lazy(() => import('./request-drawer').then((m) => ({ default: m.RequestDrawer })));

const statuses = ['open', 'approved', 'declined', 'withdrawn'] as const;
const kinds = ['max_tasks', 'max_logins', 'site', 'max_per_customer'] as const;

/** What the address says that the user asks for, e.g. `?ask=max_per_customer&event=7`; null: nothing. */
function useAsking() {
  const [params, setParams] = useSearchParams();
  const kind = kinds.find((one) => one === params.get('ask'));
  const event = params.get('event') ?? '';
  const eventId = /^\d{1,9}$/.test(event) ? Number(event) : null;
  const isComplete = kind !== undefined && (kind === 'max_per_customer') === (eventId !== null);
  const set = (ask: ChangeRequestDto['kind'] | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.delete('event');
      if (ask === null) next.delete('ask');
      else next.set('ask', ask);
      return next;
    });
  return { asking: isComplete ? { kind, eventId } : null, setAsking: set };
}

/** /requests: what realms ask the administrators for. Owners see their realm's, administrators answer. */
export function RequestsPage() {
  const t = useTexts();
  const isAdmin = useCan('admin', 'all');
  const mayAsk = useMayWrite() && !isAdmin;
  const { data: realms } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const filters = useMemo(
    (): FilterDef[] => [
      createStatusFilter(
        t,
        statuses.map((value) => ({ value, label: t(`requests.statuses.${value}`) })),
      ),
      {
        kind: 'choice',
        field: 'kind',
        label: t('requests.what'),
        options: kinds.map((value) => ({ value, label: t(`requests.kinds.${value}`) })),
      },
      ...(isAdmin ? [createRealmFilter(t, realms)] : []),
    ],
    [isAdmin, realms, t],
  );
  const columns = useMemo(() => createRequestColumns(t), [t]);
  const state = useListState(useSearchParams(), { filters, sort: '-created_at', extra: ['ask', 'event'] });
  const found = useQuery(requestsQuery(state.query));
  const { asking, setAsking } = useAsking();
  const open = /^\d{1,9}$/.test(state.open ?? '') ? Number(state.open) : null;
  usePageActions(
    mayAsk ? [{ label: t('requests.ask'), icon: MessageSquarePlus, run: () => setAsking('max_tasks') }] : [],
  );
  const create = mayAsk ? (
    <Button
      variant="contained"
      startIcon={<MessageSquarePlus size={16} strokeWidth={1.75} aria-hidden />}
      onClick={() => setAsking('max_tasks')}
    >
      {t('requests.ask')}
    </Button>
  ) : null;
  return (
    <Page>
      <PageHeader title={t('requests.title')} actions={create} />
      <ListPage<ChangeRequestDto>
        noun={t('requests.noun')}
        state={state}
        columns={columns}
        {...toListProps(found)}
        filters={filters}
        backend={useListBackend('change-requests', '/api/change-requests', state.query)}
        empty={{ sentence: t('requests.empty'), action: create }}
        keyOf={({ id }) => id}
        nameOf={(request) => askedText(t, request)}
        versionOf={({ updated_at }) => updated_at}
        onOpen={({ id }) => state.setOpen(id)}
        openKey={open}
        narrow={(request) => ({
          title: askedText(t, request),
          status: <RequestState status={request.status} />,
          second: request.realm_name,
          third: `${limitText(t, request, request.present)} → ${limitText(t, request, request.asked)}`,
        })}
        drawer={
          open !== null ? (
            <Suspense fallback={null}>
              <RequestDrawer key={open} id={open} onClose={() => state.setOpen(null)} />
            </Suspense>
          ) : null
        }
      />
      {mayAsk && asking ? (
        <Suspense fallback={null}>
          <AskForm
            key={`${asking.kind} ${asking.eventId}`}
            kind={asking.kind}
            eventId={asking.eventId}
            onClose={() => setAsking(null)}
          />
        </Suspense>
      ) : null}
    </Page>
  );
}
