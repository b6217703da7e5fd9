import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Listener } from '../database/listener';
import type { Tx } from '../database/transactions';

/** Channel whose payload is the id of a site at which more tasks wait for a worker. */
const WAKE_CHANNEL = 'tessera_queue';

/** Channel whose payload is the id of a worker with pending commands; empty when it may be any worker. */
const COMMAND_CHANNEL = 'tessera_wishes';

/** Wakes the long polls of all processes for these sites when the transaction commits. */
export const wakeWorkers = (tx: Tx, siteIds: readonly number[]): Promise<unknown> =>
  tx.query(`SELECT pg_notify('${WAKE_CHANNEL}', site::text) FROM unnest($1::int[]) AS site`, [siteIds]);

/** What ends a wait: tasks that wait at these sites (null: any), or a command to this worker (null: any; undefined: none). */
export interface WaitOptions {
  sites: readonly number[] | null;
  worker?: number | null;
}

type Waiter = WaitOptions & { wake: () => void };

/** A wait in progress: `over` resolves when it ends, `end` ends it at once. */
export interface PendingWait {
  over: Promise<void>;
  end: () => void;
}

/** Wakes this process's long polls on PostgreSQL's notifications, and all of them when one may have been missed. */
@Injectable()
export class Wakeups implements BeforeApplicationShutdown {
  private readonly waiters = new Set<Waiter>();
  private stopped = false;

  constructor(listener: Listener) {
    listener.on(WAKE_CHANNEL, (payload) => this.wakeFor(Number(payload)));
    listener.on(COMMAND_CHANNEL, (payload) => this.wakeWorker(Number(payload)));
    listener.onReconnect(() => this.wake());
  }

  beforeApplicationShutdown(): void {
    this.stopped = true;
    this.wake();
  }

  /** Whether the process is shutting down, so that no new wait should start. */
  get ending(): boolean {
    return this.stopped;
  }

  /** Waits for one of `waits`, for at most `ms`; ends early when the caller disconnects. */
  wait(waits: WaitOptions, ms: number, gone: AbortSignal): PendingWait {
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

  private wakeWorker(to: number): void {
    for (const { worker, wake } of this.waiters) {
      if (worker !== undefined && (!to || worker === null || worker === to)) wake();
    }
  }

  private wake(): void {
    for (const { wake } of this.waiters) wake();
  }
}
