import { randomUUID } from 'node:crypto';
import type { CommandName, Lease, TaskMode } from '../src/protocol.ts';
import { CallLog } from './call-log.ts';
import type { SiteOrder } from './site-order.ts';

const EVENT = 'worker-check';
/** How long a lease lasts without a heartbeat. */
const LEASE_MS = 30_000;

/** An answer that a rule puts in place of the usual one. Status 0: the effect happens, and the answer is lost. */
export interface Staged {
  status: number;
  code?: string;
  message?: string;
  headers?: Record<string, string>;
}

/** Returns a staged response to the `nth` call (from 1) of a kind; null for the regular one. */
export type Script = (what: string, nth: number) => Staged | null;

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

  constructor(id: number, mode: TaskMode, siteUrl: string) {
    this.email = `check-${id}@worker-check.example`;
    this.lease = {
      lease_id: randomUUID(),
      order_key: randomUUID(),
      mode,
      task: { id, name: `Check ${id}`, status: 'running', paused: false, seats_to_set: 2, event_areas: null, event_price_levels: null },
      login: { id, name: this.email, user: this.email, email: this.email, supporter_id: null, password: this.password, card: mode === 'buy' ? this.card : null },
      site: { id: 1, name: 'worker-check', url: siteUrl, config: {} },
      event: { id: 1, guid: EVENT, name: 'Worker check', max_per_customer: null },
      holds: [],
      expires_at: '',
    }; // prettier-ignore
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
