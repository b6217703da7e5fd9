import { Suspense } from 'react';
import { BulkBar, type ListState, type Selection } from '@tessera/data-table/list-page';
import type { TaskSummary } from '../../task-types';
import { BulkOperationDialog } from './bulk-operation-dialog';
import { BulkCopyDialog, BulkEditDialog } from './task-dialogs';
import { useBulkActions } from './use-bulk-actions';

interface TaskBulkBarProps {
  /** The loaded tasks. */
  rows: readonly TaskSummary[];
  selection: Selection;
  state: ListState;
  mayLaunch: boolean;
}

/** The commands for the selected tasks, their forms, and the progress of an operation that one of them started. */
export function TaskBulkBar({ rows, selection, state, mayLaunch }: TaskBulkBarProps) {
  const { actions, form, closeForm, running, endOperation } = useBulkActions(
    rows,
    selection,
    state,
    mayLaunch,
  );
  return (
    <>
      <BulkBar actions={actions} />
      <Suspense fallback={null}>
        {form?.what === 'edit' ? <BulkEditDialog bulkForm={form} onClose={closeForm} /> : null}
        {form?.what === 'duplicate' ? <BulkCopyDialog bulkForm={form} onClose={closeForm} /> : null}
      </Suspense>
      {running ? (
        <BulkOperationDialog
          key={running.operation.id}
          operation={running.operation}
          canUndo={running.steps.length > 0}
          onEnd={endOperation}
        />
      ) : null}
    </>
  );
}
