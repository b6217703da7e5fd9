import { setTimeout as sleep } from 'node:timers/promises';
import type { AllowedHosts } from './allowed-hosts.ts';
import { CheckRun } from './check-run.ts';
import type { ConsoleClient } from './console-client.ts';
import { ConsoleRejected, ConsoleUnavailable } from './console-client.ts';
import { LeaseRun } from './lease-run.ts';
import type { Logger } from './log.ts';
import type { CheckLease, Lease, LeaseRequest } from './protocol.ts';
import { backoff } from './retry.ts';
import type { RunTracing } from './run-tracing.ts';

/** The version that the console shows. */
const VERSION = 'reference 0.1.0';

export interface WorkerOptions {
  name: string;
  capacity: number;
  hosts: AllowedHosts;
  client: ConsoleClient;
  log: Logger;
  tracing?: RunTracing | null;
  waitSeconds?: number;
  heartbeatMs?: number;
}

/** Leases tasks and runs them in parallel until it drains. */
export class Worker {
  private readonly options: WorkerOptions;
  private readonly runs = new Map<LeaseRun, Promise<void>>();
  private readonly checks = new Set<Promise<void>>();
  private readonly draining = new AbortController();
  private leasing: Promise<void> = Promise.resolve();
  /** Ends a poll that waits only for commands once there is capacity for a task again. */
  private commandPoll: AbortController | null = null;

  constructor(options: WorkerOptions) {
    this.options = options;
  }

  /** Starts leasing. */
  start(): void {
    this.leasing = this.leaseLoop();
  }

  /**
   * Stops leasing, and ends runs at their next safe point. Answers whether all ended within `limitMs`; another worker takes
   * over the rest when their leases end.
   */
  async drain(limitMs: number): Promise<boolean> {
    this.draining.abort();
    for (const run of this.runs.keys()) run.control.end('draining');
    void this.announceDraining();
    const late = Symbol('late');
    const timer = new AbortController();
    const all = this.leasing.then(() => Promise.all([...this.runs.values(), ...this.checks]));
    const first = await Promise.race([all, sleep(limitMs, late, { signal: timer.signal }).catch(() => late)]);
    timer.abort();
    return first !== late;
  }

  private async leaseLoop(): Promise<void> {
    const { signal } = this.draining;
    const isDraining = () => signal.aborted;
    for (let failed = 0; !isDraining();) {
      try {
        await this.leaseOnce();
        failed = 0;
      } catch (error) {
        if (isDraining()) return;
        const rejected = error instanceof ConsoleRejected;
        const reason = error instanceof Error ? error.message : 'unknown';
        if (rejected || failed === 0)
          this.options.log[rejected ? 'error' : 'warn']({ reason }, 'leasing failed, retrying');
        failed += 1;
        const minimum = error instanceof ConsoleUnavailable ? error.retryAfterMs : 0;
        await sleep(Math.max(minimum, backoff(failed)), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** One long poll: for tasks while there is capacity, and for commands to running leases. */
  private async leaseOnce(): Promise<void> {
    const { capacity, client, waitSeconds = 20 } = this.options;
    const free = Math.max(0, capacity - this.runs.size - this.checks.size);
    const commandPoll = new AbortController();
    if (free === 0) this.commandPoll = commandPoll;
    const signal = AbortSignal.any([this.draining.signal, commandPoll.signal]);
    try {
      const answer = await client.lease(this.request({ capacity: free, wait_s: waitSeconds }), signal);
      for (const { lease_id, command } of answer.commands ?? []) {
        for (const run of this.runs.keys()) if (run.running.lease_id === lease_id) run.control.apply(command);
      }
      for (const lease of answer.leases) this.begin(lease);
      for (const lease of answer.checks ?? []) this.beginCheck(lease);
    } catch (error) {
      // A poll without free capacity gets no task, so ending it loses nothing.
      if (!commandPoll.signal.aborted) throw error;
    } finally {
      this.commandPoll = null;
    }
  }

  private begin(lease: Lease): void {
    const { client, hosts, log, tracing, heartbeatMs } = this.options;
    const run = new LeaseRun(lease, client, hosts, log, heartbeatMs);
    const span = tracing?.start(lease);
    if (span) client.continueTrace(lease.lease_id, span.traceparent);
    const ended = run.runLease().finally(() => {
      this.runs.delete(run);
      span?.end(run.outcome);
      client.forget(lease.lease_id);
      this.commandPoll?.abort();
    });
    this.runs.set(run, ended);
    if (this.draining.signal.aborted) run.control.end('draining');
  }

  /** A check takes one sign-in: it ends sooner than its lease, without heartbeats. */
  private beginCheck(lease: CheckLease): void {
    const { client, hosts, log } = this.options;
    const ended = new CheckRun(lease, client, hosts, log).run().finally(() => {
      this.checks.delete(ended);
      this.commandPoll?.abort();
    });
    this.checks.add(ended);
  }

  /** Notifies the console that this worker takes no more tasks. If that fails, it is shown as lost after a while. */
  private async announceDraining(): Promise<void> {
    const { client, log } = this.options;
    const request = this.request({ capacity: 0, wait_s: 0, draining: true });
    await client.lease(request, AbortSignal.timeout(2_000)).catch((error: unknown) => {
      log.info(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'could not announce that it drains',
      );
    });
  }

  private request(more: Pick<LeaseRequest, 'capacity' | 'wait_s' | 'draining'>): LeaseRequest {
    const leases = [...this.runs.keys()].map((run) => run.running);
    return { worker: this.options.name, version: VERSION, settles: true, checks: true, leases, ...more };
  }
}
