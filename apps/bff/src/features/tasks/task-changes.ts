import { changeableStatuses, isChangeable } from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { Problem } from '../../platform/errors/problem';
import { taskReason } from './lifecycle/task-reasons';
import { lockTasks, type TaskRow } from './lifecycle/task-rows';
import type { TaskChange } from './tasks.dto';
import { Transitions } from './lifecycle/transitions';
import { recordEvents, updateTasks } from './lifecycle/transitions.repository';

/** Changes of what tasks are to do, of one as of many. */
@Injectable()
export class TaskChanges {
  constructor(private readonly transitions: Transitions) {}

  /** Sets the fields that were sent on tasks that the caller has locked and that may be changed. */
  async apply(tx: Tx, rows: readonly TaskRow[], change: TaskChange): Promise<void> {
    const fields = Object.keys(change);
    if (rows.length === 0 || fields.length === 0) return;
    await updateTasks(
      tx,
      rows.map(({ id }) => id),
      change,
    );
    await recordEvents(
      tx,
      rows.map(({ id, realm_id, status }) => ({
        task_id: id,
        realm_id,
        what: 'change',
        from: status,
        to: status,
        message: taskReason('FIELDS_CHANGED', { fields: fields.join(', ') }),
      })),
    );
    if (change.scheduled_at === undefined) return;
    const scheduled = rows.filter(({ status }) => status === 'scheduled');
    if (scheduled.length > 0) await this.reschedule(tx, scheduled);
  }

  /** Scheduled tasks whose time is another now: their runs wait for that, or begin when none is ahead. */
  private async reschedule(tx: Tx, rows: readonly TaskRow[]): Promise<void> {
    const again = () => lockTasks(tx, 't.id = ANY ($1::int[])', [rows.map(({ id }) => id)]);
    await this.transitions.enqueue(
      tx,
      (await again()).filter(({ paused }) => !paused),
    );
    const due = (await again()).filter(({ ahead }) => !ahead);
    await this.transitions.apply(
      tx,
      due.map((row) => ({ row, input: { type: 'due' } })),
    );
  }
}

/** 409 INVALID_STATE for a task that a worker has now, unless its name alone changes. */
export function checkChangeable(row: TaskRow, change: TaskChange): void {
  if (isChangeable({ status: row.status, leased: row.lease_id !== null })) return;
  if (Object.keys(change).every((field) => field === 'name')) return;
  throw new Problem('INVALID_STATE', 'A worker has this task now. Stop it first.', {
    reason: 'TASK_LEASED',
    context: { from: row.status, command: 'change', allowed: changeableStatuses },
  });
}
