import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { BulkCommand, BulkRequest, BulkResult } from './bulk.dto';
import {
  isPurchase,
  type EligibilityResult,
  partitionEligible,
  loadEligibilityContext,
} from './bulk-eligibility';
import {
  TaskChanges,
  commandRequest,
  TaskCreation,
  readTaskRows,
  type TaskRow,
  Transitions,
  restoreTasks,
} from '../tasks';

/** What a bulk can do to many tasks in one transaction: it neither waits for workers nor buys. */
type ImmediateCommand = Exclude<BulkCommand, 'delete' | 'mark_bought' | 'mark_tasks_bought'>;
export type ImmediateRequest = BulkRequest & { command: ImmediateCommand };

export const isImmediate = (command: BulkCommand): command is ImmediateCommand =>
  command !== 'delete' && !isPurchase(command);

/** The tasks of a bulk: those that are there, of `restore` those whose deletion can be undone. */
export const readBulkTasks = (
  tx: Tx,
  command: BulkCommand,
  ids: readonly number[],
  how: { lock: boolean },
): Promise<TaskRow[]> => readTaskRows(tx, ids, { ...how, deleted: command === 'restore' });

/** Carries bulk commands out, whether the tasks are all of them or a part of an operation. */
@Injectable()
export class BulkCommands {
  constructor(
    private readonly transitions: Transitions,
    private readonly changes: TaskChanges,
    private readonly creation: TaskCreation,
  ) {}

  /** Does it to those of the locked tasks that it fits; answers what came of each that was asked for. */
  async run(
    tx: Tx,
    order: ImmediateRequest,
    rows: readonly TaskRow[],
    wanted: readonly number[],
  ): Promise<BulkResult[]> {
    const sorted = partitionEligible(
      rows,
      wanted,
      order.command,
      await loadEligibilityContext(tx, rows, order.command),
    );
    return this.apply(tx, order, sorted);
  }

  /** Does it to tasks that were sorted already. */
  async apply(
    tx: Tx,
    order: ImmediateRequest,
    { eligible, results }: EligibilityResult,
  ): Promise<BulkResult[]> {
    const { command } = order;
    if (command === 'edit') await this.changes.apply(tx, eligible, order.change ?? {});
    else if (command === 'duplicate') {
      const copies = await this.creation.duplicate(
        tx,
        eligible.map(({ id }) => id),
        order.copy ?? {},
      );
      return results.map((result) => ({ ...result, copy_id: copies.get(result.task_id) ?? null }));
    } else if (command === 'restore') {
      await restoreTasks(
        tx,
        eligible.map(({ id }) => id),
      );
    } else {
      await this.transitions.apply(
        tx,
        eligible.map((row) => commandRequest(row, command, tx.scope)),
      );
    }
    return results;
  }
}
