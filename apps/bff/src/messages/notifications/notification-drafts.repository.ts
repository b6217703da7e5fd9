import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { FieldError } from '../../platform/errors/field-error-codes';
import type { MergedDraft, NotificationDraft } from './notification-draft';
import { mayGetSql } from './payers';

/** How often a line that changes is pushed to devices again: at most each so many seconds. */
const digestSeconds = { min: 10, max: 3600, default: 60 } as const;

/** SQL of a person's digest interval in seconds; `data` is their preferences, which may be null. */
const digestSecondsSql = (data: string): string =>
  `CASE WHEN jsonb_typeof(${data} -> 'digest_seconds') = 'number' THEN
     least(${digestSeconds.max}, greatest(${digestSeconds.min}, (${data} ->> 'digest_seconds')::float8)) ELSE ${digestSeconds.default} END`;

/** The errors in a new digest interval; none for null, which resets it. */
export function digestErrors(value: unknown): FieldError[] {
  if (value === null) return [];
  const { min, max } = digestSeconds;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return [];
  const field = 'digest_seconds';
  if (typeof value === 'number' && value > max)
    return [{ field, message: `${field} must be at most ${max}`, code: 'TOO_LARGE', params: { max } }];
  if (typeof value === 'number' && value < min)
    return [{ field, message: `${field} must be at least ${min}`, code: 'TOO_SMALL', params: { min } }];
  return [{ field, message: `${field} must be a whole number`, code: 'NOT_WHOLE_NUMBER' }];
}

/** How many dedupe keys a row stores; older ones don't recur. */
const MAX_DEDUPE_KEYS = 1000;
/** For how long a line counts tasks, whether it was read or not; then a new one begins. */
const LINE_HOURS = 24;

/** A recipient's notification, with one of the devices to push to; without a device `subscription_id` is null. `is_new`: it isn't a line that counts it. */
type InsertedNotification = { notification_id: number; is_new: boolean } & (
  | {
      subscription_id: number;
      endpoint: string;
      /** Seconds until the push: 0 for the first of a line, later for its updates. */
      after: number;
    }
  | { subscription_id: null; endpoint: null; after: null }
);

/** SQL of whether the realm's user `u` has a duty, as `dutiesOf` says. */
const hasDutySql = (duty: string): string =>
  `((u.role = 'realm_owner' OR ${duty} = ANY (u.duties)) AND NOT (${duty} = 'approve'
     AND (u.role = 'realm_owner' OR 'launch' = ANY (u.duties))
     AND EXISTS (SELECT FROM realms r WHERE r.id = u.realm_id AND r.separate_approval)))`;

type Devices = NotificationDraft['devices'];

