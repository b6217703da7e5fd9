import type { ConsoleClient } from './console-client.ts';
import { ConsoleAway } from './console-client.ts';
import type { LeaseControl } from './lease-control.ts';
import { patiently } from './patience.ts';
import type {
  Failure,
  Hold,
  HoldAnswer,
  LeasedTask,
  Purchase,
  Release,
  Report,
  Settlement,
} from './protocol.ts';

const away = (error: unknown): number | null => (error instanceof ConsoleAway ? error.retryAfterMs : null);

/**
 * The console as one lease sees it. A console that is away is waited for, since what happened at the site has to
 * be told; only the loss of the lease ends the waiting.
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

  /** Says what the task is doing, and applies the commands of the answer. */
  async report(report: Report): Promise<void> {
    this.last = report;
    const { task } = await this.keepTrying(() => this.client.report(this.leaseId, report));
    this.applyTask(task);
    if (!this.control.paused) return;
    await this.keepTrying(() => this.client.report(this.leaseId, { ...this.last, message: 'Paused' }));
    await this.control.checkpoint();
    await this.keepTrying(() => this.client.report(this.leaseId, this.last));
  }

  /** Asks the console whether the lease still stands, and applies its commands. Throws LeaseLost. */
  async prove(): Promise<void> {
    await this.keepTrying(() => this.beat());
  }

  /** One heartbeat, without patience. */
  async beat(): Promise<void> {
    const { commands } = await this.client.heartbeat(this.leaseId);
    for (const { command } of commands) this.control.apply(command);
  }

  hold(hold: Hold): Promise<HoldAnswer> {
    return this.keepTrying(() => this.client.hold(this.leaseId, hold));
  }

  purchase(purchase: Purchase): Promise<void> {
    return this.keepTrying(() => this.client.purchase(this.leaseId, purchase));
  }

  fail(failure: Failure): Promise<void> {
    return this.keepTrying(() => this.client.fail(this.leaseId, failure));
  }

  release(word: Release): Promise<void> {
    return this.keepTrying(() => this.client.release(this.leaseId, word));
  }

  /** What the site says of a finished task's order. */
  settle(settlement: Settlement): Promise<void> {
    return this.keepTrying(() => this.client.settle(this.leaseId, settlement));
  }

  private keepTrying<T>(call: () => Promise<T>): Promise<T> {
    return patiently(call, away, this.control.lostSignal);
  }

  private applyTask(task: LeasedTask): void {
    if (task.status === 'stopping') this.control.apply('stop');
    else this.control.apply(task.paused ? 'pause' : 'resume');
  }
}
