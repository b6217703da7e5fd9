import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { NotifyQueue } from '../../platform/queue/notify-queue';
import { NotificationMails } from '../mail/notification-mails';
import { WebhookEvents } from '../webhooks/webhook-events';
import { type DatedDraft, mergeDrafts, type NotificationDraft, withText } from './notification-draft';
import { NotificationDraftsRepository } from './notification-drafts.repository';
import { PendingNotificationsRepository } from './pending-notifications.repository';

/** How many users got a notification, and for how many devices it is queued. */
export interface DeliveryCount {
  recipients: number;
  devices: number;
}

/** Most pending notifications that one transaction counts. */
const BATCH = 5000;

/** Notifies users and webhooks, in the transaction of the event. */
@Injectable()
export class NotificationPublisher {
  constructor(
    private readonly queue: NotifyQueue,
    private readonly drafts: NotificationDraftsRepository,
    private readonly pending: PendingNotificationsRepository,
    private readonly mails: NotificationMails,
    private readonly webhooks: WebhookEvents,
  ) {}

  /**
   * Notifies every active user and the webhooks of the drafts' realms. Inserts a row for each and queues its deliveries. Those of a realm's
   * groups are only appended here, so that the transactions of many tasks don't wait for one another, and are counted in the
   * lines of their recipients by `flush`, moments later.
   */
  async publish(tx: Tx, drafts: NotificationDraft | readonly NotificationDraft[]): Promise<DeliveryCount> {
    const all = [drafts].flat().map(withText);
    await this.webhooks.queueNotifications(tx, all);
    const later = all.filter(isAppended);
    if (later.length > 0) await this.pending.append(tx, later);
    const now = all.filter((draft) => !isAppended(draft));
    if (now.some(({ group }) => group)) await this.pending.lock(tx);
    return this.insertDrafts(tx, now);
  }

  /** How many users and devices `publish` would reach now. */
  countRecipients(tx: Tx, draft: NotificationDraft): Promise<DeliveryCount> {
    return this.drafts.countRecipients(tx, draft);
  }

  /** Counts what is pending in the lines of its recipients, waiting for others who do. */
  async flush(tx: Tx): Promise<void> {
    await this.pending.lock(tx);
    while ((await this.flushBatch(tx)) === BATCH);
  }

  /** As `flush`, one batch; returns its size, or null while another transaction does it. */
  async tryFlush(tx: Tx): Promise<{ size: number; isFull: boolean } | null> {
    if (!(await this.pending.tryLock(tx))) return null;
    const size = await this.flushBatch(tx);
    return { size, isFull: size === BATCH };
  }

  private async flushBatch(tx: Tx): Promise<number> {
    const drafts = await this.pending.take(tx, BATCH);
    await this.insertDrafts(tx, drafts);
    return drafts.length;
  }

  private async insertDrafts(tx: Tx, published: readonly DatedDraft[]): Promise<DeliveryCount> {
    const merged = mergeDrafts(published);
    if (merged.length === 0) return { recipients: 0, devices: 0 };
    const rows: Awaited<ReturnType<NotificationDraftsRepository['insertNotifications']>> = [];
    for (const [devices, drafts] of Map.groupBy(merged, ({ devices = 'chosen' }) => devices))
      rows.push(...(await this.drafts.insertNotifications(tx, drafts, devices)));
    const deliveries = rows.flatMap(({ notification_id, subscription_id, endpoint, after }) =>
      subscription_id === null
        ? []
        : {
            notification_id,
            subscription_id,
            attempt: 1,
            service: new URL(endpoint).host,
            ...(after > 0 ? { after: Math.ceil(after) } : {}),
          },
    );
    await this.queue.enqueue(tx, deliveries);
    // A line that only counts more has been mailed.
    const added = rows.filter(({ is_new }) => is_new).map(({ notification_id }) => notification_id);
    await this.mails.queueNotices(tx, [...new Set(added)]);
    const recipients = new Set(rows.map(({ notification_id }) => notification_id)).size;
    return { recipients, devices: deliveries.length };
  }
}

/** Whether a draft is counted later: many transactions publish to the lines of a realm at once. */
const isAppended = ({ group, realm_id }: NotificationDraft): boolean =>
  group !== undefined && realm_id !== null;
