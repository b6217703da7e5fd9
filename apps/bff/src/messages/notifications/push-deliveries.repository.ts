import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { type Projection, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import type { MessageParams } from './notification-draft';
import { type DeliveryDto, type DeliveryListQuery, outcomes } from './notifications.dto';
import { mayGetSql } from './payers';
import type { PushDelivery } from './push.entity';
import { type ReaderColumns, readerColumns, readerJoins, textForReader } from './readers';
import { type MessageTopic, messageTopics } from './topics';

const projection: Projection = {
  what: 'Delivery',
  columns: `d.id::float8 AS id, d.notification_id, d.subscription_id, s.user_agent, d.topic, n.kind, n.subject, n.count,
    n.title, n.params, d.outcome, d.response_status, d.reason, d.message, d.attempt, d.at, ${readerColumns}`,
  from: `FROM push_deliveries d LEFT JOIN push_subscriptions s ON s.id = d.subscription_id AND s.user_id = d.user_id
    LEFT JOIN notifications n ON n.id = d.notification_id AND n.user_id = d.user_id
    ${readerJoins('d.user_id')}`,
  version: '1',
};

export const deliverySorts = { at: 'd.at', topic: 'd.topic', outcome: 'd.outcome' };

/** A notification that waits for its next attempt at a device. */
export interface PendingDelivery extends ReaderColumns {
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  topic: MessageTopic;
  kind: string | null;
  subject: string | null;
  count: number;
  seats: number;
  title: string;
  body: string;
  params: MessageParams | null;
  path: string | null;
  created_at: Date;
  /** Seconds since it was published. */
  age: number;
  /** Seconds left of the push service's Retry-After. */
  service_wait: number;
  /** Seconds left of the recipient's quiet hours. */
  quiet: number;
  /** Whether urgent notifications pass quiet hours. */
  urgent_anyway: boolean;
}

/** An attempt at a device. */
type Attempt = Omit<PushDelivery, 'id' | 'at' | 'subscription_id' | 'notification_id'> & {
  subscription_id: number;
  notification_id: number;
};

/** Reads what is to be delivered, and reads and writes the log of attempts. */
@Injectable()
export class PushDeliveriesRepository {
  /** A page of the attempts at a user's devices. */
  async list(
    tx: Tx,
    userId: number,
    query: DeliveryListQuery,
    pagination: Pagination,
  ): Promise<Page<DeliveryDto>> {
    const where = new Conditions()
      .equal('d.user_id', userId)
      .words('d.topic', query.topic, 'topic', messageTopics)
      .words('d.outcome', query.outcome, 'outcome', outcomes)
      .ids('d.subscription_id', query.subscription_id, 'subscription_id');
    const page = await selectPage<DeliveryDto & ReaderColumns>(tx, projection, where, pagination);
    return { ...page, rows: page.rows.map(toDto) };
  }

  /** What to deliver; null when the device or the notification is gone, read or dismissed, or the recipient disabled or no longer one who gets it. */
  async findPending(tx: Tx, notificationId: number, subscriptionId: number): Promise<PendingDelivery | null> {
    const [row] = await tx.query<PendingDelivery>(
      `SELECT n.user_id, s.endpoint, s.p256dh, s.auth, n.topic, n.kind, n.subject, n.count, n.seats, n.title, n.body, n.params,
         n.path, n.created_at, ${readerColumns},
         extract(epoch FROM now() - n.created_at)::float8 AS age,
         greatest(0, coalesce(extract(epoch FROM s.wait_until - now()), 0))::float8 AS service_wait,
         coalesce(extract(epoch FROM quiet_until(p.data -> 'quiet_hours', now()) - now()), 0)::float8 AS quiet,
         coalesce((p.data -> 'quiet_hours' -> 'urgent')::boolean, true) AS urgent_anyway
       FROM notifications n
       JOIN push_subscriptions s ON s.user_id = n.user_id AND s.id = $2
       ${readerJoins('n.user_id')}
       WHERE n.id = $1 AND u.status = 'active' AND n.read_at IS NULL AND n.dismissed_at IS NULL
         AND ${mayGetSql('n.kind', 'u')}`,
      [notificationId, subscriptionId],
    );
    return row ? { ...row, ...textForReader(row, row) } : null;
  }

  /** Logs an attempt, as far as the user, device and notification still exist. */
  async insertAttempt(tx: Tx, attempt: Attempt): Promise<void> {
    await tx.execute(
      `INSERT INTO push_deliveries (user_id, subscription_id, notification_id, topic, outcome, response_status, reason,
         message, attempt)
       SELECT u.id, s.id, n.id, $4, $5, $6, $7, $8, $9
       FROM users u LEFT JOIN push_subscriptions s ON s.id = $2 LEFT JOIN notifications n ON n.id = $3 WHERE u.id = $1`,
      [
        attempt.user_id,
        attempt.subscription_id,
        attempt.notification_id,
        attempt.topic,
        attempt.outcome,
        attempt.response_status,
        attempt.reason,
        attempt.message,
        attempt.attempt,
      ],
    );
  }
}

function toDto({ language, time_zone, ...row }: DeliveryDto & ReaderColumns): DeliveryDto {
  const { title, kind, subject, count, params } = row;
  if (title === null) return row;
  const message = { kind, subject, count: count ?? 1, seats: 0, params, title, body: '' };
  return { ...row, title: textForReader({ language, time_zone }, message).title };
}
