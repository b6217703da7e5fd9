import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import pLimit from 'p-limit';
import type { WorkerIdentity } from '../platform/access/caller';
import { pipelined } from '../platform/database/pipelining';
import { Transactions, type Tx } from '../platform/database/transactions';
import { ApiError } from '../platform/errors/api-error';
import { type WaitOptions, Wakeups } from '../platform/queue/wakeups';
import type { Scope } from '../platform/realm-scope/scope';
import { formatTraceparent, getTracer, remoteContext } from '../platform/telemetry/tracing';
import {
  type DueTasks,
  findBlockers,
  type TakenTask,
  type TaskGates,
  TaskMetrics,
  TaskQueue,
  type TaskRow,
  Transitions,
} from '../work';
import { LeaseBuilder } from './lease-builder';
import { LeasesRepository } from './leases.repository';
import { LoginCheckLeases } from './login-check-leases.service';
import { PaymentChecks } from './payment-checks.service';
import { PendingCommandsRepository } from './pending-commands.repository';
import type { LeaseAnswer, LeaseDto, LeaseRequestDto } from './protocol.dto';
import { ValidTokensRepository } from './valid-tokens.repository';
import { WorkerTokens } from './worker-tokens';

/** Longest wait of a long poll between two attempts. */
const MAX_WAIT_MS = 2000;
const DEFAULT_WAIT_S = 20;
/** Most tasks of one transaction, so that the first of many are leased at once. */
const BATCH = 40;
/** Lease transactions of this process at a time: with more, commits wait for one another. */
const CONCURRENCY = 2;
/** Pause before another look while all due tasks are locked. */
const RETRY_MS = 15;

const emptyResponse: LeaseAnswer = { leases: [], checks: [], commands: [] };

/** `nextMs`: until the next task is due, when none was leased. */
type Attempt = LeaseAnswer & { workerId: number; sites: number[]; nextMs: number | null };

/** Leases tasks to workers: each to one, fairly between realms, and only while no gate blocks it. */
@Injectable()
export class Leasing {
  private readonly turns = pLimit(CONCURRENCY);

  constructor(
    private readonly transactions: Transactions,
    private readonly queue: TaskQueue,
    private readonly wakeups: Wakeups,
    private readonly transitions: Transitions,
    private readonly builder: LeaseBuilder,
    private readonly tokens: WorkerTokens,
    private readonly validTokens: ValidTokensRepository,
    private readonly paymentChecks: PaymentChecks,
    private readonly loginChecks: LoginCheckLeases,
    private readonly leases: LeasesRepository,
    private readonly commands: PendingCommandsRepository,
    private readonly metrics: TaskMetrics,
  ) {}

  /**
   * Waits up to `wait_s` for tasks and for commands to the worker's running leases, and returns as soon as there are any.
   * The response is empty when there were none or the caller has disconnected.
   *
   * @throws 401 as soon as the worker's token is revoked
   */
  async lease(
    scope: Scope,
    worker: WorkerIdentity,
    request: LeaseRequestDto,
    disconnected: AbortSignal,
  ): Promise<LeaseAnswer> {
    const watch = this.tokens.watch(worker.tokenId);
    try {
      const response = await this.poll(
        scope,
        worker,
        request,
        AbortSignal.any([disconnected, watch.revoked]),
      );
      if (watch.revoked.aborted) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
      return response;
    } finally {
      watch.end();
    }
  }

  private async poll(
    scope: Scope,
    worker: WorkerIdentity,
    request: LeaseRequestDto,
    disconnected: AbortSignal,
  ): Promise<LeaseAnswer> {
    const until = performance.now() + (request.wait_s ?? DEFAULT_WAIT_S) * 1000;
    let waits: WaitOptions = {
      sites: request.sites ?? worker.siteIds,
      worker: request.leases ? null : undefined,
    };
    for (;;) {
      const left = Math.max(0, until - performance.now());
      // Listen before the attempt, so that nothing queued in between is missed.
      const wait = Math.min(left, MAX_WAIT_MS);
      const waiting = this.wakeups.wait(waits, wait, disconnected);
      const startedAt = Date.now();
      const attempt = await this.attempt(scope, worker, request, disconnected).catch((error: unknown) => {
        waiting.end();
        if (disconnected.aborted) return null;
        throw error;
      });
      if (!attempt) return emptyResponse;
      const { checks, commands, workerId } = attempt;
      const leases = attempt.leases.map((lease) => traceLease(lease, startedAt));
      if (leases.length + checks.length + commands.length > 0 || left === 0 || this.wakeups.ending) {
        waiting.end();
        return { leases, checks, commands };
      }
      // setTimeout fires at once for delays over 24 days.
      const { nextMs } = attempt;
      const due =
        nextMs !== null && nextMs < wait
          ? setTimeout(waiting.end, nextMs > 0 ? Math.ceil(nextMs) + 1 : RETRY_MS)
          : null;
      waits = { sites: attempt.sites, worker: waits.worker === undefined ? undefined : workerId };
      await waiting.over;
      if (due) clearTimeout(due);
      if (disconnected.aborted) return emptyResponse;
    }
  }

