import { useQuery } from '@tanstack/react-query';
import { PanelRightOpen, Rocket } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isAbortOrTimeout, useCanAct, useEditing, useListBackend, useLive, useMayAct } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useNavigate, useSearchParams } from '@tessera/federation/router';
import { useSlotColumns } from '@tessera/product-ui/slots';
import { describeError, Page, PageHeader, stateOptions, useAction, usePageActions } from '@tessera/ui';
import { HeaderButton } from '../../header-button';
import { eventsQuery, sitesQuery, templatesQuery } from '../../lookups/lookups.api';
import { nameOf, siteName } from '../../lookups/options';
import { useFilterNames, useFilterOptions } from '../../lookups/use-filter-options';
import { MoveDialog } from '../../move-job/move-dialog';
import type { Job } from '../../task-types';
import { useTexts } from '../../texts';
import { useIsTight } from '../../use-is-tight';
import { jobColumns, jobNarrow } from './job-columns';
import { JobDrawer } from './job-drawer';
import { JobForm } from './job-form';
import { getJob, jobsQuery } from './jobs.api';
import { useJobActions } from './use-job-actions';

const lookupFilters = ['event_id', 'site_id', 'template_id'];
const keyOf = ({ id }: Job) => id;
const versionOf = ({ updated_at }: Job) => updated_at;

function useJobFilters(mayReadTemplates: boolean, enabled: boolean): readonly FilterDef[] {
  const t = useTexts();
  const events = useFilterOptions(eventsQuery(), nameOf, enabled);
  const sites = useFilterOptions(sitesQuery(), siteName, enabled);
  const templates = useFilterOptions(templatesQuery(mayReadTemplates), nameOf, enabled && mayReadTemplates);
  return useMemo(
    () => [
      { field: 'status', label: t('words.status'), kind: 'choice', options: stateOptions('job') },
      { field: 'event_id', label: t('words.event'), kind: 'choice', options: events },
      { field: 'site_id', label: t('words.site'), kind: 'choice', options: sites },
      { field: 'created', label: t('words.created'), kind: 'date' },
      { field: 'scheduled', label: t('words.scheduled'), kind: 'date' },
      ...(mayReadTemplates
        ? [
            {
              field: 'template_id',
              label: t('words.template'),
              kind: 'choice' as const,
              options: templates,
            },
          ]
        : []),
    ],
    [events, mayReadTemplates, sites, t, templates],
  );
}

/** The list of jobs with the drawer of the open one: 20 per page, newest first. */
export function JobsPage() {
  const t = useTexts();
  const mayLaunch = useMayAct('launch');
  const [params, setParams] = useSearchParams();
  const filterNames = useFilterNames(lookupFilters, params);
  const filters = useJobFilters(useCanAct('readTemplates'), filterNames.areNeeded);
  const state = useListState([params, setParams], { filters, sort: '-created_at', pageSize: 20 });
  const hasDrawer = state.open !== null;
  const tight = useIsTight(1400);
  const added = useSlotColumns('jobs.column', keyOf, versionOf);
  const columns = useMemo(
    () => [...jobColumns(t, { tight, hasDrawer }), ...added],
    [t, tight, hasDrawer, added],
  );
  const isLive = useLive().status === 'live';
  const jobs = useQuery({
    ...jobsQuery(state.query),
    refetchInterval: isLive ? false : 10_000,
  });
  const editor = useEditing(getJob, useAction().showError);
  const [moving, setMoving] = useState<Job | null>(null);
  const actions = useJobActions({
    mayLaunch,
    onEdit: ({ id }) => editor.open(id),
    onMove: setMoving,
    onDeleted: (id) => {
      if (state.open === String(id)) state.setOpen(null);
    },
  });
  const navigate = useNavigate();
  const rowMenu = (job: Job): RowAction[] => [
    { label: t('jobPage.open'), icon: PanelRightOpen, onSelect: () => void navigate(`/jobs/${job.id}`) },
    ...actions(job),
  ];
  const launch = {
    label: t('words.launch'),
    icon: Rocket,
    run: () =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.set('launch', '');
        return next;
      }),
    disabled: mayLaunch ? undefined : t('words.needsLaunch'),
  };
  usePageActions([launch]);
  const total = jobs.data?.total ?? undefined;
  const shownError = jobs.error && !isAbortOrTimeout(jobs.error) ? jobs.error : null;
  return (
    <Page>
      <PageHeader
        title={t('jobs.title')}
        meta={total === undefined ? null : t('words.inTotal', { total })}
        actions={<HeaderButton action={launch} />}
      />
      <ListPage
        noun={t('jobs.noun')}
        state={state}
        columns={columns}
        {...toListProps(jobs)}
        error={shownError ? describeError(shownError) : null}
        filters={filters}
        preloadFilters={filterNames.preload}
        backend={useListBackend('jobs', '/api/jobs', state.query)}
        skeletonDelay={1_000}
        empty={{
          sentence: t('jobs.empty'),
          action: mayLaunch ? <HeaderButton action={launch} /> : undefined,
        }}
        keyOf={keyOf}
        nameOf={(job) => job.name}
        versionOf={versionOf}
        narrow={jobNarrow}
        rowMenu={rowMenu}
        onOpen={(job) => state.setOpen(job.id)}
        openKey={state.open}
        drawer={
          state.open ? (
            <JobDrawer id={Number(state.open)} actions={actions} onClose={() => state.setOpen(null)} />
          ) : undefined
        }
      />
      {moving?.scheduled_at ? (
        <MoveDialog
          entry={{ job_id: moving.id, name: moving.name, at: moving.scheduled_at, time_zone: null }}
          to={null}
          onClose={() => setMoving(null)}
        />
      ) : null}
      {editor.editing?.row ? (
        <JobForm
          key={editor.editing.key}
          job={editor.editing.row}
          etag={editor.editing.etag}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
    </Page>
  );
}