/** Turns drafts into the notifications of their recipients. */
@Injectable()
export class NotificationDraftsRepository {
  /**
   * Inserts a row for each recipient, or counts in their line of the same group; returns the devices to push to. Lines of
   * groups must be written by one transaction at a time (`PendingNotificationsRepository.lock`).
   */
  insertNotifications(
    tx: Tx,
    drafts: readonly MergedDraft[],
    devices: Devices,
  ): Promise<InsertedNotification[]> {
    return tx.query(
      `WITH recipients AS (
         SELECT u.realm_id, u.id AS user_id, n.topic, n.kind, n.subject, n.count, n."group" AS grouped,
           coalesce(n."dedupeKeys", '{}') AS abouts, left(n.title, 200) AS title, left(n.body, 2000) AS body, n.params, n.path,
           n.tasks, coalesce(n.first_at, now()) AS first_at, coalesce(n.last_at, now()) AS last_at,
           make_interval(secs => ${digestSecondsSql('p.data')}) AS digest
         FROM jsonb_to_recordset($1::jsonb) AS n(topic text, realm_id int, title text, body text, params jsonb, path text,
           kind text, subject text, count int, "dedupeKeys" text[], "group" jsonb, user_id int, "administratorsOnly" boolean,
           "ownersOnly" boolean, duty text, except_user_id int, tasks jsonb, first_at timestamptz, last_at timestamptz)
         JOIN users u ON u.status = 'active' AND (n.user_id IS NULL OR u.id = n.user_id)
           AND (n.realm_id IS NULL OR u.realm_id = n.realm_id) AND (n."administratorsOnly" IS NOT TRUE OR u.role = 'admin')
           AND (n."ownersOnly" IS NOT TRUE OR u.role = 'realm_owner')
           AND (n.duty IS NULL OR ${hasDutySql('n.duty')}) AND u.id IS DISTINCT FROM n.except_user_id AND ${mayGetSql('n.kind', 'u')}
         LEFT JOIN preferences p ON p.user_id = u.id
         WHERE n."dedupeKeys" IS NULL OR NOT EXISTS (SELECT FROM notifications x
           WHERE x.user_id = u.id AND x.topic = n.topic AND x.abouts @> n."dedupeKeys")
       ), open AS (
         SELECT x.id, x.count AS counted, x.pushed_at AS last_push, x.all_tasks, x.is_over, r.*,
           -- What it counted before it knew its tasks stays counted.
           CASE WHEN x.is_over THEN r.count WHEN r.tasks IS NULL THEN x.count + r.count ELSE x.count - x.known + s.tasks END AS new_count,
           CASE WHEN r.tasks IS NULL THEN x.seats ELSE s.seats END AS new_seats
         FROM recipients r CROSS JOIN LATERAL (
           SELECT x.id, x.count, x.seats, x.pushed_at, coalesce(x.tasks, '{}') || coalesce(r.tasks, '{}') AS all_tasks,
             (SELECT count(*)::int FROM jsonb_object_keys(x.tasks)) AS known,
             coalesce(x.created_at < now() - make_interval(secs => (r.grouped ->> 'over_s')::int), false) AS is_over
           FROM notifications x WHERE x.user_id = r.user_id AND x.topic = r.topic AND x.group_key = r.grouped ->> 'key'
             AND x.dismissed_at IS NULL AND CASE WHEN r.tasks IS NULL THEN x.read_at IS NULL
               ELSE x.first_at > now() - interval '${LINE_HOURS} hours' END
           ORDER BY x.id DESC LIMIT 1 FOR UPDATE) x
         CROSS JOIN LATERAL (
           SELECT count(*)::int AS tasks, coalesce(sum(value::int), 0)::int AS seats FROM jsonb_each_text(x.all_tasks)) s
       ), updated AS (
         UPDATE notifications n SET count = o.new_count, seats = o.new_seats, ${setGroupSql('o')},
           subject = o.subject, grouped = o.grouped, created_at = o.last_at, read_at = NULL,
           first_at = CASE WHEN o.is_over THEN o.first_at ELSE n.first_at END,
           tasks = CASE WHEN o.tasks IS NULL THEN n.tasks ELSE o.all_tasks END,
           abouts = ${latestKeysSql('n.abouts || o.abouts')},
           -- The time of the last push, or of the next one, which brings what happens until then.
           pushed_at = CASE WHEN o.last_push > now() THEN o.last_push ELSE greatest(now(), o.last_push + o.digest) END
         FROM open o WHERE n.id = o.id
         RETURNING n.id, n.user_id, n.topic, false AS is_new,
           CASE WHEN o.last_push <= now() THEN greatest(0, extract(epoch FROM o.last_push + o.digest - now())) END AS after
       ), inserted AS (
         INSERT INTO notifications (realm_id, user_id, topic, kind, subject, count, grouped, abouts, title, body, params, path,
           tasks, seats, first_at, created_at)
         SELECT realm_id, user_id, topic, kind, subject, count, grouped, abouts, title, body, params, path, tasks,
           coalesce((SELECT sum(value::int) FROM jsonb_each_text(r.tasks)), 0), first_at, last_at FROM recipients r
         WHERE NOT EXISTS (SELECT FROM open o WHERE o.user_id = r.user_id AND o.topic = r.topic
           AND o.grouped ->> 'key' = r.grouped ->> 'key')
         RETURNING id, user_id, topic, true AS is_new, 0 AS after)
       SELECT n.id AS notification_id, n.is_new, s.id AS subscription_id, s.endpoint,
         CASE WHEN s.id IS NOT NULL THEN n.after END::float8 AS after
       FROM (SELECT * FROM updated UNION ALL SELECT * FROM inserted) n
       LEFT JOIN push_subscriptions s ON n.after IS NOT NULL AND s.user_id = n.user_id
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
}

/** SET of what a line says from the columns of `open`. */
const setGroupSql = (open: string): string =>
  `params = ${open}.grouped -> 'params', path = ${open}.grouped ->> 'path'`;

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