  private attempt(
    scope: Scope,
    worker: WorkerIdentity,
    request: LeaseRequestDto,
    disconnected: AbortSignal,
  ): Promise<Attempt> {
    return this.turns(() => this.attemptNow(scope, worker, request, disconnected));
  }

  /** Takes tasks from the queue and leases them, in one transaction, which rolls back if the caller disconnects. */
  private attemptNow(
    scope: Scope,
    worker: WorkerIdentity,
    request: LeaseRequestDto,
    disconnected: AbortSignal,
  ): Promise<Attempt> {
    return this.transactions.run(scope, async (tx) => {
      // Statements that don't depend on one another leave together.
      const [workerId, , commands, sites, excludedRealmIds] = await pipelined([
        this.leases.recordWorkerSeen(tx, worker.tokenId, request),
        this.validTokens.lockValid(tx, worker.tokenId),
        this.commands.findUnacknowledgedCommands(tx, worker.tokenId, request.leases ?? []),
        this.leases.findEnabledSites(tx, request.sites ?? null, worker.siteIds),
        this.leases.findExcludedRealms(tx, worker.realmIds),
      ]);
      const room = request.draining ? 0 : Math.min(BATCH, request.capacity);
      if (room === 0) return { ...emptyResponse, commands, workerId, sites: [], nextMs: null };
      const settling = request.settles
        ? await this.paymentChecks.lease(tx, workerId, { sites, excludedRealmIds, count: room })
        : [];
      const free = room - settling.length;
      const leased = await this.leaseDue(tx, workerId, { sites, excludedRealmIds, count: free });
      const leases = [...settling, ...(await this.builder.build(tx, leased))];
      // Checks come last: they never keep a task from a worker.
      const checks = request.checks
        ? await this.loginChecks.lease(tx, workerId, {
            sites,
            excludedRealmIds,
            count: free - leased.length,
          })
        : [];
      disconnected.throwIfAborted();
      const nextMs = leases.length === 0 ? await this.queue.nextDueMs(tx, { sites, excludedRealmIds }) : null;
      return { leases, checks, commands, workerId, sites, nextMs };
    });
  }

  /** Takes due tasks until `count` are leased or none is due. */
  private async leaseDue(
    tx: Tx,
    workerId: number,
    { count, ...due }: DueTasks & { count: number },
  ): Promise<TakenTask[]> {
    const leased: TakenTask[] = [];
    while (leased.length < count) {
      const wanted = count - leased.length;
      const taken = await this.queue.take(tx, { ...due, count: wanted });
      if (taken.length > 0) leased.push(...(await this.leaseTaken(tx, workerId, taken)));
      if (taken.length < wanted) break;
    }
    return leased;
  }

  /** Leases taken tasks, and parks those that a gate blocks. */
  private async leaseTaken(tx: Tx, workerId: number, taken: readonly TakenTask[]): Promise<TakenTask[]> {
    const ids = taken.map(({ id }) => id);
    const [gates, slot] = await pipelined([
      this.leases.readGates(tx, ids),
      this.leases.countLeases(tx, workerId),
    ]);
    const free = taken.filter((row) => isFree(row, gates.get(row.id)));
    await this.queue.park(
      tx,
      taken.filter((row) => !free.includes(row)),
    );
    const applied = await this.transitions.apply(
      tx,
      free.map((row, index) => ({
        row,
        preceding: row.status === 'scheduled' ? { type: 'due' } : undefined,
        input: { type: 'lease' },
        message: null,
        lease: { lease_id: randomUUID(), worker_id: workerId, worker_index: slot + index },
      })),
    );
    const leased = applied.flatMap(({ row, outcome }) => (outcome.kind === 'change' ? [row] : []));
    this.metrics.observeLeaseDelays(tx, leased);
    return leased;
  }
}

/** Whether a worker may have a taken task: it waits for one, and no gate blocks it. */
function isFree(row: TaskRow, gates: (TaskGates & { payable: boolean }) | undefined): boolean {
  if (!gates || row.lease_id || row.paused) return false;
  // Held seats are paid even if the job's target is reached, because they count towards it.
  if (row.status === 'carted')
    return gates.payable && findBlockers({ ...gates, target_covered: false }).length === 0;
  const isDue = row.status === 'queued' || (row.status === 'scheduled' && !row.ahead);
  return isDue && findBlockers(gates).length === 0;
}

/**
 * Adds the leasing of a task to the trace of what queued it; the worker's spans become children of it. A server that doesn't
 * trace hands on what it found. `startedAt`: when the task was taken, in ms since 1970.
 */
function traceLease(lease: LeaseDto, startedAt: number): LeaseDto {
  const tracer = getTracer();
  const parent = remoteContext(lease.traceparent);
  if (!tracer || !parent) return lease;
  const attributes = { 'messaging.system': 'postgresql', 'tessera.task_id': lease.task.id };
  const span = tracer.startSpan(
    'lease task',
    { kind: SpanKind.CONSUMER, startTime: startedAt, attributes },
    parent,
  );
  span.end();
  return { ...lease, traceparent: formatTraceparent(span.spanContext()) };
}
