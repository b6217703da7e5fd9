import { setTimeout as sleep } from 'node:timers/promises';
import type { AllowedHosts } from './allowed-hosts.ts';
import type { ConsoleClient } from './console-client.ts';
import { ConsoleAway, ConsoleRefused } from './console-client.ts';
import { LeaseRun } from './lease-run.ts';
import type { Logger } from './log.ts';
import { backoff } from './patience.ts';
import type { Lease, LeaseRequest } from './protocol.ts';

/** What the console shows of this worker. */
export const VERSION = 'reference 0.1.0';

export interface WorkerOptions {
  name: string;
  capacity: number;
  hosts: AllowedHosts;
  client: ConsoleClient;
  log: Logger;
  waitSeconds?: number;
  heartbeatMs?: number;
}

/** Leases tasks and runs them side by side, until it drains. */
export class Worker {
  private readonly options: WorkerOptions;
  private readonly runs = new Map<LeaseRun, Promise<void>>();
  private readonly draining = new AbortController();
  private leasing: Promise<void> = Promise.resolve();
  /** While a poll waits for commands alone: ended when there is room for a task again. */
  private full: AbortController | null = null;

  constructor(options: WorkerOptions) {
    this.options = options;
  }

  /** Begins to lease. */
  start(): void {
    this.leasing = this.keepLeasing();
  }

  /**
   * Leases nothing more and ends what runs at its next safe point. Answers true when all ended within
   * `limitMs`; what did not is taken over by another worker when its lease ends.
   */
  async drain(limitMs: number): Promise<boolean> {
    this.draining.abort();
    for (const run of this.runs.keys()) run.control.end('draining');
    void this.sayDraining();
    const late = Symbol('late');
    const timer = new AbortController();
    const all = this.leasing.then(() => Promise.all(this.runs.values()));
    const first = await Promise.race([all, sleep(limitMs, late, { signal: timer.signal }).catch(() => late)]);
    timer.abort();
    return first !== late;
  }

  private async keepLeasing(): Promise<void> {
    const { signal } = this.draining;
    for (let failed = 0; !signal.aborted;) {
      try {
        await this.leaseOnce();
        failed = 0;
      } catch (error) {
        if (signal.aborted) return;
        const refused = error instanceof ConsoleRefused;
        const reason = error instanceof Error ? error.message : 'unknown';
        if (refused || failed === 0)
          this.options.log[refused ? 'error' : 'warn']({ reason }, 'no lease, trying again');
        failed += 1;
        const least = error instanceof ConsoleAway ? error.retryAfterMs : 0;
        await sleep(Math.max(least, backoff(failed)), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** One long poll: for tasks while there is room, and for commands to what runs. */
  private async leaseOnce(): Promise<void> {
    const { capacity, client, waitSeconds = 20 } = this.options;
    const room = Math.max(0, capacity - this.runs.size);
    const full = new AbortController();
    if (room === 0) this.full = full;
    const signal = AbortSignal.any([this.draining.signal, full.signal]);
    try {
      const answer = await client.lease(this.request({ capacity: room, wait_s: waitSeconds }), signal);
      for (const { lease_id, command } of answer.commands ?? []) {
        for (const run of this.runs.keys()) if (run.running.lease_id === lease_id) run.control.apply(command);
      }
      for (const lease of answer.leases) this.begin(lease);
    } catch (error) {
      // A poll without room was given no task, so ending it loses nothing.
      if (!full.signal.aborted) throw error;
    } finally {
      this.full = null;
    }
  }

  private begin(lease: Lease): void {
    const { client, hosts, log, heartbeatMs } = this.options;
    const run = new LeaseRun(lease, client, hosts, log, heartbeatMs);
    const ended = run.run().finally(() => {
      this.runs.delete(run);
      this.full?.abort();
    });
    this.runs.set(run, ended);
    if (this.draining.signal.aborted) run.control.end('draining');
  }

  /** Tells the console that nothing more is wanted; one that is away sees it by the silence. */
  private async sayDraining(): Promise<void> {
    const { client, log } = this.options;
    const request = this.request({ capacity: 0, wait_s: 0, draining: true });
    await client.lease(request, AbortSignal.timeout(2_000)).catch((error: unknown) => {
      log.info(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'could not say that it drains',
      );
    });
  }

  private request(more: Pick<LeaseRequest, 'capacity' | 'wait_s' | 'draining'>): LeaseRequest {
    const leases = [...this.runs.keys()].map((run) => run.running);
    return { worker: this.options.name, version: VERSION, settles: true, leases, ...more };
  }
}
