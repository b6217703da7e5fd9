import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WorkerIdentity } from '../../platform/access/caller';
import { WorkerTokens } from '../../platform/auth/worker-tokens';
import { WorkerTokensRepository } from '../../platform/auth/worker-tokens.repository';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { type TakenRun, TaskQueue } from '../../platform/queue/task-queue';
import { type WaitOptions, Wakeups } from '../../platform/queue/wakeups';
import type { Scope } from '../../platform/realm-scope/scope';
import { findBlockers, TaskLifecycleRepository, TaskMetrics, type TaskRow, Transitions } from '../tasks';
import { fairLevel } from './fair-share';
import { LeaseBuilder } from './lease-builder';
import { traceLease } from './lease-trace';
import { LeasesRepository } from './leases.repository';
import { PaymentChecks } from './payment-checks.service';
import { PendingCommandsRepository } from './pending-commands.repository';
import type { LeaseAnswer, LeaseRequestDto } from './protocol.dto';

/** Longest wait of a long poll between two attempts. */
const MAX_WAIT_MS = 2000;
const DEFAULT_WAIT_S = 20;

const emptyAnswer: LeaseAnswer = { leases: [], commands: [] };

type Attempt = LeaseAnswer & { workerId: number; sites: number[]; nextMs: number | null };

/** Leases tasks to workers: each to one, fairly between realms, and only while no gate blocks it. */
@Injectable()
export class Leasing {
  constructor(
    private readonly transactions: Transactions,
    private readonly queue: TaskQueue,
    private readonly wakeups: Wakeups,
    private readonly transitions: Transitions,
    private readonly builder: LeaseBuilder,
    private readonly tokens: WorkerTokens,
    private readonly validTokens: WorkerTokensRepository,
    private readonly paymentChecks: PaymentChecks,
    private readonly leases: LeasesRepository,
    private readonly commands: PendingCommandsRepository,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly metrics: TaskMetrics,
  ) {}

  /**
   * Waits up to `wait_s` for tasks and for commands to the worker's running leases, and returns as soon as there are any.
   * The answer is empty when there were none or the caller has disconnected.
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
      const answer = await this.poll(scope, worker, request, AbortSignal.any([disconnected, watch.revoked]));
      if (watch.revoked.aborted) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
      return answer;
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
      if (!attempt) return emptyAnswer;
      const { commands, workerId } = attempt;
      const leases = attempt.leases.map((lease) => traceLease(lease, startedAt));
      if (leases.length + commands.length > 0 || left === 0 || this.wakeups.ending) {
        waiting.end();
        return { leases, commands };
      }
      // setTimeout fires at once for delays over 24 days.
      const { nextMs } = attempt;
      const due = nextMs !== null && nextMs < wait ? setTimeout(waiting.end, Math.ceil(nextMs) + 1) : null;
      waits = { sites: attempt.sites, worker: waits.worker === undefined ? undefined : workerId };
      await waiting.over;
      if (due) clearTimeout(due);
      if (disconnected.aborted) return emptyAnswer;
    }
  }

  /** Takes runs from the queue and leases their tasks, in one transaction, which rolls back if the caller disconnects. */
  private attempt(
    scope: Scope,
    worker: WorkerIdentity,
    request: LeaseRequestDto,
    disconnected: AbortSignal,
  ): Promise<Attempt> {
    return this.transactions.run(scope, async (tx) => {
      const workerId = await this.leases.recordWorkerSeen(tx, worker.tokenId, request);
      await this.validTokens.lockValid(tx, worker.tokenId);
      const commands = await this.commands.findUnacknowledgedCommands(
        tx,
        worker.tokenId,
        request.leases ?? [],
      );
      const room = request.draining ? 0 : request.capacity;
      if (room === 0) return { leases: [], commands, workerId, sites: [], nextMs: null };
      const sites = await this.leases.findEnabledSites(tx, request.sites ?? null, worker.siteIds);
      const notRealms = await this.leases.findExcludedRealms(tx, worker.realmIds);
      const loads = await this.leases.countSiteLoads(tx, sites, notRealms);
      const nextMs = loads.reduce<number | null>(
        (least, { next_ms }) => (next_ms === null ? least : Math.min(least ?? next_ms, next_ms)),
        null,
      );
      const checks = request.settles
        ? await this.paymentChecks.lease(tx, workerId, { sites, notRealms, count: room })
        : [];
      const free = room - checks.length;
      const leased: TaskRow[] = [];
      const traceparents = new Map<number, string>();
      const busy = loads.filter(({ realms }) => realms.some(({ ready }) => ready > 0));
      for (const [index, { site_id, realms }] of busy.entries()) {
        if (leased.length >= free) break;
        const share = Math.ceil((free - leased.length) / (busy.length - index));
        const level = fairLevel(realms, share);
        const how = { siteId: site_id, count: share, level, notRealms, traceparents };
        const got = await this.leaseAtSite(tx, workerId, how);
        leased.push(...got);
      }
      const leases = [...checks, ...(await this.builder.build(tx, leased, traceparents))];
      disconnected.throwIfAborted();
      return { leases, commands, workerId, sites, nextMs };
    });
  }

