import { Injectable } from '@nestjs/common';
import { changeableStatuses, isChangeable, sumAmounts } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { Commitments } from '../approvals/commitments';
import { changesBudgets, checkBudgets } from '../budget-fields';
import { TaskLifecycleRepository, unchangedStatus } from './lifecycle/task-lifecycle.repository';
import { TaskQueue } from './lifecycle/task-queue';
import { taskReason } from './lifecycle/task-reasons';
import type { TaskRow } from './lifecycle/task-rows';
import { Transitions } from './lifecycle/transitions';
import type { BulkTaskSettings, TaskChange } from './tasks.dto';

/** Changes the settings of tasks. */
@Injectable()
export class TaskChanges {
  constructor(
    private readonly transitions: Transitions,
    private readonly queue: TaskQueue,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly commitments: Commitments,
  ) {}

  /**
   * Sets the given fields on tasks that the caller has locked and that may be changed.
   *
   * @throws 400 when a task would have a budget without a currency, or with more decimals than it has
   */
  async apply(tx: Tx, rows: readonly TaskRow[], change: TaskChange | BulkTaskSettings): Promise<void> {
    const fields = Object.keys(change);
    if (rows.length === 0 || fields.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const update = () => this.lifecycle.updateSettings(tx, ids, change);
    // The budget of a job's task never lifts the job's own.
    const raised = setsBudget(change) ? rows.filter(({ job_id }) => job_id === null) : [];
    await this.commitments.within(
      tx,
      raised.map(({ realm_id }) => realm_id),
      update,
      sumAmounts(raised.map(() => change.budget_per_task ?? 0)),
    );
    if (changesBudgets(change)) (await this.lifecycle.findBudgets(tx, ids)).forEach(checkBudgets);
    const message = taskReason('FIELDS_CHANGED', { fields: fields.join(', ') });
    await this.lifecycle.recordEvents(
      tx,
      rows.map((row) => unchangedStatus(row, 'change', message)),
    );
    if (change.scheduled_at === undefined) return;
    const scheduled = rows.filter(({ status }) => status === 'scheduled').map(({ id }) => id);
    if (scheduled.length > 0) await this.reschedule(tx, scheduled);
  }

  /** Gives scheduled tasks their place at their new time; those whose time has come are queued. */
  private async reschedule(tx: Tx, ids: readonly number[]): Promise<void> {
    const rows = await this.lifecycle.lockByIds(tx, ids);
    const waiting = rows.filter(({ paused }) => !paused);
    await this.queue.put(tx, waiting);
    const due = rows.filter(({ ahead }) => !ahead);
    await this.transitions.apply(
      tx,
      due.map((row) => ({ row, input: { type: 'due' } })),
    );
  }
}

const setsBudget = ({ budget_per_task, budget_currency }: TaskChange): boolean =>
  budget_per_task !== undefined || budget_currency !== undefined;

/** @throws 409 INVALID_STATE for a task that a worker has now, unless only its name changes */
export function checkChangeable(row: TaskRow, change: TaskChange): void {
  if (isChangeable({ status: row.status, leased: row.lease_id !== null })) return;
  if (Object.keys(change).every((field) => field === 'name')) return;
  throw new ApiError('INVALID_STATE', 'A worker has this task now. Stop it first.', {
    reason: 'TASK_LEASED',
    context: { from: row.status, command: 'change', allowed: changeableStatuses },
  });
}
