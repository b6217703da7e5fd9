import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Listener } from '../database/listener';

/** Channel that names a site (by id) whose queue has changed. */
export const WAKE_CHANNEL = 'tessera_queue';

/** Channel that names a worker (by id) about whose leases people wish something; empty: it may be any. */
const WISH_CHANNEL = 'tessera_wishes';

/** Who waits: for a change of these sites' queues (null: any), and for wishes to this worker (null: any; undefined: none). */
export interface Waits {
  sites: readonly number[] | null;
  worker?: number | null;
}

type Waiter = Waits & { wake: () => void };

/** A wait that has begun: `over` resolves when it ends, `end` ends it at once. */
export interface Waiting {
  over: Promise<void>;
  end: () => void;
}

/** Wakes this process' long polls when Postgres notifies, and all of them when a notification may have been missed. */
@Injectable()
export class Wakeups implements BeforeApplicationShutdown {
  private readonly waiters = new Set<Waiter>();
  private stopped = false;

  constructor(listener: Listener) {
    listener.on(WAKE_CHANNEL, (payload) => this.wakeFor(Number(payload)));
    listener.on(WISH_CHANNEL, (payload) => this.wish(Number(payload)));
    listener.onReconnect(() => this.wake());
  }

  beforeApplicationShutdown(): void {
    this.stopped = true;
    this.wake();
  }

  /** Whether the process is going down, so that nobody should begin to wait again. */
  get ending(): boolean {
    return this.stopped;
  }

  /** Waits for what `waits` says, at most `ms`; ends early when the caller has gone. */
  wait(waits: Waits, ms: number, gone: AbortSignal): Waiting {
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const waiter: Waiter = { ...waits, wake: end };
    this.waiters.add(waiter);
    const timer = setTimeout(end, ms);
    gone.addEventListener('abort', end, { once: true });
    if (gone.aborted || this.stopped) end();
    const tidy = () => {
      clearTimeout(timer);
      this.waiters.delete(waiter);
      gone.removeEventListener('abort', end);
    };
    return { over: over.then(tidy), end };
  }

  private wakeFor(site: number): void {
    for (const { sites, wake } of this.waiters) if (!sites || sites.includes(site)) wake();
  }

  private wish(to: number): void {
    for (const { worker, wake } of this.waiters) {
      if (worker !== undefined && (!to || worker === null || worker === to)) wake();
    }
  }

  private wake(): void {
    for (const { wake } of this.waiters) wake();
  }
}
