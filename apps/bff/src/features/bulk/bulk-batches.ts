import { isUnfinished } from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { databaseProblem, isDatabaseAway, isTransient } from '../../platform/errors/database-problem';
import { Problem } from '../../platform/errors/problem';
import { BulkQueue } from '../../platform/queue/bulk-queue';
import { type Scope, systemScope } from '../../platform/realm-scope/scope';
import { lockHolds, Purchases, findTakenHolds } from '../carts';
import type { BulkResult } from './bulk.dto';
import { BulkCommands, readBulkTasks, type ImmediateRequest } from './bulk-commands';
import {
  countResults,
  lockOperation,
  nextItems,
  saveResults,
  type PendingItem,
  type OperationRow,
} from './bulk.repository';
import { isPurchase, partitionEligible, loadEligibilityContext } from './bulk-eligibility';
import {
  commandRequest,
  markBoughtRequest,
  type Buyer,
  lockTasks,
  lockTasksOfBuyers,
  type TaskRow,
  type TaskChangeRequest,
  Transitions,
  deleteTasks,
} from '../tasks';

/** Tasks that are done in one transaction. */
const BATCH_SIZE = 100;
/** A worker lets go at its next heartbeat (10 s), or its lease ends (30 s); after this it is given up. */
const RELEASE_TIMEOUT_S = 45;
/** Seconds until a task is looked at again whose worker is to let go. */
const RECHECK_S = 1;

/** What a part did: results of tasks that are done with, and tasks that wait for their worker. */
interface BatchOutcome {
  results: BulkResult[];
  waiting: number[];
}

