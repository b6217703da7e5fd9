import type { AllowedHosts } from '../allowed-hosts.ts';
import { ConsoleRejected } from '../console-client.ts';
import type { LeaseConsole } from '../lease-console.ts';
import type { LeaseControl } from '../lease-control.ts';
import type { Choice, Lease, LeasedTask } from '../protocol.ts';
import { SandboxClient, type SiteOrder, SiteProblem } from './sandbox-client.ts';

/** The task can't be done now; `message` is for people. */
export class TaskFailed extends Error {
  /** Minimum seconds until the next attempt. */
  readonly retryAfterSeconds: number | null;
  /** Which of the console's bounds it met. */
  readonly kind: 'limit' | 'budget' | null;

  constructor(
    message: string,
    { retryAfterSeconds = null, kind = null }: Partial<Pick<TaskFailed, 'retryAfterSeconds' | 'kind'>> = {},
  ) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.kind = kind;
  }
}

const REPORT_EVERY_MS = 1_000;

/**
 * One task at the sandbox. It looks up the order key at the site before it holds and before it pays, so that the work of a
 * killed worker is finished and not repeated.
 */
export class SandboxDriver {
  private readonly lease: Lease;
  private readonly control: LeaseControl;
  private readonly console: LeaseConsole;
  private readonly site: SandboxClient;
  private paymentStarted = false;

  /** Throws HostRefused for a site that isn't on the allow list. */
  constructor(lease: Lease, control: LeaseControl, console: LeaseConsole, hosts: AllowedHosts) {
    this.lease = lease;
    this.control = control;
    this.console = console;
    const isRehearsal = lease.event.guid.startsWith('rehearsal~');
    this.site = new SandboxClient(lease.site.url, hosts, isRehearsal ? (lease.task.retry_count ?? 0) : null);
  }

  /** Whether the order may have been paid under this lease, or was found paid. */
  get mayHavePaid(): boolean {
    return this.paymentStarted;
  }

  /** Works until held or bought seats are reported. Throws TaskFailed, SiteProblem, Interrupted. */
  async fulfilTask(): Promise<void> {
    if (this.lease.mode === 'settle') return this.settle();
    await this.signIn();
    const known = await this.site.findOrder(this.lease.order_key);
    this.paymentStarted = known?.status === 'paid';
    const order = isSettled(known) ? known : await this.holdSeats();
    if (this.lease.mode === 'hold') return this.reportHeld(order);
    const holdIds = await this.reportHold(order);
    const paid = order.status === 'paid' ? order : await this.pay();
    await this.console.purchase({
      tickets: holdIds.map((id) => ({ hold_id: id, ticket_reference: paid.reference })),
    });
  }

  private async signIn(): Promise<void> {
    const { email, password } = this.credentials();
    await this.console.report({ status: 'running', message: 'Signing in' });
    await this.control.checkpoint();
    await this.site.signIn(email, password);
    await this.control.checkpoint();
  }

  private credentials(): { email: string; password: string } {
    const { login } = this.lease;
    const email = login.email ?? login.user;
    if (!email || !login.password) throw new TaskFailed('The login has no e-mail or no password');
    return { email, password: login.password };
  }

  /**
   * Looks up what became of a finished task's order, and does nothing else. A worker that seems lost could still pay an order
   * that is held, so the response waits until the hold has expired.
   */
  private async settle(): Promise<void> {
    const { email, password } = this.credentials();
    await this.site.signIn(email, password);
    await this.control.checkpoint();
    const order = await this.site.findOrder(this.lease.order_key);
    if (order?.status === 'held') {
      const left = Math.ceil((Date.parse(order.expires_at) - Date.now()) / 1000);
      throw new TaskFailed('The site still holds the seats, unpaid', {
        retryAfterSeconds: Math.max(5, left + 5),
      });
    }
    if (order?.status !== 'paid') return this.console.settle({ paid: false });
    await this.console.settle({
      paid: true,
      ticket_reference: order.reference,
      seats: toReportedSeats(order),
    });
  }

  private async holdSeats(): Promise<SiteOrder> {
    const { task, event, budget } = this.lease;
    // Seats that can't be kept aren't taken from others at the site.
    if (budget?.left === 0) throw new TaskFailed('Nothing is left of the budget', { kind: 'budget' });
    const pass = await this.waitInQueue();
    await this.console.report({ status: 'running', message: 'Choosing seats' });
    await this.console.verifyLease();
    await this.control.checkpoint();
    const order = await this.site.hold({
      order_key: this.lease.order_key,
      event_guid: event.guid,
      quantity: seatCount(task),
      areas: parseChoice(task.event_areas),
      price_levels: parseChoice(task.event_price_levels),
      pass,
    });
    return order;
  }

