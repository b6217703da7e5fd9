import { backoffSeconds } from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import type { WorkerIdentity } from '../../platform/access/caller';
import { RequestBatcher } from '../../platform/database/request-batcher';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { isDatabaseAway } from '../../platform/errors/database-problem';
import { type Scope, systemScope } from '../../platform/realm-scope/scope';
import { holdCounts } from '../carts';
import { type TaskReason, taskReason, type TaskRow, type TaskDto, readTask, Transitions } from '../tasks';
import { lockLeasedTask, requireLeasedTask } from './current-lease';
import { extendLease, type LeaseReport, saveReports } from './lease-reports.repository';
import type { FailDto, HeartbeatAnswer, ReleaseDto, ReportDto, TaskAnswer } from './protocol.dto';
import { extendCheck, postponeCheck, releaseCheck } from './payment-checks.repository';
import { heartbeatCommands, readBlockers } from './pending-commands.queries';

/** Reports that share a transaction at most. */
const AT_ONCE = 200;
const everyRealm = systemScope('worker reports');

/** What a worker says of a task that it has. */
@Injectable()
export class LeaseReports {
  private readonly ofSameStatus = new RequestBatcher<LeaseReport, TaskDto | undefined>(
    (reports) => this.flushBatch(reports),
    AT_ONCE,
  );

  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
  ) {}

  /** Lengthens the lease and passes on what people wish. */
  heartbeat(scope: Scope, worker: WorkerIdentity, leaseId: string): Promise<HeartbeatAnswer> {
    return this.transactions.run(scope, async (tx) => {
      const row = await lockLeasedTask(tx, worker, leaseId);
      if (!row) return { commands: [], expires_at: (await extendCheck(tx, worker, leaseId)).toISOString() };
      const { expires_at } = await extendLease(tx, row.id);
      const commands = await heartbeatCommands(tx, worker.tokenId, leaseId);
      return {
        commands: commands.map(({ command, at }) => ({ command, at })),
        expires_at: expires_at.toISOString(),
      };
    });
  }

  /** Tells where the task is; also lengthens the lease. A report changes nothing of a task that is being stopped. */
  async report(scope: Scope, worker: WorkerIdentity, leaseId: string, body: ReportDto): Promise<TaskAnswer> {
    const report = { tokenId: worker.tokenId, leaseId, report: body };
    const task = await this.ofSameStatus.add({ ...report, withMessage: true, settled: false });
    if (task) return { task };
    return this.transactions.run(scope, async (tx) => {
      const row = await requireLeasedTask(tx, worker, leaseId);
      const { outcome } = await this.transitions.one(tx, {
        row,
        input: { type: 'report', status: body.status },
        message: body.message,
      });
      const withMessage = outcome.kind !== 'change' && row.status !== 'stopping';
      const [saved] = await saveReports(tx, [{ ...report, withMessage, settled: true }]);
      if (!saved) throw new Error('a task under a current lease can be reported');
      return { task: saved };
    });
  }

  /**
   * Saves reports of tasks whose status they don't change, for which the machine has nothing to do (task-machine.spec.ts holds
   * that): most of all reports. Undefined for the others, which go one by one.
   */
  private async flushBatch(reports: readonly LeaseReport[]): Promise<(TaskDto | undefined)[]> {
    const first = [...new Map(reports.toReversed().map((report) => [report.leaseId, report])).values()];
    try {
      const saved = await saveReports(
        { queryPrepared: (sql, params) => this.transactions.runStatement(everyRealm, sql, params) },
        first,
      );
      return reports.map((report) => saved[first.indexOf(report)]);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      // One that can't be saved is refused on its own, and the others aren't.
      return reports.map(() => undefined);
    }
  }

  /** The worker gives up this try: queued again with back-off, or failed when its retries are used up. */
  fail(scope: Scope, worker: WorkerIdentity, leaseId: string, body: FailDto): Promise<TaskAnswer> {
    return this.transactions.run(scope, async (tx) => {
      const row = await lockLeasedTask(tx, worker, leaseId);
      if (!row) return answer(tx, await postponeCheck(tx, worker, leaseId, body));
      await this.transitions.one(tx, {
        row,
        input: { type: 'fail' },
        order: body.unpaid ? 'unpaid' : undefined,
        message: failureReason(row, { words: body.message }, body.retry_after_s ?? 0),
        commandMessage: body.message,
        retryAfter: body.retry_after_s ?? 0,
        payable: await isPayable(tx, row.id),
      });
      return answer(tx, row.id);
    });
  }

  /** The worker lets go: queued again without a retry counted, or stopped when that was asked. */
  release(scope: Scope, worker: WorkerIdentity, leaseId: string, body: ReleaseDto): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const row = await lockLeasedTask(tx, worker, leaseId);
      if (!row) return releaseCheck(tx, worker, leaseId);
      const stopping = row.status === 'stopping';
      await this.transitions.one(tx, {
        row,
        input: { type: 'release' },
        order: body.unpaid ? 'unpaid' : undefined,
        message: stopping
          ? taskReason('STOPPED')
          : row.status === 'carted'
            ? undefined
            : await releaseReason(tx, row.id),
        ...(stopping && { commandMessage: 'Stopped by the worker' }),
        payable: await isPayable(tx, row.id),
      });
    });
  }
}

/** Whether the task has live holds left to pay. */
export async function isPayable(tx: Tx, taskId: number): Promise<boolean> {
  return ((await holdCounts(tx, [taskId])).get(taskId)?.live ?? 0) > 0;
}

/** What people read of a failed try: in the worker's words, or that there was no worker to report. */
export function failureReason(
  row: TaskRow,
  failure: { words: string } | { failure: 'WORKER_LOST' },
  retryAfter = 0,
): TaskReason {
  if (row.status === 'stopping') return taskReason('STOPPED_AFTER', failure);
  const { max_retries } = row;
  if (row.status !== 'carted' && row.retry_count >= max_retries)
    return taskReason('RETRIES_USED_UP', failure);
  const retry = row.retry_count + 1;
  const wait_s = Math.max(backoffSeconds(retry), retryAfter);
  return row.status === 'carted'
    ? taskReason('PAYMENT_FAILED', { ...failure, retry, wait_s })
    : taskReason('TRY_FAILED', { ...failure, retry, max_retries, wait_s });
}

/** Why a task waits again that its worker let go: the switch that keeps it back, if it was that. */
async function releaseReason(tx: Tx, taskId: number): Promise<TaskReason> {
  const [obstacle] = await readBlockers(tx, taskId);
  return obstacle ? taskReason('GIVEN_BACK_BECAUSE', { obstacle: obstacle.code }) : taskReason('GIVEN_BACK');
}

const answer = async (tx: Tx, id: number): Promise<TaskAnswer> => ({ task: (await readTask(tx, id)).answer });