/** The parts of bulk operations, each one transaction with its place in the queue. */
@Injectable()
export class BulkBatches {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly commands: BulkCommands,
    private readonly purchases: Purchases,
    private readonly queue: BulkQueue,
  ) {}

  /** Does the next part of the operation that has waited longest; false when none is due. */
  next(): Promise<boolean> {
    return this.transactions.runAmbient(systemScope('bulk'), async (tx) => {
      const part = await this.queue.take(tx);
      if (!part) return false;
      await this.queue.settle(tx, part.job_id);
      const operation = await lockOperation(tx, part.operation_id);
      if (operation?.state !== 'queued' && operation?.state !== 'running') return true;
      const items = await nextItems(tx, operation.id, BATCH_SIZE);
      const { results, waiting } = await this.do(operation, items);
      await saveResults(tx, operation.id, results, waiting);
      if (await countResults(tx, operation.id, results)) {
        const allWait = items.every(({ waits_s }) => waits_s !== null) && results.length === 0;
        await this.queue.enqueue(tx, operation.id, allWait ? RECHECK_S : 0);
      }
      return true;
    });
  }

  /** In the name and the realm of who asked; what the whole part is refused with, each of its tasks is. */
  private async do(operation: OperationRow, items: readonly PendingItem[]): Promise<BatchOutcome> {
    const scope = requesterScope(operation);
    const { command, ...how } = operation;
    const ids = items.map(({ task_id }) => task_id);
    try {
      return await this.transactions.run(scope, (tx) => {
        if (command === 'delete') return this.delete(tx, items);
        return isPurchase(command)
          ? this.markBought(tx, command, ids)
          : this.command(tx, { ...how, command }, items);
      });
    } catch (error) {
      if (isTransient(error) || isDatabaseAway(error)) throw error;
      const problem = error instanceof Problem ? error : databaseProblem(error);
      if (!problem) throw error;
      return {
        results: ids.map((task_id) => ({ task_id, result: problem.code, copy_id: null })),
        waiting: [],
      };
    }
  }

  /** A start waits for tasks whose worker is about to release them: it may undo the stop. */
  private async command(
    tx: Tx,
    order: ImmediateRequest,
    items: readonly PendingItem[],
  ): Promise<BatchOutcome> {
    const ids = items.map(({ task_id }) => task_id);
    const rows = await readBulkTasks(tx, order.command, ids, { lock: true });
    const stopping = new Set(
      order.command === 'start' ? rows.flatMap(({ id, status }) => (status === 'stopping' ? id : [])) : [],
    );
    const waiting = items.flatMap(({ task_id, waits_s }) =>
      stopping.has(task_id) && (waits_s ?? 0) <= RELEASE_TIMEOUT_S ? task_id : [],
    );
    const due = ids.filter((id) => !waiting.includes(id));
    return { results: await this.commands.run(tx, order, rows, due), waiting };
  }

  /**
   * What each task holds itself becomes its purchase, and all tasks of its login for the event are bought; where none of
   * these holds anything, they are left. `mark_tasks_bought` records no purchase, and leaves tasks whose login holds seats.
   */
  private async markBought(
    tx: Tx,
    command: 'mark_bought' | 'mark_tasks_bought',
    ids: readonly number[],
  ): Promise<BatchOutcome> {
    const buyers = await tx.query<Buyer>(
      'SELECT DISTINCT login_id, event_id FROM tasks WHERE id = ANY ($1::int[])',
      [ids],
    );
    const tasks = await lockTasksOfBuyers(tx, ids, buyers);
    const rows = tasks.filter(({ id }) => ids.includes(id));
    const around = await loadEligibilityContext(tx, rows, command);
    const { eligible, results } = partitionEligible(rows, ids, command, around);
    if (command === 'mark_tasks_bought') {
      await this.transitions.apply(tx, markBoughtRequests(tx, tasks, eligible));
      return { results, waiting: [] };
    }
    const holds = await lockHolds(
      tx,
      "h.task_id = ANY ($1::int[]) AND h.status = 'held' AND h.expires_at > now()",
      [eligible.map(({ id }) => id)],
    );
    const taken = await findTakenHolds(tx, holds);
    await this.purchases.record(tx, { holds: holds.filter(({ id }) => !taken.has(id)), tasks });
    return { results, waiting: [] };
  }

  /** Stops what isn't finished, deletes what is, and leaves what a worker still has for later. */
  private async delete(tx: Tx, items: readonly PendingItem[]): Promise<BatchOutcome> {
    const rows = await lockTasks(tx, 't.id = ANY ($1::int[])', [items.map(({ task_id }) => task_id)]);
    await this.transitions.apply(
      tx,
      rows.filter(({ status }) => isUnfinished(status)).map((row) => commandRequest(row, 'stop', tx.scope)),
    );
    // Read again: a task that is stopped now may have a payment to be checked.
    const now = new Map(
      (await lockTasks(tx, 't.id = ANY ($1::int[])', [rows.map(({ id }) => id)])).map((row) => [row.id, row]),
    );
    await deleteTasks(
      tx,
      [...now.values()].filter((row) => !isUnfinished(row.status) && !row.payment_check),
    );
    const result = ({ task_id, waits_s }: PendingItem): string | null => {
      const row = now.get(task_id);
      if (!row) return 'NOT_FOUND';
      if (row.payment_check) return 'PAYMENT_CHECK';
      if (!isUnfinished(row.status)) return 'done';
      return (waits_s ?? 0) > RELEASE_TIMEOUT_S ? 'IN_USE' : null;
    };
    const outcomes = items.map((item) => ({ task_id: item.task_id, result: result(item) }));
    return {
      results: outcomes.flatMap(({ task_id, result: what }) =>
        what === null ? [] : [{ task_id, result: what, copy_id: null }],
      ),
      waiting: outcomes.filter((outcome) => outcome.result === null).map(({ task_id }) => task_id),
    };
  }
}

/** Marks all tasks of the logins and events of these as bought. */
function markBoughtRequests(
  tx: Tx,
  tasks: readonly TaskRow[],
  marked: readonly TaskRow[],
): TaskChangeRequest[] {
  const buyer = ({ login_id, event_id }: Buyer) => `${login_id} ${event_id}`;
  const buyers = new Set(marked.map(buyer));
  return tasks.filter((row) => buyers.has(buyer(row))).map((row) => markBoughtRequest(row, tx.scope));
}

/** The scope of who asked for the operation, confined to its realm. */
const requesterScope = ({ realm_id, user_id, who }: OperationRow): Scope => ({
  kind: 'realm',
  realmId: realm_id,
  actor: { ...systemScope('bulk').actor, kind: 'user', userId: user_id, label: who },
});
