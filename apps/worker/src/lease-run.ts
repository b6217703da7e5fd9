import { setTimeout as sleep } from 'node:timers/promises';
import type { AllowedHosts } from './allowed-hosts.ts';
import { HostRefused } from './allowed-hosts.ts';
import type { ConsoleClient } from './console-client.ts';
import { ConsoleRejected, ConsoleUnavailable, LeaseLost } from './console-client.ts';
import { SiteProblem } from './drivers/sandbox-client.ts';
import { SandboxDriver, TaskFailed } from './drivers/sandbox-driver.ts';
import { LeaseConsole } from './lease-console.ts';
import { Interrupted, LeaseControl } from './lease-control.ts';
import type { Logger } from './log.ts';
import type { Failure, Lease, RunningLease } from './protocol.ts';
import { backoff } from './retry.ts';
import type { Outcome } from './run-tracing.ts';

/** Leases last 30 s, so two heartbeats may fail before the lease ends. */
const HEARTBEAT_MS = 10_000;

const kinds: Readonly<Record<string, Failure['kind']>> = {
  BUSY: 'rate_limited',
  NO_ANSWER: 'slow',
  SOLD_OUT: 'sold_out',
  OUTAGE: 'outage',
  SIGN_IN: 'login',
  LOCKED: 'login',
  CODE_NEEDED: 'login',
  DECLINED: 'payment',
  LIMIT_REACHED: 'limit',
};

/** What the site did, by the code of its response, or else by its status. */
const kindOf = ({ code, status }: SiteProblem): Failure['kind'] =>
  kinds[code] ?? (status === 429 ? 'rate_limited' : status >= 500 ? 'outage' : null);

/** The failure that people read. Null: an error of this program, not a failure of the task. */
function failureOf(error: unknown): Failure | null {
  if (error instanceof SiteProblem || error instanceof TaskFailed) {
    const { message, retryAfterSeconds: after } = error;
    const kind = error instanceof SiteProblem ? kindOf(error) : error.kind;
    return { message, retry_after_s: after ?? undefined, kind: kind ?? undefined };
  }
  if (error instanceof HostRefused || error instanceof ConsoleRejected) {
    return { message: error.message };
  }
  return null;
}

/** One lease from start to end: the driver's work, concurrent heartbeats, and the final report. */
export class LeaseRun {
  readonly control = new LeaseControl();
  /** How it ended. */
  outcome: Outcome = 'done';
  private readonly lease: Lease;
  private readonly console: LeaseConsole;
  private readonly hosts: AllowedHosts;
  private readonly log: Logger;
  private readonly heartbeatMs: number;
  private readonly over = new AbortController();
  private driver: SandboxDriver | null = null;

  constructor(
    lease: Lease,
    client: ConsoleClient,
    hosts: AllowedHosts,
    log: Logger,
    heartbeatMs: number = HEARTBEAT_MS,
  ) {
    this.lease = lease;
    this.hosts = hosts;
    this.heartbeatMs = heartbeatMs;
    this.console = new LeaseConsole(client, lease.lease_id, this.control);
    this.log = log.child({ lease_id: lease.lease_id, task_id: lease.task.id });
  }

  /** The lease as a long poll names it. */
  get running(): RunningLease {
    return { lease_id: this.lease.lease_id, acknowledged_command: this.control.acknowledgedCommand };
  }

  /** Never throws: every outcome is reported to the console or logged. */
  async runLease(): Promise<void> {
    const heartbeats = this.heartbeatLoop();
    try {
      this.log.info({ mode: this.lease.mode, event: this.lease.event.guid }, 'lease begins');
      if (this.lease.task.paused) this.control.apply('pause');
      this.driver = new SandboxDriver(this.lease, this.control, this.console, this.hosts);
      await this.driver.fulfilTask();
      this.log.info('lease done');
      await this.releaseLease();
    } catch (error) {
      await this.reportFailure(error).catch((second: unknown) =>
        this.log.warn({ err: describe(second) }, 'the failure could not be reported'),
      );
    } finally {
      this.over.abort();
      await heartbeats;
    }
  }

  /** Releases a task that was stopped while its seats were held or paid, which is reported by now. */
  private async releaseLease(): Promise<void> {
    if (!this.control.endSignal.aborted || this.control.lostSignal.aborted) return;
    await this.console.release(this.orderReport).catch((error: unknown) => {
      // Expected: the hold or the purchase has ended the lease already.
      if (!(error instanceof LeaseLost)) throw error;
    });
  }

  private async reportFailure(error: unknown): Promise<void> {
    if (error instanceof LeaseLost || (error instanceof Interrupted && error.reason === 'lost')) {
      this.outcome = 'lost';
      this.log.warn('lease lost, task dropped');
      return;
    }
    if (error instanceof Interrupted) {
      this.outcome = 'released';
      this.log.info({ reason: error.reason }, 'lease released');
      await this.console.release(this.orderReport);
      return;
    }
    this.outcome = 'failed';
    const failure = failureOf(error);
    if (failure === null) this.log.error({ err: describe(error) }, 'unexpected error');
    else this.log.warn({ reason: failure.message }, 'task failed');
    await this.console.fail({
      ...(failure ?? { message: 'The worker met an unexpected error' }),
      ...this.orderReport,
    });
  }

  /** What the end of the lease reports about the order: `unpaid` if that is certain. */
  private get orderReport(): { unpaid?: true } {
    return this.lease.mode === 'buy' && !this.driver?.mayHavePaid ? { unpaid: true } : {};
  }

  private async heartbeatLoop(): Promise<void> {
    const { signal } = this.over;
    let missed = 0;
    const isOver = () => signal.aborted;
    while (!isOver()) {
      const pause = missed === 0 ? this.heartbeatMs : Math.min(this.heartbeatMs, backoff(missed));
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (isOver()) return;
      try {
        await this.console.sendHeartbeat();
        missed = 0;
      } catch (error) {
        missed += 1;
        if (error instanceof LeaseLost && !isOver()) this.control.end('lost');
        else if (!(error instanceof ConsoleUnavailable))
          this.log.warn({ err: describe(error) }, 'heartbeat refused');
      }
    }
  }
}

const describe = (error: unknown): { type: string; message: string } =>
  error instanceof Error
    ? { type: error.name, message: error.message }
    : { type: 'unknown', message: String(error) };
