import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useListBackend, type WorkerDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { formatCount, Instant, stateOptions, StatusChip } from '@tessera/ui';
import { createStatusFilter } from '../../lookups/filters';
import { type AdminTexts, useTexts } from '../../texts';
import { type ScopeNames, useScopeNames } from './use-scope-names';
import { WorkerDrawer } from './worker-drawer';
import { workersQuery } from './workers.api';

const formatUsage = (t: AdminTexts, { leased, capacity }: WorkerDto): string =>
  t('workers.use', { leased: formatCount(leased), capacity: formatCount(capacity) });

const createColumns = (t: AdminTexts, names: ScopeNames): Column<WorkerDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    cell: ({ name }) => name,
  },
  {
    id: 'status',
    header: t('words.status'),
    width: 120,
    cell: ({ status }) => <StatusChip of="worker" state={status} />,
  },
  {
    id: 'use',
    header: t('workers.tasks'),
    width: 120,
    align: 'right',
    cell: (worker) => formatUsage(t, worker),
  },
  { id: 'sites', header: t('workers.sites'), cell: ({ site_ids }) => names.sites(site_ids) },
  { id: 'realms', header: t('workers.realms'), cell: ({ realm_ids }) => names.realms(realm_ids) },
  {
    id: 'version',
    header: t('workers.version'),
    width: 124,
    hidden: 'tight',
    quiet: true,
    cell: ({ version }) => version ?? '–',
  },
  {
    id: 'seen',
    header: t('workers.lastSeen'),
    sortKey: 'last_seen_at',
    width: 164,
    quiet: true,
    cell: ({ last_seen_at }) => <Instant value={last_seen_at} style="date-time-seconds" />,
  },
  {
    id: 'since',
    header: t('workers.firstSeen'),
    width: 150,
    hidden: true,
    quiet: true,
    cell: ({ created_at }) => <Instant value={created_at} style="date" />,
  },
];

/** The workers and their number of leased tasks. */
export function WorkersTab() {
  const t = useTexts();
  const names = useScopeNames();
  const filters = useMemo(() => [createStatusFilter(t, stateOptions('worker'))], [t]);
  const state = useListState(useSearchParams(), { filters, sort: '-last_seen_at' });
  const workers = useQuery(workersQuery(state.query));
  const columns = useMemo(() => createColumns(t, names), [t, names]);
  return (
    <ListPage<WorkerDto>
      noun={t('workers.noun')}
      state={state}
      columns={columns}
      {...toListProps(workers)}
      filters={filters}
      backend={useListBackend('workers', '/api/workers', state.query)}
      empty={{ sentence: t('workers.empty') }}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      onOpen={({ id }) => state.setOpen(id)}
      openKey={state.open === null ? null : Number(state.open)}
      drawer={
        state.open === null ? undefined : (
          <WorkerDrawer id={Number(state.open)} names={names} onClose={() => state.setOpen(null)} />
        )
      }
      narrow={(worker) => ({
        title: worker.name,
        status: <StatusChip of="worker" state={worker.status} />,
        second: names.sites(worker.site_ids),
        third: <Instant value={worker.last_seen_at} style="date-time-seconds" />,
        end: formatUsage(t, worker),
      })}
    />
  );
}
