import { Plus, Rocket } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useMemo } from 'react';
import { useCan, useEditing, useListBackend, useMayAct } from '@tessera/api';
import { ListPage, type ListState, useListState, useSelection } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { useSlotColumns } from '@tessera/product-ui/slots';
import {
  describeError,
  formatCount,
  Page,
  type PageAction,
  PageHeader,
  useAction,
  usePageActions,
} from '@tessera/ui';
import { NavTabs } from '@tessera/ui/panels';
import { HeaderButton } from '../../header-button';
import { useFilterNames } from '../../lookups/use-filter-options';
import type { TaskSummary } from '../../task-types';
import { useTexts } from '../../texts';
import { useIsTight } from '../../use-is-tight';
import { TaskBulkBar } from './task-bulk-bar';
import { taskColumns, taskNarrow } from './task-columns';
import { EditTask, NewTask } from './task-dialogs';
import { TaskDrawer } from './task-drawer';
import { lookupFilters, taskFilters, taskViews } from './task-filters';
import { getTask } from './tasks.api';
import { useFilterChoices } from './use-filter-choices';
import { useTaskActions } from './use-task-actions';
import { useTaskList } from './use-task-list';
import { useViewCounts } from './use-view-counts';

const noTasks: readonly TaskSummary[] = [];
const noActions: readonly PageAction[] = [];
const keyOf = ({ id }: TaskSummary) => id;
const nameOf = ({ name }: TaskSummary) => name;
const versionOf = ({ updated_at }: TaskSummary) => updated_at;

/** The state of a list that has the tasks of one job alone. */
function useOfJob(state: ListState, jobId: number | undefined): ListState {
  return useMemo(
    () => (jobId === undefined ? state : { ...state, query: { ...state.query, job_id: String(jobId) } }),
    [state, jobId],
  );
}

export interface TasksPageProps {
  /** Lists the tasks of this job alone, as a part of the job's page and without a header. */
  jobId?: number;
}

