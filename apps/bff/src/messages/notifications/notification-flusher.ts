import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Listener } from '../../platform/database/listener';
import { Transactions } from '../../platform/database/transactions';
import { Poller } from '../../platform/queue/poller';
import { systemScope } from '../../platform/realm-scope/scope';
import { NotificationPublisher } from './notification-publisher';
import { PENDING_CHANNEL } from './pending-notifications.repository';

/** Pause between two rounds, so that what thousands of tasks report at once updates each line only a few times. */
const PAUSE_MS = 500;

/** Counts pending notifications in the lines of their recipients: the first at once, then at most twice a second. */
@Injectable()
export class NotificationFlusher extends Poller {
  private readonly stopping = new AbortController();
  private nextAt = 0;

  constructor(
    private readonly transactions: Transactions,
    private readonly publisher: NotificationPublisher,
    listener: Listener,
  ) {
    super({ name: 'notifications', intervalMs: 3000, failure: 'Notifications could not be counted' });
    this.wakeOn(listener, PENDING_CHANNEL);
  }

  override async stop(): Promise<void> {
    this.stopping.abort();
    await super.stop();
  }

  protected async poll(): Promise<void> {
    const { signal } = this.stopping;
    const wait = this.nextAt - performance.now();
    if (wait > 0) await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    let isFull = true;
    while (isFull) {
      const round = await this.transactions.run(systemScope('notifications'), (tx) =>
        this.publisher.tryFlush(tx),
      );
      if (round && round.size > 0) this.nextAt = performance.now() + PAUSE_MS;
      isFull = round?.isFull ?? false;
    }
  }
}
