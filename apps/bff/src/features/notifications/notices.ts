import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { NotifyQueue } from '../../platform/queue/notify-queue';
import type { MessageTopic } from './topics';

/** Something that people are to be told. */
export interface Notice {
  topic: MessageTopic;
  /** Whose people; null: everybody's, administrators included. */
  realm_id: number | null;
  title: string;
  body: string;
  /** The page that a click opens. */
  path: string | null;
  /** Told once to each person for each topic, e.g. `task:7`; left out: each time. */
  about?: string;
  /** Of those people this one alone. */
  user_id?: number;
  /** Devices: those that chose the topic, all, or one. */
  on?: 'chosen' | 'all' | number;
}

/** How many people got a message, and for how many devices it is queued. */
export interface Told {
  recipients: number;
  devices: number;
}

/** The one way people are notified: a message to each, and its deliveries, in the transaction of the event. */
@Injectable()
export class Notices {
  constructor(private readonly queue: NotifyQueue) {}

  /** Tells every active user of the realm, as far as the transaction's scope sees them. Of several, the first says on which devices. */
  async raise(tx: Tx, notices: Notice | readonly Notice[]): Promise<Told> {
    const list = [notices].flat() as Notice[];
    if (list.length === 0) return { recipients: 0, devices: 0 };
    const rows = await tx.query<{
      notification_id: number;
      subscription_id: number | null;
      endpoint: string;
    }>(
      `WITH told AS (
         INSERT INTO notifications (realm_id, user_id, topic, title, body, path, about)
         SELECT u.realm_id, u.id, n.topic, left(n.title, 200), left(n.body, 2000), n.path, n.about
         FROM jsonb_to_recordset($1::jsonb) AS n(topic text, realm_id int, title text, body text, path text, about text,
           user_id int)
         JOIN users u ON u.status = 'active' AND (n.user_id IS NULL OR u.id = n.user_id)
           AND (n.realm_id IS NULL OR u.realm_id = n.realm_id)
         ON CONFLICT (user_id, topic, about) DO NOTHING
         RETURNING id, user_id, topic)
       SELECT t.id AS notification_id, s.id AS subscription_id, s.endpoint
       FROM told t LEFT JOIN push_subscriptions s ON s.user_id = t.user_id AND ${deviceCondition('t.topic', '$2', '$3')}
       ORDER BY t.id, s.id`,
      [JSON.stringify(list), ...deviceParams(list[0]?.on)],
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

  /** Whom `raise` would tell now. */
  async count(tx: Tx, notice: Notice): Promise<Told> {
    const [told] = await tx.query<Told>(
      `SELECT count(DISTINCT u.id)::int AS recipients, count(s.id)::int AS devices
       FROM users u LEFT JOIN push_subscriptions s ON s.user_id = u.id AND ${deviceCondition('$3::text', '$4', '$5')}
       WHERE u.status = 'active' AND ($1::int IS NULL OR u.id = $1) AND ($2::int IS NULL OR u.realm_id = $2)`,
      [notice.user_id ?? null, notice.realm_id, notice.topic, ...deviceParams(notice.on)],
    );
    return told ?? { recipients: 0, devices: 0 };
  }
}

/** Which devices (alias `s`) are told: every one, the one that is named, or those that chose the topic. */
const deviceCondition = (topic: string, every: string, only: string): string =>
  `(${every}::boolean OR s.id = ${only}::int OR (${only}::int IS NULL AND ${topic} = ANY (s.notification_types)))`;

const deviceParams = (on: Notice['on'] = 'chosen'): [boolean, number | null] => [
  on === 'all',
  typeof on === 'number' ? on : null,
];
