import { Button, useMediaQuery } from '@mui/material';
import { useCan, useListBackend } from '@tessera/api';
import {
  ListPage,
  NavTabs,
  Page,
  PageHeader,
  toProblem,
  useListState,
  usePageActions,
  useSelection,
} from '@tessera/ui';
import { Plus, Rocket } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { BulkOperationDialog } from './bulk-operation-dialog';
import { BulkRunDialog } from './bulk-run-dialog';
import { taskColumns, taskColumnsBeside, taskNarrow } from './task-columns';
import { TaskDrawer } from './task-drawer';
import { taskFilters, taskViews } from './task-filters';
import { TaskForm, type TaskFormSubject } from './task-form';
import { useBulkActions } from './use-bulk-actions';
import { useFilterChoices } from './use-filter-choices';
import { readsOnly, useTaskActions } from './use-task-actions';
import { useTaskList, useViewCounts } from './use-task-list';
import type { TaskSummary } from '../../task-types';

const none: readonly TaskSummary[] = [];

/** The list of tasks, with the drawer of the one that is open. */
export function TasksPage() {
  const mayWrite = useCan('write');
  const isWide = useMediaQuery('(min-width: 1280px)', { noSsr: true });
  const [params, setParams] = useSearchParams();
  const choices = useFilterChoices();
  const filters = useMemo(() => taskFilters(choices), [choices]);
  const state = useListState([params, setParams], { filters, sort: '-created_at', paged: false });
  const { list, rows, total, capped, whole } = useTaskList(state);
  const counts = useViewCounts(state, whole);
  const selection = useSelection();
  const [form, setForm] = useState<TaskFormSubject | null>(null);
  const bulk = useBulkActions(rows ?? none, selection, state, mayWrite);
  const { actions, run } = useTaskActions({
    mayWrite,
    onEdit: (task) => setForm({ kind: 'edit', id: task.id }),
    onDuplicate: (task) => setForm({ kind: 'duplicate', id: task.id }),
    onDeleted: (task) => {
      if (state.open === String(task.id)) state.setOpen(null);
      selection.put([task.id], false);
    },
  });
  const change = (name: string, value: string | null) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });

  const forbidden = mayWrite ? undefined : readsOnly;
  usePageActions([
    { label: 'Launch a job', icon: Rocket, run: () => change('launch', ''), disabled: forbidden },
    { label: 'New task', icon: Plus, run: () => setForm({ kind: 'new' }), disabled: forbidden },
  ]);

  const status = params.get('status');
  const view = taskViews.find((one) => one.status === status);
  const unfinished = counts[taskViews.findIndex(({ id }) => id === 'unfinished')];
  const at = rows?.findIndex((task) => String(task.id) === state.open) ?? -1;
  const [before, after] = [rows?.[at - 1], at >= 0 ? rows?.[at + 1] : undefined];
  const write = mayWrite ? {} : { disabled: true, title: readsOnly };
  return (
    <Page>
      <PageHeader
        title="Tasks"
        meta={unfinished === undefined ? undefined : `${unfinished.toLocaleString('en-GB')} unfinished`}
        actions={
          <>
            <Button
              startIcon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => setForm({ kind: 'new' })}
              sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
              {...write}
            >
              New task
            </Button>
            <Button
              variant="contained"
              startIcon={<Rocket size={16} strokeWidth={1.75} aria-hidden />}
              onClick={() => change('launch', '')}
              {...write}
            >
              Launch a job
            </Button>
          </>
        }
      />
      <ListPage
        noun="tasks"
        state={state}
        columns={state.open || !isWide ? taskColumnsBeside : taskColumns}
        rows={rows}
        {...(total === undefined ? {} : { total })}
        totalCapped={capped}
        fetching={list.isFetching}
        problem={list.error ? toProblem(list.error) : null}
        onRefresh={() => void list.refetch()}
        filters={filters}
        backend={useListBackend('tasks', '/api/tasks', { ...state.query, detailed: 'true' })}
        views={
          <NavTabs
            label="Views"
            value={view?.id ?? ''}
            onChange={(id) => change('status', taskViews.find((one) => one.id === id)?.status ?? null)}
            items={taskViews.map(({ id, label }, i) => ({
              value: id,
              label,
              ...(counts[i] === undefined ? {} : { count: counts[i] }),
            }))}
          />
        }
        empty={{
          sentence: 'No tasks yet. Launch a job from a template, or make a single task.',
          action: mayWrite ? (
            <Button variant="contained" onClick={() => change('launch', '')}>
              Launch a job
            </Button>
          ) : undefined,
        }}
        keyOf={(task) => task.id}
        nameOf={(task) => task.name}
        stamp={(task) => task.updated_at}
        defaultDensity={28}
        narrow={taskNarrow}
        selection={selection}
        canSelectAll
        bulk={bulk.actions}
        rowMenu={actions}
        onOpen={(task) => state.setOpen(task.id)}
        openKey={state.open}
        scroll={{
          onEnd: () => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
          },
          loadingMore: list.isFetchingNextPage,
        }}
        drawer={
          state.open ? (
            <TaskDrawer
              key={state.open}
              id={Number(state.open)}
              mayWrite={mayWrite}
              actions={actions}
              onCommand={run}
              onClose={() => state.setOpen(null)}
              {...(before ? { onPrevious: () => state.setOpen(before.id) } : {})}
              {...(after ? { onNext: () => state.setOpen(after.id) } : {})}
            />
          ) : undefined
        }
      />
      {form ? <TaskForm subject={form} onClose={() => setForm(null)} /> : null}
      {bulk.work ? <BulkRunDialog work={bulk.work} onClose={bulk.endWork} /> : null}
      {bulk.operation ? <BulkOperationDialog operation={bulk.operation} onClose={bulk.endOperation} /> : null}
    </Page>
  );
}
