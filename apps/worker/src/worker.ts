import { setTimeout as sleep } from 'node:timers/promises';
import type { AllowedHosts } from './allowed-hosts.ts';
import type { ConsoleClient } from './console-client.ts';
import { ConsoleRefused } from './console-client.ts';
import { LeaseRun } from './lease-run.ts';
import type { Logger } from './log.ts';
import { backoff } from './patience.ts';

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
      const capacity = this.options.capacity - this.runs.size;
      if (capacity <= 0) {
        await Promise.race(this.runs.values());
        continue;
      }
      try {
        await this.leaseOnce(capacity);
        failed = 0;
      } catch (error) {
        if (signal.aborted) return;
        const refused = error instanceof ConsoleRefused;
        const reason = error instanceof Error ? error.message : 'unknown';
        if (refused || failed === 0)
          this.options.log[refused ? 'error' : 'warn']({ reason }, 'no lease, trying again');
        failed += 1;
        await sleep(backoff(failed), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  private async leaseOnce(capacity: number): Promise<void> {
    const { name, client, hosts, log, waitSeconds = 20, heartbeatMs } = this.options;
    const leases = await client.lease({ worker: name, capacity, wait_s: waitSeconds }, this.draining.signal);
    for (const lease of leases) {
      const run = new LeaseRun(lease, client, hosts, log, heartbeatMs);
      const ended = run.run().finally(() => this.runs.delete(run));
      this.runs.set(run, ended);
      if (this.draining.signal.aborted) run.control.end('draining');
    }
  }
}
