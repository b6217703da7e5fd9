import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AuditDto, useCan, useListBackend } from '@tessera/api';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { Instant, Page, PageHeader } from '@tessera/ui';
import { NavTabs } from '@tessera/ui/panels';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { createRealmFilter } from '../../lookups/filters';
import { useTexts } from '../../texts';
import { auditQuery, personChoicesQuery } from './audit.api';
import { createAuditColumns } from './audit-columns';
import { AuditDrawer } from './audit-drawer';
import { AuditSentence } from './audit-sentence';
import {
  actionLabel,
  activityActions,
  attemptActions,
  formatPlainSentence,
  toActionParameter,
} from './audit-text';

/** The types of objects that entries refer to, as the API names them. */
const objectTypes = [
  'bulk_operation',
  'approval',
  'change_request',
  'event',
  'hold',
  'installation',
  'invitation',
  'job',
  'list',
  'login',
  'mail',
  'module',
  'module_publisher',
  'notification',
  'pool',
  'push_subscription',
  'queue_link',
  'realm',
  'rehearsal',
  'request',
  'sign_in',
  'site',
  'task',
  'template',
  'ticket',
  'user',
  'service_token',
  'worker_token',
] as const;

/** What happens outside a realm: its people see no entries of these. */
const typesOfAdministrators: readonly (typeof objectTypes)[number][] = [
  'installation',
  'mail',
  'module',
  'module_publisher',
  'sign_in',
  'worker_token',
];

/** /audit: who did what, when and from where. For administrators, and of their realm for owners and the duty `audit`. */
export function AuditPage() {
  const t = useTexts();
  const isAdmin = useCan('admin', 'all');
  // Only owners list the realm's people; others filter by a part of the name.
  const mayListPeople = useCan('write');
  const { data: realms } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const { data: people } = useQuery({ ...personChoicesQuery(), enabled: mayListPeople });
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'attempts' ? 'attempts' : 'activity';
  const filters = useMemo(
    (): FilterDef[] => [
      { kind: 'date', field: 'day', label: t('audit.time'), params: { from: 'from', to: 'to' } },
      ...(tab === 'activity' && mayListPeople
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
        options: (tab === 'attempts' ? attemptActions : activityActions).map((value) => ({
          value,
          label: actionLabel(t, value),
        })),
      },
      {
        kind: 'choice',
        field: 'entity',
        label: t('audit.objectType'),
        options: objectTypes
          .filter((value) => isAdmin || !typesOfAdministrators.includes(value))
          .map((value) => ({ value, label: t(`audit.entities.${value}`) })),
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
      ...(isAdmin ? [createRealmFilter(t, realms)] : []),
    ],
    [isAdmin, mayListPeople, people, realms, t, tab],
  );
  const state = useListState([params, setParams], { filters, sort: '-at', extra: ['tab'] });
  const query = useMemo(
    () => ({ ...state.query, action: toActionParameter(state.query.action, tab) }),
    [state.query, tab],
  );
  const entries = useQuery(auditQuery(query));
  const columns = useMemo(() => createAuditColumns(t, isAdmin), [t, isAdmin]);
  const openEntryId = Number(params.get('open'));
  const openEntry = entries.data?.rows.find(({ id }) => id === openEntryId);
  const openEntryById = (id: number | null) =>
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
        {...toListProps(entries)}
        filters={filters}
        backend={useListBackend('audit', '/api/audit', query)}
        searchPlaceholder={t('audit.search')}
        searchWidth={180}
        empty={{ sentence: t(tab === 'attempts' ? 'audit.noAttempts' : 'audit.empty') }}
        keyOf={({ id }) => id}
        nameOf={(entry) => formatPlainSentence(t, entry)}
        onOpen={({ id }) => openEntryById(id)}
        narrow={(entry) => ({
          title: <AuditSentence entry={entry} inRow />,
          second: entry.realm_name ?? t('words.noRealm'),
          end: <Instant value={entry.at} />,
        })}
        {...(openEntry
          ? {
              openKey: openEntry.id,
              drawer: <AuditDrawer entry={openEntry} onClose={() => openEntryById(null)} />,
            }
          : {})}
      />
    </Page>
  );
}
