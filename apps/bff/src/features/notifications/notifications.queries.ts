import { Conditions } from '../../platform/database/conditions';
import type { Projection } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import {
  type DeliveryListQuery,
  type NotificationDto,
  type NotificationListQuery,
  outcomes,
} from './notifications.dto';
import type { MessageParams } from './notification-publisher';
import { messageTopics } from './topics';

export const subscriptionProjection: Projection = {
  what: 'Subscription',
  columns: `s.id, s.endpoint, s.notification_types, s.user_agent,
    CASE WHEN s.wait_until > now() THEN s.wait_until END AS wait_until, s.created_at, s.updated_at`,
  from: 'FROM push_subscriptions s',
  version: 's.version',
};
export const subscriptionSorts = { created_at: 's.created_at', updated_at: 's.updated_at' };

const notificationColumns =
  'n.id, n.realm_id, n.topic, n.kind, n.subject, n.count, n.title, n.body, n.params, n.path, n.read_at, n.created_at';
export const notificationProjection: Projection = {
  what: 'Notification',
  columns: notificationColumns,
  from: 'FROM notifications n',
  version: '2 * n.count + (n.read_at IS NOT NULL)::int',
};
export const notificationSorts = { created_at: 'n.created_at', topic: 'n.topic' };

export const deliveryProjection: Projection = {
  what: 'Delivery',
  columns: `d.id::float8 AS id, d.notification_id, d.subscription_id, s.user_agent, d.topic, n.kind, n.subject, n.count, n.title, n.params,
    d.outcome,
    d.response_status, d.reason, d.message, d.attempt, d.at`,
  from: `FROM push_deliveries d LEFT JOIN push_subscriptions s ON s.id = d.subscription_id AND s.user_id = d.user_id
    LEFT JOIN notifications n ON n.id = d.notification_id AND n.user_id = d.user_id`,
  version: '1',
};
export const deliverySorts = { at: 'd.at', topic: 'd.topic', outcome: 'd.outcome' };

/** Always by the caller's id, since these are read with a scope of all realms. */
export const ownSubscriptions = (userId: number) => new Conditions().equal('s.user_id', userId);

export const ownNotifications = (userId: number, query: NotificationListQuery) =>
  new Conditions()
    .equal('n.user_id', userId)
    .words('n.topic', query.topic, 'topic', messageTopics)
    .equal('(n.read_at IS NULL)', query.unread);

/** Marks the caller's notifications as read, all or the named ones; returns how many are still unread. */
export async function markRead(tx: Tx, userId: number, ids: readonly number[] | null): Promise<number> {
  await tx.execute(
    `UPDATE notifications SET read_at = now()
     WHERE user_id = $1 AND read_at IS NULL AND ($2::int[] IS NULL OR id = ANY ($2))`,
    [userId, ids],
  );
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM notifications WHERE user_id = $1 AND read_at IS NULL',
    [userId],
  );
  return row?.count ?? 0;
}

export const ownDeliveries = (userId: number, query: DeliveryListQuery) =>
  new Conditions()
    .equal('d.user_id', userId)
    .words('d.topic', query.topic, 'topic', messageTopics)
    .words('d.outcome', query.outcome, 'outcome', outcomes)
    .ids('d.subscription_id', query.subscription_id, 'subscription_id');

/** The live stream's rows; `user_id` names the recipient. */
export function liveNotifications(
  tx: Tx,
  ids: readonly number[],
): Promise<(NotificationDto & { user_id: number })[]> {
  return tx.query(
    `SELECT ${notificationColumns}, n.user_id FROM notifications n WHERE n.id = ANY ($1::int[])`,
    [ids],
  );
}

/** A subscription as the upsert needs it. */
export interface NewSubscription {
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  notification_types: readonly string[] | null;
  user_agent: string | null;
}

/**
 * Inserts or renews the subscription of an endpoint; null when the endpoint belongs to another user.
 */
export async function upsertSubscription(tx: Tx, row: NewSubscription): Promise<number | null> {
  const [saved] = await tx.query<{ id: number }>(
    `INSERT INTO push_subscriptions AS s (user_id, endpoint, p256dh, auth, notification_types, user_agent)
     VALUES ($1, $2, $3, $4, coalesce($5::text[], '{}'), left($6, 500))
     ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth,
       user_agent = excluded.user_agent, notification_types = coalesce($5::text[], s.notification_types)
       WHERE s.user_id = excluded.user_id
     RETURNING s.id`,
    [row.user_id, row.endpoint, row.p256dh, row.auth, row.notification_types, row.user_agent],
  );
  return saved?.id ?? null;
}

/** A notification that waits for its next attempt at a device. */
export interface PendingDelivery {
  user_id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  topic: string;
  kind: string | null;
  subject: string | null;
  count: number;
  title: string;
  body: string;
  params: MessageParams | null;
  /** The recipient's language. */
  language: string;
  path: string | null;
  created_at: Date;
  /** Seconds since it was published. */
  age: number;
  /** Seconds left of the wait that the push service asked for. */
  service_wait: number;
  /** Seconds left of the recipient's quiet hours. */
  quiet: number;
  /** Whether urgent notifications pass quiet hours. */
  urgent_anyway: boolean;
}

/** What to deliver; undefined when the device or the notification is gone, or the recipient is disabled. */
export async function pendingDelivery(
  tx: Tx,
  notificationId: number,
  subscriptionId: number,
): Promise<PendingDelivery | undefined> {
  const [row] = await tx.query<PendingDelivery>(
    `SELECT n.user_id, s.endpoint, s.p256dh, s.auth, n.topic, n.kind, n.subject, n.count, n.title, n.body, n.params,
       left(coalesce(p.data ->> 'language', 'en'), 20) AS language, n.path, n.created_at,
       extract(epoch FROM now() - n.created_at)::float8 AS age,
       greatest(0, coalesce(extract(epoch FROM s.wait_until - now()), 0))::float8 AS service_wait,
       coalesce(extract(epoch FROM quiet_until(p.data -> 'quiet_hours', now()) - now()), 0)::float8 AS quiet,
       coalesce((p.data -> 'quiet_hours' -> 'urgent')::boolean, true) AS urgent_anyway
     FROM notifications n
     JOIN push_subscriptions s ON s.user_id = n.user_id AND s.id = $2
     JOIN users u ON u.id = n.user_id AND u.status = 'active'
     LEFT JOIN preferences p ON p.user_id = n.user_id
     WHERE n.id = $1`,
    [notificationId, subscriptionId],
  );
  return row;
}
