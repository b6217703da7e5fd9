import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { NotifyQueue } from '../../platform/queue/notify-queue';
import { mergeDrafts, type NotificationDraft } from './notification-draft';
import { NotificationDraftsRepository } from './notification-drafts.repository';

/** How many users got a notification, and for how many devices it is queued. */
export interface DeliveryCount {
  recipients: number;
  devices: number;
}

/** Notifies users: inserts a row for each and queues its deliveries, in the transaction of the event. */
@Injectable()
export class NotificationPublisher {
  constructor(
    private readonly queue: NotifyQueue,
    private readonly drafts: NotificationDraftsRepository,
  ) {}

  /**
   * Notifies every active user of the realm within the transaction's scope. Of several drafts, the first chooses the
   * devices. It doesn't wait for a row that another transaction is counting in, since the two could deadlock over their
   * tasks: it inserts a second row, which `mergeGroups` joins to the first.
   */
  async publish(tx: Tx, drafts: NotificationDraft | readonly NotificationDraft[]): Promise<DeliveryCount> {
    const merged = mergeDrafts([drafts].flat());
    if (merged.length === 0) return { recipients: 0, devices: 0 };
    const rows = await this.drafts.insert(tx, merged, merged[0]?.devices);
    const deliveries = rows.flatMap(({ notification_id, subscription_id, endpoint }) =>
      subscription_id === null
        ? []
        : { notification_id, subscription_id, attempt: 1, service: new URL(endpoint).host },
    );
    await this.queue.enqueue(tx, deliveries);
    const recipients = new Set(rows.map(({ notification_id }) => notification_id)).size;
    return { recipients, devices: deliveries.length };
  }

  /** How many users and devices `publish` would reach now. */
  countRecipients(tx: Tx, draft: NotificationDraft): Promise<DeliveryCount> {
    return this.drafts.countRecipients(tx, draft);
  }

  /** Joins unread rows of one group that were inserted at the same moment, within the last minute. */
  mergeGroups(tx: Tx): Promise<void> {
    return this.drafts.mergeGroups(tx);
  }
}
