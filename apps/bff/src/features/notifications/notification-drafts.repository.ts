import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { MergedDraft, NotificationDraft } from './notification-draft';

/** A row that counts several notifications is pushed to devices at most this often, so that not every task wakes them. */
const PUSH_INTERVAL = '1 minute';
/** How many dedupe keys a row stores; older ones don't recur. */
const MAX_DEDUPE_KEYS = 1000;

/** A recipient's notification, with one of the devices to push to; without a device `subscription_id` is null. */
type InsertedNotification = { notification_id: number } & (
  { subscription_id: number; endpoint: string } | { subscription_id: null; endpoint: null }
);

type Devices = NotificationDraft['devices'];

/** Turns drafts into the notifications of their recipients. */
@Injectable()
export class NotificationDraftsRepository {
  /** Inserts a row for each recipient, or counts in their unread row of the same group; returns the devices to push to. */
  insert(tx: Tx, drafts: readonly MergedDraft[], devices: Devices): Promise<InsertedNotification[]> {
    return tx.query(
      `WITH recipients AS (
         SELECT u.realm_id, u.id AS user_id, n.topic, n.kind, n.subject, n.count, n."group" AS grouped,
           coalesce(n."dedupeKeys", '{}') AS abouts, left(n.title, 200) AS title, left(n.body, 2000) AS body, n.params, n.path
         FROM jsonb_to_recordset($1::jsonb) AS n(topic text, realm_id int, title text, body text, params jsonb, path text,
           kind text, subject text, count int, "dedupeKeys" text[], "group" jsonb, user_id int, "administratorsOnly" boolean)
         JOIN users u ON u.status = 'active' AND (n.user_id IS NULL OR u.id = n.user_id)
           AND (n.realm_id IS NULL OR u.realm_id = n.realm_id) AND (n."administratorsOnly" IS NOT TRUE OR u.role = 'admin')
         WHERE n."dedupeKeys" IS NULL OR NOT EXISTS (SELECT FROM notifications x
           WHERE x.user_id = u.id AND x.topic = n.topic AND x.abouts @> n."dedupeKeys")
       ), unread AS (
         SELECT x.id, r.* FROM recipients r CROSS JOIN LATERAL (
           SELECT x.id FROM notifications x WHERE x.user_id = r.user_id AND x.topic = r.topic
             AND x.group_key = r.grouped ->> 'key' AND x.read_at IS NULL ORDER BY x.id LIMIT 1 FOR UPDATE SKIP LOCKED) x
       ), counted AS (
         UPDATE notifications n SET count = n.count + u.count, ${setGroupTextSql('u.grouped', 'n.count + u.count')},
           subject = u.subject, grouped = u.grouped, created_at = now(), abouts = ${latestKeysSql('n.abouts || u.abouts')},
           pushed_at = CASE WHEN n.pushed_at <= now() - interval '${PUSH_INTERVAL}' THEN now() ELSE n.pushed_at END
         FROM unread u WHERE n.id = u.id
         RETURNING n.id, n.user_id, n.topic, n.pushed_at = now() AS pushed
       ), inserted AS (
         INSERT INTO notifications (realm_id, user_id, topic, kind, subject, count, grouped, abouts, title, body, params, path)
         SELECT realm_id, user_id, topic, kind, subject, count, grouped, abouts, title, body, params, path FROM recipients r
         WHERE NOT EXISTS (SELECT FROM unread u WHERE u.user_id = r.user_id AND u.topic = r.topic
           AND u.grouped ->> 'key' = r.grouped ->> 'key')
         RETURNING id, user_id, topic, true AS pushed)
       SELECT n.id AS notification_id, s.id AS subscription_id, s.endpoint
       FROM (SELECT * FROM counted UNION ALL SELECT * FROM inserted) n
       LEFT JOIN push_subscriptions s ON n.pushed AND s.user_id = n.user_id
         AND ${deviceConditionSql('n.topic', '$2', '$3')}
       ORDER BY n.id, s.id`,
      [JSON.stringify(drafts), ...deviceParams(devices)],
    );
  }

  /** How many users and devices a draft would reach now. */
  async countRecipients(
    tx: Tx,
    { topic, realm_id, user_id, devices }: NotificationDraft,
  ): Promise<{ recipients: number; devices: number }> {
    const [count] = await tx.query<{ recipients: number; devices: number }>(
      `SELECT count(DISTINCT u.id)::int AS recipients, count(s.id)::int AS devices
       FROM users u LEFT JOIN push_subscriptions s ON s.user_id = u.id AND ${deviceConditionSql('$3::text', '$4', '$5')}
       WHERE u.status = 'active' AND ($1::int IS NULL OR u.id = $1) AND ($2::int IS NULL OR u.realm_id = $2)`,
      [user_id ?? null, realm_id, topic, ...deviceParams(devices)],
    );
    return count ?? { recipients: 0, devices: 0 };
  }

  /** Joins unread rows of one group that were inserted at the same moment, within the last minute. */
  async mergeGroups(tx: Tx): Promise<void> {
    await tx.execute(
      `WITH locked AS (
         SELECT id, user_id, topic, group_key, count, abouts, created_at FROM notifications n
         WHERE read_at IS NULL AND group_key IS NOT NULL AND EXISTS (
           SELECT FROM notifications x WHERE x.user_id = n.user_id AND x.topic = n.topic AND x.group_key = n.group_key
             AND x.read_at IS NULL AND x.created_at > now() - interval '1 minute' AND x.id <> n.id)
         ORDER BY id FOR UPDATE SKIP LOCKED
       ), parts AS (
         SELECT *, min(id) OVER (PARTITION BY user_id, topic, group_key) AS first_id FROM locked
       ), deleted AS (
         DELETE FROM notifications n USING parts p WHERE n.id = p.id AND p.id <> p.first_id
       )
       UPDATE notifications n SET count = s.count, ${setGroupTextSql('n.grouped', 's.count')}, created_at = s.created_at,
         abouts = ${latestKeysSql('(SELECT array_agg(a) FROM parts p, unnest(p.abouts) a WHERE p.first_id = n.id)')}
       FROM (SELECT first_id, sum(count)::int AS count, max(created_at) AS created_at FROM parts
         GROUP BY first_id HAVING count(*) > 1) s
       WHERE n.id = s.first_id`,
    );
  }
}

/** SET of the text of a row that counts several notifications; `grouped` is its MessageGroup. */
const setGroupTextSql = (grouped: string, count: string): string =>
  `title = left(replace(${grouped} ->> 'title', '{count}', (${count})::text), 200),
   body = left(${grouped} ->> 'body', 2000), params = ${grouped} -> 'params', path = ${grouped} ->> 'path'`;

/** The latest dedupe keys of a row, so that it doesn't grow without bound. */
const latestKeysSql = (keys: string): string =>
  `(SELECT coalesce(array_agg(key ORDER BY position DESC), '{}') FROM (
     SELECT key, position FROM unnest(coalesce(${keys}, '{}')) WITH ORDINALITY AS u(key, position)
     ORDER BY position DESC LIMIT ${MAX_DEDUPE_KEYS}) l)`;

/** The devices (alias `s`) to push to: all, the one named, or those that chose the topic. */
const deviceConditionSql = (topic: string, all: string, only: string): string =>
  `(${all}::boolean OR s.id = ${only}::int OR (${only}::int IS NULL AND ${topic} = ANY (s.notification_types)))`;

const deviceParams = (devices: Devices = 'chosen'): [boolean, number | null] => [
  devices === 'all',
  typeof devices === 'number' ? devices : null,
];
