import { useQuery } from '@tanstack/react-query';
import { Button } from '@mui/material';
import { isQuiet, useCan, useLive, useListBackend } from '@tessera/api';
import {
  ListPage,
  Page,
  PageHeader,
  states,
  toProblem,
  useListState,
  usePageActions,
  type FilterDef,
} from '@tessera/ui';
import { Rocket } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { sitesQuery, templatesQuery } from '../../lookups/lookups.api';
import { jobColumns, jobColumnsBeside, jobNarrow } from './job-columns';
import { JobDrawer } from './job-drawer';
import { JobForm } from './job-form';
import { jobEventsQuery, jobsQuery } from './jobs.api';
import { readsOnly, useJobActions } from './use-job-actions';
import type { Job } from '../../task-types';

const options = (rows: readonly { id: number; name: string }[] | undefined) =>
  (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
const statuses = Object.entries(states.job).map(([value, { word }]) => ({ value, label: word }));

function useJobFilters(): readonly FilterDef[] {
  const { data: events } = useQuery(jobEventsQuery());
  const { data: sites } = useQuery(sitesQuery());
  const { data: templates } = useQuery(templatesQuery());
  return useMemo(
    () => [
      { field: 'status', label: 'Status', kind: 'choice', options: statuses },
      { field: 'event_id', label: 'Event', kind: 'choice', options: options(events) },
      { field: 'site_id', label: 'Site', kind: 'choice', options: options(sites) },
      { field: 'template_id', label: 'Template', kind: 'choice', options: options(templates) },
    ],
    [events, sites, templates],
  );
}

/** The list of jobs, 20 a page and newest first, with the drawer of the one that is open. */
export function JobsPage() {
  const mayWrite = useCan('write');
  const [params, setParams] = useSearchParams();
  const filters = useJobFilters();
  const state = useListState([params, setParams], { filters, sort: '-created_at', pageSize: 20 });
  const isLive = useLive().status === 'live';
  const jobs = useQuery({
    ...jobsQuery(state.query),
    refetchInterval: isLive ? false : 10_000,
  });
  const [editing, setEditing] = useState<Job | null>(null);
  const actions = useJobActions({
    mayWrite,
    onEdit: setEditing,
    onDeleted: (job) => {
      if (state.open === String(job.id)) state.setOpen(null);
    },
  });
  const launch = () =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set('launch', '');
      return next;
    });
  usePageActions([
    { label: 'Launch a job', icon: Rocket, run: launch, disabled: mayWrite ? undefined : readsOnly },
  ]);
  const rows = jobs.data?.rows;
  const total = jobs.data?.total ?? undefined;
  const shownError = jobs.error && !isQuiet(jobs.error) ? jobs.error : null;
  const launchButton = (
    <Button
      variant="contained"
      startIcon={<Rocket size={16} strokeWidth={1.75} aria-hidden />}
      onClick={launch}
      disabled={!mayWrite}
      title={mayWrite ? undefined : readsOnly}
    >
      Launch a job
    </Button>
  );
  return (
    <Page>
      <PageHeader
        title="Jobs"
        meta={total === undefined ? undefined : `${total.toLocaleString('en-GB')} in all`}
        actions={launchButton}
      />
      <ListPage
        noun="jobs"
        state={state}
        columns={state.open ? jobColumnsBeside : jobColumns}
        rows={rows}
        {...(total === undefined ? {} : { total })}
        totalCapped={jobs.data?.capped ?? false}
        fetching={jobs.isFetching}
        problem={shownError ? toProblem(shownError) : null}
        onRefresh={() => void jobs.refetch()}
        filters={filters}
        backend={useListBackend('jobs', '/api/jobs', state.query)}
        skeletonDelay={1_000}
        empty={{
          sentence: 'No jobs yet. A job is a template, launched.',
          action: mayWrite ? launchButton : undefined,
        }}
        keyOf={(job) => job.id}
        nameOf={(job) => job.name}
        stamp={(job) => job.updated_at}
        narrow={jobNarrow}
        rowMenu={actions}
        onOpen={(job) => state.setOpen(job.id)}
        openKey={state.open}
        drawer={
          state.open ? (
            <JobDrawer
              key={state.open}
              id={Number(state.open)}
              actions={actions}
              onClose={() => state.setOpen(null)}
            />
          ) : undefined
        }
      />
      {editing ? <JobForm id={editing.id} onClose={() => setEditing(null)} /> : null}
    </Page>
  );
}