  private async leaseAtSite(
    tx: Tx,
    workerId: number,
    {
      siteId,
      count,
      level,
      notRealms,
      traceparents,
    }: {
      siteId: number;
      count: number;
      level: number;
      notRealms: readonly number[];
      /** Receives the traces of the runs, by task. */
      traceparents: Map<number, string>;
    },
  ): Promise<TaskRow[]> {
    const leased: TaskRow[] = [];
    while (leased.length < count) {
      const runs = await this.queue.take(tx, siteId, count - leased.length, level, notRealms);
      if (runs.length === 0) break;
      for (const { task_id, traceparent } of runs) if (traceparent) traceparents.set(task_id, traceparent);
      leased.push(...(await this.leaseRuns(tx, workerId, siteId, runs)));
    }
    return leased;
  }

  /** Leases the tasks of taken runs; ends runs that no task waits for, and parks tasks that a gate blocks. */
  private async leaseRuns(
    tx: Tx,
    workerId: number,
    siteId: number,
    runs: readonly TakenRun[],
  ): Promise<TaskRow[]> {
    const rows = await this.lifecycle.lockByIds(
      tx,
      runs.map(({ task_id }) => task_id),
    );
    const queued = rows.filter((row) => runs.some(({ run_id }) => run_id === row.boss_job_id));
    const gates = await this.leases.readGates(
      tx,
      queued.map(({ id }) => id),
    );
    const free = queued.filter((row) => {
      const found = gates.get(row.id);
      if (!found || row.lease_id || row.paused) return false;
      // Held seats are paid even if the job's target is reached, because they count towards it.
      if (row.status === 'carted')
        return found.payable && findBlockers({ ...found, target_covered: false }).length === 0;
      return (
        (row.status === 'queued' || (row.status === 'scheduled' && !row.ahead)) &&
        findBlockers(found).length === 0
      );
    });
    const blocked = queued.filter((row) => !free.includes(row));
    await this.transitions.park(tx, blocked);
    const freeRuns = new Set(free.map(({ boss_job_id }) => boss_job_id));
    await this.queue.settle(
      tx,
      siteId,
      runs.filter(({ run_id }) => !freeRuns.has(run_id)).map(({ run_id }) => run_id),
    );
    const slot = await this.leases.countLeases(tx, workerId);
    const due = await this.transitions.apply(
      tx,
      free.filter(({ status }) => status === 'scheduled').map((row) => ({ row, input: { type: 'due' } })),
    );
    const current = free.map((row) => due.find((applied) => applied.row.id === row.id)?.row ?? row);
    const applied = await this.transitions.apply(
      tx,
      current.map((row, index) => ({
        row,
        input: { type: 'lease' },
        message: null,
        lease: { lease_id: randomUUID(), worker_id: workerId, worker_index: slot + index },
      })),
    );
    const leased = applied.flatMap(({ row, outcome }) => (outcome.kind === 'change' ? [row] : []));
    const leasedIds = new Set(leased.map(({ id }) => id));
    this.metrics.observeLeaseDelays(
      tx,
      runs.filter(({ task_id }) => leasedIds.has(task_id)).map(({ waited_s }) => waited_s),
    );
    return leased;
  }
}
