import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import {
  commandRequest,
  TaskChanges,
  TaskCreation,
  TaskLifecycleRepository,
  type TaskRow,
  Transitions,
} from '../../work';
import type { BulkCommand, BulkRequest, BulkResult } from './bulk.dto';
import { BulkEligibility, type EligibilityResult, isPurchase, partitionEligible } from './bulk-eligibility';

/** Commands that a bulk can run in one transaction, because they neither wait for workers nor buy. */
type ImmediateCommand = Exclude<BulkCommand, 'delete' | 'mark_bought' | 'mark_tasks_bought'>;
export type ImmediateRequest = BulkRequest & { command: ImmediateCommand };

export const isImmediate = (command: BulkCommand): command is ImmediateCommand =>
  command !== 'delete' && !isPurchase(command);

/** Runs bulk commands, over all tasks at once or over a batch of an operation. */
@Injectable()
export class BulkCommands {
  constructor(
    private readonly transitions: Transitions,
    private readonly changes: TaskChanges,
    private readonly creation: TaskCreation,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly eligibility: BulkEligibility,
  ) {}

  /** The requested tasks that exist; for `restore` those whose deletion can be undone. */
  readTasks(
    tx: Tx,
    command: BulkCommand,
    ids: readonly number[],
    { lock }: { lock: boolean },
  ): Promise<TaskRow[]> {
    return this.lifecycle.readRows(tx, ids, { lock, deleted: command === 'restore' });
  }

  /** Applies the command to those of the locked tasks that are eligible; returns a result per requested task. */
  async applyCommand(
    tx: Tx,
    request: ImmediateRequest,
    rows: readonly TaskRow[],
    requested: readonly number[],
  ): Promise<BulkResult[]> {
    const context = await this.eligibility.load(tx, rows, request.command, {
      setsMode: request.change?.mode !== undefined,
    });
    return this.apply(tx, request, partitionEligible(rows, requested, request.command, context));
  }

  /** Applies the command to tasks whose eligibility is known. */
  async apply(
    tx: Tx,
    request: ImmediateRequest,
    { eligible, results }: EligibilityResult,
  ): Promise<BulkResult[]> {
    const { command } = request;
    if (command === 'edit') {
      if (request.change) await this.changes.apply(tx, eligible, request.change);
    } else if (command === 'duplicate') {
      const copies = await this.creation.duplicate(
        tx,
        eligible.map(({ id }) => id),
        request.copy ?? {},
      );
      return results.map((result) => ({ ...result, copy_id: copies.get(result.task_id) ?? null }));
    } else if (command === 'restore') {
      await this.lifecycle.restore(
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
