import { randomUUID } from 'node:crypto';
import type { CommandName, Lease, TaskMode } from '../src/protocol.ts';
import type { SiteOrder } from './site-order.ts';

/** One call that a worker made, at the console or at the site. `at`: milliseconds of the kit's clock. */
export interface RecordedCall {
  at: number;
  where: 'console' | 'site';
  what: string;
  body: unknown;
  /** What it was answered; 0: the connection was ended without a response. */
  status: number;
}

/** All that was seen of one task, in order. */
class CallLog {
  readonly calls: RecordedCall[] = [];
  private readonly waiting = new Set<() => void>();

  add(call: Omit<RecordedCall, 'at'>): void {
    this.calls.push({ ...call, at: performance.now() });
    for (const look of this.waiting) look();
  }

  of(where: RecordedCall['where'], ...what: string[]): RecordedCall[] {
    return this.calls.filter((call) => call.where === where && what.includes(call.what));
  }

  /** The calls after a moment, those that were under way at it left out. */
  after(at: number): RecordedCall[] {
    return this.calls.filter((call) => call.at > at + 300);
  }

  /** Resolves true once `holds` does, false when it hasn't within `ms`. */
  async until(condition: () => boolean, ms: number): Promise<boolean> {
    if (condition()) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const look = () => {
      if (condition()) resolve(true);
    };
    this.waiting.add(look);
    const timer = setTimeout(() => resolve(condition()), ms);
    const isMet = await promise;
    clearTimeout(timer);
    this.waiting.delete(look);
    return isMet;
  }
}

const EVENT = 'worker-check';
/** How long a lease lasts without a heartbeat. */
const LEASE_MS = 30_000;

/** A response that a rule puts in place of the usual one. Status 0: the effect happens, and the response is lost. */
export interface Staged {
  status: number;
  code?: string;
  message?: string;
  headers?: Record<string, string>;
}

/** Returns a staged response to the `nth` call (from 1) of a kind; null for the regular one. */
export type Script = (what: string, nth: number) => Staged | null;

/** `check`: no task, but a check of its login. */
export type KitMode = TaskMode | 'check';

/** One task as the kit plays it to the worker: its lease, the site's order, what was staged, and all that was seen. */
export class KitTask {
  readonly trail = new CallLog();
  readonly lease: Lease;
  readonly email: string;
  readonly password = `kit-${randomUUID()}`;
  readonly card = `tok_kit_${randomUUID().slice(0, 8)}`;
  console: Script = () => null;
  site: Script = () => null;
  /** Whether the site's waiting room lets the account in. */
  admitted = true;
  order: SiteOrder | null = null;
  command: Exclude<CommandName, 'resume'> | null = null;
  resumed = false;
  /** The console's holds by seat. */
  readonly holds = new Map<string, number>();
  leasedAt: number | null = null;
  expiresAt = 0;
  /** Ended by hold, purchase, fail or release, or taken away. */
  over = false;
  readonly isCheck: boolean;

  constructor(id: number, mode: KitMode, siteUrl: string) {
    this.isCheck = mode === 'check';
    this.email = `check-${id}@worker-check.example`;
    this.lease = {
      lease_id: randomUUID(),
      order_key: randomUUID(),
      mode: mode === 'check' ? 'hold' : mode,
      task: { id, name: `Check ${id}`, status: 'running', paused: false, seats_to_set: 2, event_areas: null, event_price_levels: null },
      login: { id, name: this.email, user: this.email, email: this.email, supporter_id: null, password: this.password, card: mode === 'buy' ? this.card : null },
      site: { id: 1, name: 'worker-check', url: siteUrl, config: {} },
      event: { id: 1, guid: EVENT, name: 'Worker check', max_per_customer: null },
      holds: [],
      expires_at: '',
    }; // prettier-ignore
  }

  /** The lease as the worker gets it. */
  offered(): object {
    const expires_at = this.extend();
    if (!this.isCheck) return { ...this.lease, expires_at, added_later: { ignore: true } };
    const { lease_id, login, site } = this.lease;
    return { lease_id, mode: 'check', login, site, expires_at, added_later: true };
  }

  get current(): boolean {
    return this.leasedAt !== null && !this.over && performance.now() < this.expiresAt;
  }

  /** Lengthens the lease; answers its end as the wire has it. */
  extend(): string {
    this.expiresAt = performance.now() + LEASE_MS;
    return new Date(Date.now() + LEASE_MS).toISOString();
  }

  /** Gives the task to another worker: every further write is rejected. */
  loseLease(): void {
    this.over = true;
  }
}
