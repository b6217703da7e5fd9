import { Injectable } from '@nestjs/common';
import { backoffSeconds } from '@tessera/domain';
import type { WorkerIdentity } from '../platform/access/caller';
import { RequestBatcher } from '../platform/database/request-batcher';
import { Transactions, type Tx } from '../platform/database/transactions';
import { isDatabaseUnavailable } from '../platform/errors/database-error';
import { type Scope, systemScope } from '../platform/realm-scope/scope';
import { HoldsRepository } from '../purchases';
import {
  type ReportedFailureKind,
  type TaskDto,
  type TaskReason,
  taskReason,
  type TaskRow,
  TasksRepository,
  Transitions,
} from '../work';
import { type LeaseReport, LeaseReportsRepository } from './lease-reports.repository';
import { LeasesRepository } from './leases.repository';
import { LoginCheckLeasesRepository } from './login-check-leases.repository';
import { PaymentChecksRepository } from './payment-checks.repository';
import { PendingCommandsRepository } from './pending-commands.repository';
import type { FailAnswer, FailDto, HeartbeatAnswer, ReleaseDto, ReportDto, TaskAnswer } from './protocol.dto';

/** Most reports per batch. */
const MAX_BATCH = 200;
const everyRealm = systemScope('worker reports');

/** Handles workers' reports about their leased tasks. */
@Injectable()
export class LeaseReports {
  private readonly batcher = new RequestBatcher<LeaseReport, TaskDto | undefined>(
    (reports) => this.flushBatch(reports),
    MAX_BATCH,
  );

  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly leases: LeasesRepository,
    private readonly commands: PendingCommandsRepository,
    private readonly reports: LeaseReportsRepository,
    private readonly checks: PaymentChecksRepository,
    private readonly loginChecks: LoginCheckLeasesRepository,
    private readonly tasks: TasksRepository,
    private readonly holds: HoldsRepository,
  ) {}

  /** Extends the lease; returns the pending commands. */
  heartbeat(scope: Scope, worker: WorkerIdentity, leaseId: string): Promise<HeartbeatAnswer> {
    return this.transactions.run(scope, async (tx) => {
      const row = await this.leases.lockLeasedTask(tx, worker, leaseId);
      if (!row) {
        const end =
          (await this.loginChecks.extend(tx, worker, leaseId)) ??
          (await this.checks.extendCheck(tx, worker, leaseId));
        return { commands: [], expires_at: end.toISOString() };
      }
      const { expires_at } = await this.reports.extendLease(tx, row.id);
      const commands = await this.commands.findHeartbeatCommands(tx, worker.tokenId, leaseId);
      return {
        commands: commands.map(({ command, at }) => ({ command, at })),
        expires_at: expires_at.toISOString(),
      };
    });
  }

  /** Reports the task's status, and extends the lease. A report doesn't change the status of a task that is stopping. */
  async report(scope: Scope, worker: WorkerIdentity, leaseId: string, body: ReportDto): Promise<TaskAnswer> {
    const report = { tokenId: worker.tokenId, leaseId, report: body };
    const task = await this.batcher.add({ ...report, withMessage: true, settled: false });
    if (task) return { task };
    return this.transactions.run(scope, async (tx) => {
      const row = await this.leases.requireLeasedTask(tx, worker, leaseId);
      const { outcome } = await this.transitions.applyOne(tx, {
        row,
        input: { type: 'report', status: body.status },
        message: body.message,
      });
      const withMessage = outcome.kind !== 'change' && row.status !== 'stopping';
      const [saved] = await this.reports.saveReports(tx, [{ ...report, withMessage, settled: true }]);
      if (!saved) throw new Error('The report of a current lease was not saved');
      return { task: saved };
    });
  }

  /**
   * Saves the reports that leave their task's status as it is, which are most; the state machine has no transition for them
   * (see task-machine.spec.ts). Returns undefined for the others, which are saved one by one.
   */
  private async flushBatch(reports: readonly LeaseReport[]): Promise<(TaskDto | undefined)[]> {
    const first = [...new Map(reports.toReversed().map((report) => [report.leaseId, report])).values()];
    try {
      const saved = await this.reports.saveReports(
        { queryPrepared: (sql, params) => this.transactions.runStatement(everyRealm, sql, params) },
        first,
      );
      return reports.map((report) => saved[first.indexOf(report)]);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      // Each report is then saved separately, so that only an invalid one is rejected.
      return reports.map(() => undefined);
    }
  }

  /** The worker gives up this attempt: the task is queued again with backoff, or fails when its retries are used up. */
  fail(scope: Scope, worker: WorkerIdentity, leaseId: string, body: FailDto): Promise<FailAnswer> {
    return this.transactions.run(scope, async (tx) => {
      const row = await this.leases.lockLeasedTask(tx, worker, leaseId);
      if (!row) {
        if (await this.loginChecks.postpone(tx, worker, leaseId, body)) return { task: null };
        return this.answer(tx, await this.checks.postponeCheck(tx, worker, leaseId, body));
      }
      await this.transitions.applyOne(tx, {
        row,
        input: { type: 'fail' },
        order: body.unpaid ? 'unpaid' : undefined,
        message: failureReason(
          row,
          { words: body.message, ...(body.kind && { kind: body.kind }) },
          body.retry_after_s ?? 0,
        ),
        commandMessage: body.message,
        retryAfter: body.retry_after_s ?? 0,
        payable: await this.isPayable(tx, row.id),
      });
      return this.answer(tx, row.id);
    });
  }

  /** The worker releases the task: it is queued again without counting a retry, or stopped if that was requested. */
  release(scope: Scope, worker: WorkerIdentity, leaseId: string, body: ReleaseDto): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const row = await this.leases.lockLeasedTask(tx, worker, leaseId);
      if (!row) {
        if (await this.loginChecks.release(tx, worker, leaseId)) return;
        return this.checks.releaseCheck(tx, worker, leaseId);
      }
      const stopping = row.status === 'stopping';
      await this.transitions.applyOne(tx, {
        row,
        input: { type: 'release' },
        order: body.unpaid ? 'unpaid' : undefined,
        message: stopping
          ? taskReason('STOPPED')
          : row.status === 'carted'
            ? undefined
            : await this.releaseReason(tx, row.id),
        ...(stopping && { commandMessage: 'Stopped by the worker' }),
        payable: await this.isPayable(tx, row.id),
      });
    });
  }

  /** Whether the task has live holds to pay. */
  private async isPayable(tx: Tx, taskId: number): Promise<boolean> {
    return ((await this.holds.countByTask(tx, [taskId])).get(taskId)?.live ?? 0) > 0;
  }

  /** Why a released task waits again: the gate that blocks it, if there is one. */
  private async releaseReason(tx: Tx, taskId: number): Promise<TaskReason> {
    const [blocker] = await this.commands.readBlockers(tx, taskId);
    // The parameter is stored as `obstacle`.
    return blocker ? taskReason('GIVEN_BACK_BECAUSE', { obstacle: blocker.code }) : taskReason('GIVEN_BACK');
  }

  private async answer(tx: Tx, taskId: number): Promise<TaskAnswer> {
    return { task: (await this.tasks.get(tx, taskId)).row };
  }
}

/** The reason for a failed attempt: the worker's message, or that contact with the worker was lost. */
export function failureReason(
  row: TaskRow,
  failure: { words: string; kind?: ReportedFailureKind } | { failure: 'WORKER_LOST' },
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
