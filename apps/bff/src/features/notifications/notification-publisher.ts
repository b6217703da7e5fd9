import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { NotifyQueue } from '../../platform/queue/notify-queue';
import type { MessageKind, MessageTopic } from './topics';

export type MessageParams = Readonly<Record<string, unknown>>;

/** A notification before its recipients are known. */
export interface NotificationDraft {
  topic: MessageTopic;
  /** Whose people; null: everybody's, administrators included. */
  realm_id: number | null;
  title: string;
  body: string;
  /** The page that a click opens. */
  path: string | null;
  /** What happened, for pages to word it; left out: title and body are all there is. */
  kind?: MessageKind;
  /** Names, numbers and reasons in the body, for the same; left out: the body is in its writer's words. */
  params?: MessageParams;
  /** The name of what it happened to: the event or the job. */
  subject?: string;
  /** How many tasks or seats it is about; 1 unless given. */
  count?: number;
  /** Sent once to each person for each topic, e.g. `task:7`; left out: each time. */
  about?: string;
  /** Unread notifications of a topic with the same key share one row, which counts them. */
  group?: MessageGroup;
  /** Of those people this one alone. */
  user_id?: number;
  /** Of those people the administrators alone. */
  administrators?: boolean;
  /** Devices: those that chose the topic, all, or one. */
  on?: 'chosen' | 'all' | number;
}

/** The text of a row that counts several notifications; `{count}` in the title is their number. */
export interface MessageGroup {
  key: string;
  title: string;
  body: string;
  params: MessageParams;
  path: string | null;
}

/** How many people got a notification, and for how many devices it is queued. */
export interface DeliveryCount {
  recipients: number;
  devices: number;
}

/** A row that counts more is pushed to devices at most this often, so that not every task wakes them. */
const PUSH_INTERVAL = '1 minute';
/** How many subjects a row remembers as already reported; older ones don't recur. */
const MAX_SUBJECTS = 1000;

/** Notifies people: writes a row for each and queues its deliveries, in the transaction of the event. */
@Injectable()
export class NotificationPublisher {
  constructor(private readonly queue: NotifyQueue) {}

  /**
   * Notifies every active user of the realm within the transaction's scope. Of several drafts, the first chooses the
   * devices. It doesn't wait for a row that another transaction is counting in, since the two could deadlock over their
   * tasks: it inserts a second row, and `mergeGroups` joins them.
   */
  async publish(tx: Tx, drafts: NotificationDraft | readonly NotificationDraft[]): Promise<DeliveryCount> {
    const list = [drafts].flat() as NotificationDraft[];
    if (list.length === 0) return { recipients: 0, devices: 0 };
    const rows = await tx.query<{
      notification_id: number;
      subscription_id: number | null;
      endpoint: string;
    }>(
      `WITH recipients AS (
         SELECT u.realm_id, u.id AS user_id, n.topic, n.kind, n.subject, coalesce(n.count, 1) AS count, n."group" AS grouped,
           coalesce(n.abouts, '{}') AS abouts, left(n.title, 200) AS title, left(n.body, 2000) AS body, n.params, n.path
         FROM jsonb_to_recordset($1::jsonb) AS n(topic text, realm_id int, title text, body text, params jsonb, path text,
           kind text, subject text, count int, abouts text[], "group" jsonb, user_id int, administrators boolean)
         JOIN users u ON u.status = 'active' AND (n.user_id IS NULL OR u.id = n.user_id)
           AND (n.realm_id IS NULL OR u.realm_id = n.realm_id) AND (n.administrators IS NOT TRUE OR u.role = 'admin')
         WHERE n.abouts IS NULL OR NOT EXISTS (SELECT FROM notifications x
           WHERE x.user_id = u.id AND x.topic = n.topic AND x.abouts @> n.abouts)
       ), found AS (
         SELECT x.id, t.* FROM recipients t CROSS JOIN LATERAL (
           SELECT x.id FROM notifications x WHERE x.user_id = t.user_id AND x.topic = t.topic
             AND x.group_key = t.grouped ->> 'key' AND x.read_at IS NULL ORDER BY x.id LIMIT 1 FOR UPDATE SKIP LOCKED) x
       ), counted AS (
         UPDATE notifications n SET count = n.count + f.count, ${setGroupTextSql('f.grouped', 'n.count + f.count')},
           subject = f.subject, grouped = f.grouped, created_at = now(), abouts = ${latestSubjectsSql('n.abouts || f.abouts')},
           pushed_at = CASE WHEN n.pushed_at <= now() - interval '${PUSH_INTERVAL}' THEN now() ELSE n.pushed_at END
         FROM found f WHERE n.id = f.id
         RETURNING n.id, n.user_id, n.topic, n.pushed_at = now() AS pushed
       ), made AS (
         INSERT INTO notifications (realm_id, user_id, topic, kind, subject, count, grouped, abouts, title, body, params, path)
         SELECT realm_id, user_id, topic, kind, subject, count, grouped, abouts, title, body, params, path FROM recipients t
         WHERE NOT EXISTS (SELECT FROM found f WHERE f.user_id = t.user_id AND f.topic = t.topic
           AND f.grouped ->> 'key' = t.grouped ->> 'key')
         RETURNING id, user_id, topic, true AS pushed)
       SELECT t.id AS notification_id, s.id AS subscription_id, s.endpoint
       FROM (SELECT * FROM counted UNION ALL SELECT * FROM made) t
       LEFT JOIN push_subscriptions s ON t.pushed AND s.user_id = t.user_id
         AND ${deviceCondition('t.topic', '$2', '$3')}
       ORDER BY t.id, s.id`,
      [JSON.stringify(mergeDraftsOfGroup(list)), ...deviceParams(list[0]?.on)],
    );
    const deliveries = rows.flatMap(({ notification_id, subscription_id, endpoint }) =>
      subscription_id === null
        ? []
        : { notification_id, subscription_id, attempt: 1, service: new URL(endpoint).host },
    );
    await this.queue.enqueue(tx, deliveries);
    const recipients = new Set(rows.map(({ notification_id }) => notification_id)).size;
    return { recipients, devices: deliveries.length };
  }