/** The list of tasks, with the drawer of the one that is open. */
export function TasksPage({ jobId }: TasksPageProps) {
  const t = useTexts();
  const mayLaunch = useMayAct('launch');
  const isAdmin = useCan('admin', 'all');
  const isNarrow = useIsTight();
  const [params, setParams] = useSearchParams();
  const filterNames = useFilterNames(lookupFilters, params);
  const choices = useFilterChoices(filterNames.areNeeded);
  const filters = useMemo(
    () => taskFilters(t, choices).filter(({ field }) => jobId === undefined || field !== 'job_id'),
    [t, choices, jobId],
  );
  const state = useOfJob(
    useListState([params, setParams], { filters, sort: '-created_at', paged: false }),
    jobId,
  );
  const tight = state.open !== null || isNarrow;
  const added = useSlotColumns('tasks.column', keyOf, versionOf);
  const columns = useMemo(
    () => [...taskColumns(t, { tight, withRealm: isAdmin }), ...added],
    [t, tight, isAdmin, added],
  );
  const narrow = useMemo(() => taskNarrow(t), [t]);
  const { error, isFetching, refetch, rows, total, capped, complete, onEndReached, onVisibleRangeChange } =
    useTaskList(state);
  const counts = useViewCounts(state, complete);
  const selection = useSelection();
  const { showError } = useAction();
  const editor = useEditing(getTask, showError);
  const copier = useEditing(getTask, showError);
  const { actions, run } = useTaskActions({
    mayLaunch,
    onEdit: ({ id }) => editor.open(id),
    onDuplicate: ({ id }) => copier.open(id),
    onDeleted: (task) => {
      if (state.open === String(task.id)) state.setOpen(null);
      selection.setSelected([task.id], false);
    },
  });
  const change = (name: string, value: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });

  // The dashboard's "New task" links here with `new`, which is removed once the form is open.
  const isNewRequested = mayLaunch && params.has('new');
  const openRequestedForm = useEffectEvent(() => {
    copier.openNew();
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        next.delete('new');
        return next;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (isNewRequested) openRequestedForm();
  }, [isNewRequested]);

  const forbidden = mayLaunch ? undefined : t('words.needsLaunch');
  const launch = {
    label: t('words.launch'),
    icon: Rocket,
    run: () => change('launch', ''),
    disabled: forbidden,
  };
  const create = { label: t('tasks.new'), icon: Plus, run: copier.openNew, disabled: forbidden };
  // A job's page has the job's own actions.
  usePageActions(jobId === undefined ? [launch, create] : noActions);

  const status = params.get('status');
  const view = taskViews.find((one) => one.status === status);
  const unfinished = counts[taskViews.findIndex(({ id }) => id === 'unfinished')];
  const openId = state.open === null ? null : Number(state.open);
  const openIndex = openId === null ? -1 : (rows?.findIndex(({ id }) => id === openId) ?? -1);
  const [before, after] = [rows?.[openIndex - 1], openIndex >= 0 ? rows?.[openIndex + 1] : undefined];
  return (
    <Page>
      {jobId === undefined ? (
        <PageHeader
          title={t('tasks.title')}
          meta={
            unfinished === undefined
              ? null
              : t('tasks.unfinished', { number: formatCount(unfinished.count, unfinished.capped) })
          }
          actions={
            <>
              <HeaderButton action={create} secondary />
              <HeaderButton action={launch} />
            </>
          }
        />
      ) : null}
      <ListPage
        noun={t('tasks.noun')}
        state={state}
        columns={columns}
        rows={rows}
        total={total}
        totalCapped={capped}
        fetching={isFetching}
        error={error ? describeError(error) : null}
        onRefresh={() => void refetch()}
        filters={filters}
        preloadFilters={filterNames.preload}
        backend={useListBackend('tasks', '/api/tasks', { ...state.query, detailed: 'true' })}
        presets={
          <NavTabs
            label={t('tasks.views')}
            value={view?.id ?? ''}
            onChange={(id) => change('status', taskViews.find((one) => one.id === id)?.status ?? null)}
            items={taskViews.map(({ id }, i) => ({
              value: id,
              label: t(`tasks.view.${id}`),
              ...counts[i],
            }))}
          />
        }
        empty={{
          sentence: t(jobId === undefined ? 'tasks.empty' : 'jobs.tasksDeleted'),
          action: mayLaunch && jobId === undefined ? <HeaderButton action={launch} /> : undefined,
        }}
        keyOf={keyOf}
        nameOf={nameOf}
        versionOf={versionOf}
        defaultDensity={28}
        narrow={narrow}
        selection={selection}
        canSelectAll
        bulkBar={
          <TaskBulkBar rows={rows ?? noTasks} selection={selection} state={state} mayLaunch={mayLaunch} />
        }
        rowMenu={actions}
        onOpen={(task) => state.setOpen(task.id)}
        openKey={state.open}
        scroll={{ onEndReached, onVisibleRangeChange }}
        drawer={
          state.open ? (
            <TaskDrawer
              id={Number(state.open)}
              mayLaunch={mayLaunch}
              actions={actions}
              onCommand={run}
              onClose={() => state.setOpen(null)}
              onPrevious={before ? () => state.setOpen(before.id) : undefined}
              onNext={after ? () => state.setOpen(after.id) : undefined}
            />
          ) : undefined
        }
      />
      <Suspense fallback={null}>
        {editor.editing?.row ? (
          <EditTask
            key={editor.editing.key}
            task={editor.editing.row}
            etag={editor.editing.etag}
            onReload={editor.reload}
            onClose={editor.close}
          />
        ) : null}
        {copier.editing ? (
          <NewTask key={copier.editing.key} from={copier.editing.row} onClose={copier.close} />
        ) : null}
      </Suspense>
    </Page>
  );
}
