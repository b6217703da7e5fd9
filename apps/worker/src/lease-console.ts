import type { ConsoleClient } from './console-client.ts';
import { ConsoleUnavailable } from './console-client.ts';
import type { LeaseControl } from './lease-control.ts';
import type {
  Checked,
  Failure,
  Hold,
  HoldAnswer,
  LeasedTask,
  Purchase,
  Release,
  Report,
  Settlement,
} from './protocol.ts';
import { retryWithBackoff } from './retry.ts';

const retryDelay = (error: unknown): number | null =>
  error instanceof ConsoleUnavailable ? error.retryAfterMs : null;

/**
 * The console's API for one lease. Calls are retried while the console is unavailable, because what happened at the site must
 * be reported; only the loss of the lease ends that.
 */
export class LeaseConsole {
  private readonly client: ConsoleClient;
  private readonly leaseId: string;
  private readonly control: LeaseControl;
  private last: Report = { status: 'running', message: null };

  constructor(client: ConsoleClient, leaseId: string, control: LeaseControl) {
    this.client = client;
    this.leaseId = leaseId;
    this.control = control;
  }

  /** Reports what the task is doing, and applies the commands in the response. */
  async report(report: Report): Promise<void> {
    this.last = report;
    const { task } = await this.retry(() => this.client.report(this.leaseId, report));
    this.applyTask(task);
    if (!this.control.paused) return;
    await this.retry(() => this.client.report(this.leaseId, { ...this.last, message: 'Paused' }));
    await this.control.checkpoint();
    await this.retry(() => this.client.report(this.leaseId, this.last));
  }

  /** Verifies that the lease is current, and applies pending commands. Throws LeaseLost. */
  async verifyLease(): Promise<void> {
    await this.retry(() => this.sendHeartbeat());
  }

  /** Sends one heartbeat, without retries. */
  async sendHeartbeat(): Promise<void> {
    const { commands } = await this.client.heartbeat(this.leaseId);
    for (const { command } of commands) this.control.apply(command);
  }

  hold(hold: Hold): Promise<HoldAnswer> {
    return this.retry(() => this.client.hold(this.leaseId, hold));
  }

  purchase(purchase: Purchase): Promise<void> {
    return this.retry(() => this.client.purchase(this.leaseId, purchase));
  }

  fail(failure: Failure): Promise<void> {
    return this.retry(() => this.client.fail(this.leaseId, failure));
  }

  release(release: Release): Promise<void> {
    return this.retry(() => this.client.release(this.leaseId, release));
  }

  /** Reports what became of a finished task's order. */
  settle(settlement: Settlement): Promise<void> {
    return this.retry(() => this.client.settle(this.leaseId, settlement));
  }

  /** Reports what came of signing in with a checked login. */
  checked(checked: Checked): Promise<void> {
    return this.retry(() => this.client.checked(this.leaseId, checked));
  }

  private retry<T>(call: () => Promise<T>): Promise<T> {
    return retryWithBackoff(call, retryDelay, this.control.lostSignal);
  }

  private applyTask(task: LeasedTask): void {
    if (task.status === 'stopping') this.control.apply('stop');
    else this.control.apply(task.paused ? 'pause' : 'resume');
  }
}