  /** The pass from the end of the waiting room; null without one. */
  private async waitInQueue(): Promise<string | null> {
    const { guid } = this.lease.event;
    let reported = -1;
    for (let queue = await this.site.joinQueue(guid); ; queue = await this.site.queuePosition(guid)) {
      if (queue.state !== 'waiting') return queue.pass;
      if (queue.position !== reported) {
        await this.console.report({
          status: 'waiting_room',
          message: `In the waiting room, position ${queue.position}`,
          queue_position: queue.position,
        });
        reported = queue.position;
      }
      await this.control.wait(Math.max(REPORT_EVERY_MS / 4, Math.min(REPORT_EVERY_MS, queue.poll_after_ms)));
    }
  }

  private async reportHeld(order: SiteOrder): Promise<void> {
    if (order.status === 'paid') {
      const message = 'This order is already paid at the site: mark it as purchased';
      await this.console.report({ status: 'running', message });
    }
    await this.reportHold(order);
  }

  /**
   * Reports held seats; returns the ids of their holds at the console. Known seats of a task that isn't carted are reported
   * too: a task that was stopped and started again becomes carted by that.
   */
  private async reportHold(order: SiteOrder): Promise<number[]> {
    this.control.lostSignal.throwIfAborted();
    const known = order.seats.map((seat) => this.lease.holds.find((hold) => isSeat(hold, seat))?.id);
    if (this.lease.task.status === 'carted' && known.every((id) => id !== undefined)) return known;
    try {
      const { holds } = await this.console.hold({
        seats: toReportedSeats(order),
        expires_at: this.expiryOf(order),
        basket: order.basket_url,
      });
      return holds.map((hold) => hold.id);
    } catch (error) {
      // Beyond a limit or a budget: these seats can't be kept.
      if (error instanceof ConsoleRejected && order.status === 'held') {
        await this.site.giveBack(this.lease.order_key);
        throw new TaskFailed(error.message, {
          kind: error.code === 'BUDGET_REACHED' ? 'budget' : error.code === 'LIMIT_REACHED' ? 'limit' : null,
        });
      }
      throw error;
    }
  }

  /** The expiry of a paid order may be in the past, but the hold that records it needs time to be confirmed. */
  private expiryOf(order: SiteOrder): string {
    if (order.status !== 'paid') return order.expires_at;
    const later = Date.parse(this.lease.expires_at) + 60_000;
    return new Date(Math.max(Date.parse(order.expires_at), later)).toISOString();
  }

  private async pay(): Promise<SiteOrder> {
    const { login, order_key: orderKey } = this.lease;
    if (!login.card) throw new TaskFailed('The login has no payment token');
    await this.control.checkpoint();
    // A worker that was suspended past its lease must not pay, because another may have the task.
    await this.console.verifyLease();
    await this.control.checkpoint();
    const order = await this.site.findOrder(orderKey);
    this.paymentStarted = order?.status === 'paid';
    if (order?.status === 'paid') return order;
    if (order?.status !== 'held') throw new TaskFailed('The hold expired at the site before it was paid');
    this.control.lostSignal.throwIfAborted();
    this.paymentStarted = true;
    try {
      return await this.site.pay(orderKey, login.card);
    } catch (error) {
      if (!(error instanceof SiteProblem) || (error.status !== 0 && error.status < 500)) {
        this.paymentStarted = false;
        throw error;
      }
      // No clear response: the payment may have gone through, and only the site knows.
      const after = await this.site.findOrder(orderKey).catch(() => null);
      if (after?.status === 'paid') return after;
      throw error;
    }
  }
}

const isSettled = (order: SiteOrder | null): order is SiteOrder =>
  order !== null && (order.status === 'held' || order.status === 'paid');

const toReportedSeats = ({ seats, currency }: SiteOrder) =>
  seats.map(({ area, row, seat, price }) => ({ area, row, seat, price, currency }));

const isSeat = (
  hold: { area: string | null; row: string | null; seat: string | null },
  seat: { area: string; row: string; seat: string },
): boolean => hold.area === seat.area && hold.row === seat.row && hold.seat === seat.seat;

/** The names in a choice, or null for any. Of a map these are the keys, except those set to false or 0. */
export function parseChoice(choice: Choice | undefined): string[] | null {
  if (choice === null || choice === undefined) return null;
  const names =
    typeof choice === 'string'
      ? choice.split(',')
      : Array.isArray(choice)
        ? choice.map(String)
        : Object.entries(choice).flatMap(([key, value]) => (value === false || value === 0 ? [] : [key]));
  const clean = names.map((name) => name.trim()).filter((name) => name !== '');
  return clean.length === 0 ? null : clean;
}

/** Seats that the task needs; at least one. */
export const seatCount = (task: LeasedTask): number => Math.max(1, task.seats_to_set);