  /** How many people and devices `publish` would reach now. */
  async countRecipients(tx: Tx, draft: NotificationDraft): Promise<DeliveryCount> {
    const [count] = await tx.query<DeliveryCount>(
      `SELECT count(DISTINCT u.id)::int AS recipients, count(s.id)::int AS devices
       FROM users u LEFT JOIN push_subscriptions s ON s.user_id = u.id AND ${deviceCondition('$3::text', '$4', '$5')}
       WHERE u.status = 'active' AND ($1::int IS NULL OR u.id = $1) AND ($2::int IS NULL OR u.realm_id = $2)`,
      [draft.user_id ?? null, draft.realm_id, draft.topic, ...deviceParams(draft.on)],
    );
    return count ?? { recipients: 0, devices: 0 };
  }
}

/** Joins unread rows of one group that were inserted at the same moment, within the last minute. */
export const mergeGroups = (tx: Tx): Promise<number> =>
  tx.execute(
    `WITH locked AS (
       SELECT id, user_id, topic, group_key, count, abouts, created_at FROM notifications n
       WHERE read_at IS NULL AND group_key IS NOT NULL AND EXISTS (
         SELECT FROM notifications x WHERE x.user_id = n.user_id AND x.topic = n.topic AND x.group_key = n.group_key
           AND x.read_at IS NULL AND x.created_at > now() - interval '1 minute' AND x.id <> n.id)
       ORDER BY id FOR UPDATE SKIP LOCKED
     ), parts AS (
       SELECT *, min(id) OVER (PARTITION BY user_id, topic, group_key) AS kept FROM locked
     ), gone AS (
       DELETE FROM notifications n USING parts p WHERE n.id = p.id AND p.id <> p.kept
     )
     UPDATE notifications n SET count = s.count, ${setGroupTextSql('n.grouped', 's.count')}, created_at = s.created_at,
       abouts = ${latestSubjectsSql('(SELECT array_agg(a) FROM parts p, unnest(p.abouts) a WHERE p.kept = n.id)')}
     FROM (SELECT kept, sum(count)::int AS count, max(created_at) AS created_at FROM parts
       GROUP BY kept HAVING count(*) > 1) s
     WHERE n.id = s.kept`,
    [],
  );

/** SET of the text of a row that counts several notifications; `grouped` is its MessageGroup. */
const setGroupTextSql = (grouped: string, count: string): string =>
  `title = left(replace(${grouped} ->> 'title', '{count}', (${count})::text), 200),
   body = left(${grouped} ->> 'body', 2000), params = ${grouped} -> 'params', path = ${grouped} ->> 'path'`;

/** The latest subjects of a row, so that it doesn't grow without bound. */
const latestSubjectsSql = (abouts: string): string =>
  `(SELECT coalesce(array_agg(a ORDER BY at DESC), '{}') FROM (
     SELECT a, at FROM unnest(coalesce(${abouts}, '{}')) WITH ORDINALITY AS u(a, at) ORDER BY at DESC LIMIT ${MAX_SUBJECTS}) l)`;

/** Joins the drafts of each group into one, since a statement can update each row only once. */
function mergeDraftsOfGroup(
  drafts: readonly NotificationDraft[],
): (NotificationDraft & { abouts?: string[] })[] {
  const groups = new Map<unknown, NotificationDraft & { abouts?: string[] }>();
  for (const draft of drafts) {
    const { topic, realm_id, user_id, group } = draft;
    const key = group ? JSON.stringify([topic, realm_id, user_id, group.key]) : draft;
    const before = groups.get(key);
    const count = (before?.count ?? 0) + (draft.count ?? 1);
    const subjects = [...(before?.abouts ?? []), ...(draft.about ? [draft.about] : [])];
    const abouts = subjects.length > 0 ? { abouts: subjects } : {};
    const text = group && before ? groupText(group, count) : {};
    groups.set(key, { ...draft, ...text, ...abouts, count });
  }
  return [...groups.values()];
}

const groupText = ({ title, body, params, path }: MessageGroup, count: number) => ({
  title: title.replace('{count}', String(count)),
  body,
  params,
  path,
});

/** Which devices (alias `s`) to push to: all, the named one, or those that chose the topic. */
const deviceCondition = (topic: string, every: string, only: string): string =>
  `(${every}::boolean OR s.id = ${only}::int OR (${only}::int IS NULL AND ${topic} = ANY (s.notification_types)))`;

const deviceParams = (on: NotificationDraft['on'] = 'chosen'): [boolean, number | null] => [
  on === 'all',
  typeof on === 'number' ? on : null,
];
