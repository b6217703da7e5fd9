import { useListBackend, type AuditDto } from '@tessera/api';
import { Instant, Page, PageHeader, describeError } from '@tessera/ui';
import { ListPage, useListState, type FilterDef } from '@tessera/data-table/list-page';
import { NavTabs } from '@tessera/ui/panels';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from '@tessera/federation/router';
import { useTexts } from '../../texts';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { auditColumns } from './audit-columns';
import { AuditSentence } from './audit-sentence';
import { actionParameter, actions, actionWords, attempts, plainSentence } from './audit-words';
import { AuditEntry } from './audit-entry';
import { auditQuery, peopleQuery } from './audit.api';

/** What entries can be about, as the server names it. */
const entities = [
  'bulk_operation',
  'event',
  'hold',
  'invitation',
  'job',
  'list',
  'login',
  'module',
  'notification',
  'pool',
  'push_subscription',
  'queue_link',
  'realm',
  'request',
  'sign_in',
  'site',
  'task',
  'template',
  'ticket',
  'user',
  'worker_token',
] as const;

/** /audit: who did what, when and from where (administrators alone). */
export function AuditPage() {
  const t = useTexts();
  const { data: realms } = useQuery(realmChoicesQuery());
  const { data: people } = useQuery(peopleQuery());
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'attempts' ? 'attempts' : 'activity';
  const filters = useMemo(
    (): FilterDef[] => [
      { kind: 'date', field: 'day', label: t('audit.time'), wire: { from: 'from', to: 'to' } },
      ...(tab === 'activity'
        ? [
            {
              kind: 'choice' as const,
              field: 'actor_id',
              label: t('audit.person'),
              options: people?.map(({ id, name, email }) => ({
                value: String(id),
                label: name && name !== email ? `${name} (${email})` : email,
              })),
            },
          ]
        : []),
      {
        kind: 'choice',
        field: 'action',
        label: t('audit.action'),
        options: (tab === 'attempts' ? attempts : actions).map((value) => ({
          value,
          label: actionWords(t, value),
        })),
      },
      {
        kind: 'choice',
        field: 'entity',
        label: t('audit.objectType'),
        options: entities.map((value) => ({ value, label: t(`audit.entities.${value}`) })),
      },
      {
        kind: 'choice',
        field: 'actor_kind',
        label: t('audit.actorType'),
        options: (['user', 'worker', 'system'] as const).map((value) => ({
          value,
          label: t(`audit.${value}`),
        })),
      },
      {
        kind: 'choice',
        field: 'realm_id',
        label: t('words.realm'),
        options: (realms ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
      },
    ],
    [people, realms, t, tab],
  );
  const state = useListState([params, setParams], { filters, sort: '-at', extra: ['tab'] });
  const query = useMemo(
    () => ({ ...state.query, action: actionParameter(state.query.action, tab) }),
    [state.query, tab],
  );
  const { data, error, isFetching, refetch } = useQuery(auditQuery(query));
  const columns = useMemo(() => auditColumns(t), [t]);
  const openId = Number(params.get('open'));
  const open = data?.rows.find(({ id }) => id === openId);
  const setOpen = (id: number | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (id === null) next.delete('open');
      else next.set('open', String(id));
      return next;
    });
  return (
    <Page>
      <PageHeader title={t('audit.title')} />
      <NavTabs
        label={t('audit.tabs')}
        value={tab}
        // Each tab is a separate list: filters and page don't carry over.
        onChange={(next) => setParams(() => new URLSearchParams(next === 'attempts' ? { tab: next } : {}))}
        items={[
          { value: 'activity', label: t('audit.activity') },
          { value: 'attempts', label: t('audit.attempts') },
        ]}
        line
      />
      <ListPage<AuditDto>
        noun={t('audit.noun')}
        state={state}
        columns={columns}
        rows={data?.rows}
        {...(data?.total == null ? {} : { total: data.total, totalCapped: data.capped })}
        fetching={isFetching}
        error={error ? describeError(error) : null}
        onRefresh={() => void refetch()}
        filters={filters}
        backend={useListBackend('audit', '/api/audit', query)}
        searchPlaceholder={t('audit.search')}
        empty={{ sentence: t(tab === 'attempts' ? 'audit.noAttempts' : 'audit.empty') }}
        keyOf={({ id }) => id}
        nameOf={(entry) => plainSentence(t, entry)}
        onOpen={({ id }) => setOpen(id)}
        narrow={(entry) => ({
          title: <AuditSentence entry={entry} inRow />,
          second: entry.realm_name ?? t('words.noRealm'),
          end: <Instant value={entry.at} />,
        })}
        {...(open
          ? { openKey: open.id, drawer: <AuditEntry entry={open} onClose={() => setOpen(null)} /> }
          : {})}
      />
    </Page>
  );
}
