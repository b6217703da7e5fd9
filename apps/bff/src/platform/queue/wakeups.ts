import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Listener } from '../database/listener';

/** Channel that names a site (by id) whose queue has changed. */
export const WAKE_CHANNEL = 'tessera_queue';

type Waiter = { sites: ReadonlySet<number> | null; wake: () => void };

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
    listener.on(WAKE_CHANNEL, (payload) => this.wake(Number(payload)));
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

  /** Waits for a change of one of the sites' queues (null: any), at most `ms`; ends early when the caller has gone. */
  wait(sites: Iterable<number> | null, ms: number, gone: AbortSignal): Waiting {
    let end: () => void = () => undefined;
    const over = new Promise<void>((resolve) => (end = resolve));
    const waiter: Waiter = { sites: sites && new Set(sites), wake: end };
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

  private wake(site?: number): void {
    for (const waiter of this.waiters) {
      if (!site || !waiter.sites || waiter.sites.has(site)) waiter.wake();
    }
  }
}
