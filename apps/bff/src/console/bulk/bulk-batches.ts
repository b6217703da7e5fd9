import { Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { isUnfinished } from '@tessera/domain';
import { auditAll, auditEntriesOf } from '../../platform/audit/audit';
import { Listener } from '../../platform/database/listener';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { isDatabaseUnavailable, isTransient, toDatabaseError } from '../../platform/errors/database-error';
import { BULK_CHANNEL, BulkQueue } from '../../platform/queue/bulk-queue';
import { Poller } from '../../platform/queue/poller';
import { type Scope, systemScope } from '../../platform/realm-scope/scope';
import { inTraceOf } from '../../platform/telemetry/tracing';
import { HoldsRepository, PayClaims, Purchases } from '../../purchases';
import {
  BulkProgress,
  buyerKey,
  commandRequest,
  markBoughtRequest,
  type TaskChangeRequest,
  TaskLifecycleRepository,
  type TaskRow,
  Transitions,
} from '../../work';
import type { BulkRequest, BulkResult } from './bulk.dto';
import { BulkRepository, type OperationRow, type PendingItem } from './bulk.repository';
import { BulkCommands, type ImmediateRequest } from './bulk-commands';
import { BulkEligibility, isPurchase, partitionEligible } from './bulk-eligibility';

/** Tasks per transaction. */
const BATCH_SIZE = 100;
/** A worker releases a task at its next heartbeat (10 s), or its lease ends (30 s); after this time the task is skipped. */
const RELEASE_TIMEOUT_S = 45;
/** Seconds between two checks of a task that waits for its worker. */
const RECHECK_S = 1;

/** Results of finished tasks, and the tasks that wait for their worker. */
interface BatchOutcome {
  results: BulkResult[];
  waiting: number[];
}

/** Runs bulk operations in batches. A batch and its entry in the queue are one transaction. */
@Injectable()
export class BulkBatches {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly commands: BulkCommands,
    private readonly purchases: Purchases,
    private readonly claims: PayClaims,
    private readonly queue: BulkQueue,
    private readonly bulks: BulkRepository,
    private readonly progress: BulkProgress,
    private readonly eligibility: BulkEligibility,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly holds: HoldsRepository,
  ) {}

  /** Runs the next batch of the operation that has waited longest; false when none is due. */
  runNext(): Promise<boolean> {
    return this.transactions.runAmbient(systemScope('bulk'), async (tx) => {
      const batch = await this.queue.take(tx);
      if (!batch) return false;
      await this.queue.settle(tx, batch.job_id);
      const span = { kind: SpanKind.CONSUMER, attributes: { 'tessera.operation_id': batch.operation_id } };
      await inTraceOf(batch.traceparent, 'bulk batch', span, () => this.runPart(tx, batch.operation_id));
      return true;
    });
  }

  private async runPart(tx: Tx, operationId: number): Promise<void> {
    const operation = await this.bulks.lock(tx, operationId);
    if (operation?.state !== 'queued' && operation?.state !== 'running') return;
    if (operation.is_ended) {
      await this.bulks.abort(tx, operation.id);
      await auditAll(tx, auditEntriesOf('bulk_operation.abort', 'bulk_operation', [operation]));
      return;
    }
    const items = await this.bulks.findNextItems(tx, operation.id, BATCH_SIZE);
    const { results, waiting } = await this.runBatch(operation, items);
    await this.bulks.saveResults(tx, operation.id, results, waiting);
    if (await this.progress.countResults(tx, operation.id, results)) {
      const allWait = items.every(({ waits_s }) => waits_s !== null) && results.length === 0;
      await this.queue.enqueue(tx, operation.id, allWait ? RECHECK_S : 0);
    }
  }

  /** Runs a batch in the requester's scope. An error of the whole batch becomes the result of each of its tasks. */
  private async runBatch(operation: OperationRow, items: readonly PendingItem[]): Promise<BatchOutcome> {
    const scope = requesterScope(operation);
    const { command, ...how } = operation;
    const ids = items.map(({ task_id }) => task_id);
    try {
      return await this.transactions.run(scope, (tx) => {
        if (command === 'delete') return this.delete(tx, items);
        return isPurchase(command)
          ? this.markBought(tx, operation, ids)
          : this.command(tx, { ...how, command }, items);
      });
    } catch (error) {
      if (isTransient(error) || isDatabaseUnavailable(error)) throw error;
      const problem = error instanceof ApiError ? error : toDatabaseError(error);
      if (!problem) throw error;
      return {
        results: ids.map((task_id) => ({ task_id, result: problem.code, copy_id: null })),
        waiting: [],
      };
    }
  }

  /** A start waits for tasks that are still stopping, because it may undo that stop. */
  private async command(
    tx: Tx,
    request: ImmediateRequest,
    items: readonly PendingItem[],
  ): Promise<BatchOutcome> {
    const ids = items.map(({ task_id }) => task_id);
    const rows = await this.commands.readTasks(tx, request.command, ids, { lock: true });
    const stopping = new Set(
      request.command === 'start' ? rows.flatMap(({ id, status }) => (status === 'stopping' ? id : [])) : [],
    );
    const waiting = items.flatMap(({ task_id, waits_s }) =>
      stopping.has(task_id) && (waits_s ?? 0) <= RELEASE_TIMEOUT_S ? task_id : [],
    );
    const due = ids.filter((id) => !waiting.includes(id));
    return { results: await this.commands.applyCommand(tx, request, rows, due), waiting };
  }

  /**
   * `mark_bought` records the held seats of each task as purchased, and marks all tasks of its login for the event; a task
   * whose login holds nothing in these tasks is skipped, and so is one with a seat that is recorded or held elsewhere. `mark_tasks_bought` records no purchase, and skips tasks whose
   * login holds seats.
   */
  private async markBought(
    tx: Tx,
    { command, override_claims: overridesClaims, replace_records: replaces }: BulkRequest,
    ids: readonly number[],
  ): Promise<BatchOutcome> {
    const buyers = await this.lifecycle.findBuyers(tx, ids);
    const lockTasks = () => this.lifecycle.lockWithBuyers(tx, ids, buyers);
    const select = async (tasks: readonly TaskRow[]) => {
      const rows = tasks.filter(({ id }) => ids.includes(id));
      const context = await this.eligibility.load(tx, rows, command, { overridesClaims });
      return partitionEligible(rows, ids, command, context);
    };
    if (command === 'mark_tasks_bought') {
      const tasks = await lockTasks();
      const { eligible, results } = await select(tasks);
      await this.transitions.apply(tx, markBoughtRequests(tx, tasks, eligible));
      return { results, waiting: [] };
    }
    let results: BulkResult[] = [];
    const { holds, paid, failed } = await this.purchases.recordPurchase(tx, {
      baskets: { ids, claimed: 'skip' },
      lockTasks,
      lockHolds: async (tasks) => {
        const selected = await select(tasks);
        results = selected.results;
        const taskIds = selected.eligible.map(({ id }) => id);
        if (overridesClaims) await this.claims.requireFree(tx, taskIds, true);
        return this.holds.lockLiveOfTasks(tx, taskIds);
      },
      isPaid: () => true,
      replace: replaces,
      wholeBaskets: true,
    });
    const taskOf = new Map(holds.map(({ id, task_id }) => [id, task_id]));
    const skipped = new Map(failed.map(({ id, code }) => [taskOf.get(id) ?? null, code]));
    // What replaces a record is recorded even if the task holds the same seat once more.
    for (const { task_id } of paid) skipped.delete(task_id);
    return {
      results: results.map((one) => ({ ...one, result: skipped.get(one.task_id) ?? one.result })),
      waiting: [],
    };
  }

  /** Stops unfinished tasks, deletes finished ones, and leaves tasks that a worker still has for a later batch. */
  private async delete(tx: Tx, items: readonly PendingItem[]): Promise<BatchOutcome> {
    const rows = await this.lifecycle.lockByIds(
      tx,
      items.map(({ task_id }) => task_id),
    );
    await this.transitions.apply(
      tx,
      rows.filter(({ status }) => isUnfinished(status)).map((row) => commandRequest(row, 'stop', tx.scope)),
    );
    // Read again: a task that was stopped just now may need a payment check.
    const current = await this.lifecycle.lockByIds(
      tx,
      rows.map(({ id }) => id),
    );
    const now = new Map(current.map((row) => [row.id, row]));
    await this.lifecycle.softDelete(
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

/** Requests that mark all tasks of the same buyers as bought. */
function markBoughtRequests(
  tx: Tx,
  tasks: readonly TaskRow[],
  marked: readonly TaskRow[],
): TaskChangeRequest[] {
  const buyers = new Set(marked.map(buyerKey));
  return tasks.filter((row) => buyers.has(buyerKey(row))).map((row) => markBoughtRequest(row, tx.scope));
}

/** The requester's scope, confined to the operation's realm. */
const requesterScope = ({ realm_id, user_id, who }: OperationRow): Scope => ({
  kind: 'realm',
  realmId: realm_id,
  actor: { ...systemScope('bulk').actor, kind: 'user', userId: user_id, label: who },
});

/** Runs batches of bulk operations. Of several processes any can run the next batch. */
@Injectable()
export class BulkWorker extends Poller {
  constructor(
    private readonly batches: BulkBatches,
    private readonly queue: BulkQueue,
    listener: Listener,
  ) {
    super({
      name: 'bulk',
      intervalMs: 1000,
      failure: 'A batch of a bulk operation failed and is left for later',
    });
    this.wakeOn(listener, BULK_CHANNEL);
  }

  /** Runs batches until none is due. */
  protected async poll(): Promise<void> {
    // A notification may arrive before the queue is ready.
    await this.queue.ready();
    while (!this.isStopped && (await this.batches.runNext()));
  }
}
