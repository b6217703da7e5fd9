import { Injectable } from '@nestjs/common';
import type { MessageKind } from '@tessera/domain/notifications';
import type { Tx } from '../../platform/database/transactions';
import { SWEEP_BATCH } from '../../platform/sweeps/sweeps';
import { mayGetSql } from '../notifications/payers';
import { digestHours, promptTopics } from './mail-choice';

/** A line of the inbox as mails keep it. */
const lineSql = (n: string): string =>
  `jsonb_build_object('topic', ${n}.topic, 'kind', ${n}.kind, 'subject', ${n}.subject, 'count', ${n}.count, 'seats', ${n}.seats,
    'title', ${n}.title, 'body', ${n}.body, 'params', ${n}.params, 'path', ${n}.path)`;

/** The topics that a person chose; `p` are their preferences. */
const chosenSql = (topic: string): string => `coalesce(p.data -> 'mail' -> 'topics', '[]') ? ${topic}`;

const hoursSql = `make_interval(hours => CASE WHEN jsonb_typeof(p.data -> 'mail' -> 'digest_hours') = 'number'
  THEN least(${digestHours.max}, greatest(${digestHours.min}, (p.data -> 'mail' ->> 'digest_hours')::float8))::int
  ELSE ${digestHours.default} END)`;

/** What concerns the reader's own account: mailed whatever they chose, since a stolen account could choose too. */
const accountKinds: readonly MessageKind[] = [
  'new_sign_in',
  'session_reused',
  'sessions_ended',
  'password_changed',
  'password_reset',
  'password_set',
  'second_factor_on',
  'second_factor_off',
  'second_factor_removed',
  'recovery_code_used',
  'passkey_added',
  'passkey_removed',
  'identity_linked',
  'identity_unlinked',
  'calendar_feed_created',
  'viewed_as',
];

/** Lines of one digest. */
const MAX_LINES = 20;

/** Queues mails about notifications. */
@Injectable()
export class NotificationMailsRepository {
  /** Queues a mail for each of these new notifications whose reader gets it by mail at once; returns how many. */
  queueNotices(tx: Tx, notificationIds: readonly number[]): Promise<number> {
    return tx.execute(
      `INSERT INTO mails (realm_id, user_id, kind, params)
       SELECT n.realm_id, n.user_id, 'notice', ${lineSql('n')} FROM notifications n
       LEFT JOIN preferences p ON p.user_id = n.user_id
       WHERE n.id = ANY ($1::int[]) AND (n.kind = ANY ($2::text[]) OR n.topic = ANY ($3::text[]) AND ${chosenSql('n.topic')})`,
      [notificationIds, accountKinds, promptTopics],
    );
  }

  /** Which of these lines a person still gets, in their order. */
  async keepLines<Line extends { kind: string | null }>(
    tx: Tx,
    userId: number,
    lines: readonly Line[],
  ): Promise<Line[]> {
    const kept = await tx.query<{ nth: number }>(
      `SELECT l.nth::int AS nth FROM users u CROSS JOIN unnest($2::text[]) WITH ORDINALITY AS l (kind, nth)
       WHERE u.id = $1 AND ${mayGetSql('l.kind', 'u')}`,
      [userId, lines.map(({ kind }) => kind)],
    );
    const positions = new Set(kept.map(({ nth }) => nth - 1));
    return lines.filter((_, index) => positions.has(index));
  }

  /**
   * Queues a digest for everybody whose last one is old enough and who has unread lines of the chosen topics since; returns how
   * many. Called by one process at a time.
   */
  queueDigests(tx: Tx): Promise<number> {
    return tx.execute(
      `INSERT INTO mails (realm_id, user_id, kind, params)
       SELECT u.realm_id, u.id, 'digest', jsonb_build_object('lines', l.lines, 'more', l.more)
       FROM preferences p JOIN users u ON u.id = p.user_id AND u.status = 'active'
       CROSS JOIN LATERAL (SELECT max(m.created_at) AS at FROM mails m WHERE m.user_id = u.id AND m.kind = 'digest') last
       CROSS JOIN LATERAL (
         SELECT jsonb_agg(line ORDER BY nth) FILTER (WHERE nth <= ${MAX_LINES}) AS lines,
           greatest(0, count(*) - ${MAX_LINES})::int AS more
         FROM (SELECT ${lineSql('n')} AS line, row_number() OVER (ORDER BY n.created_at DESC, n.id DESC) AS nth
           FROM notifications n WHERE n.user_id = u.id AND n.read_at IS NULL AND n.dismissed_at IS NULL
             AND n.topic <> ALL ($1::text[]) AND ${chosenSql('n.topic')} AND ${mayGetSql('n.kind', 'u')}
             AND n.created_at > coalesce(last.at, now() - ${hoursSql})) n) l
       WHERE jsonb_typeof(p.data -> 'mail' -> 'topics') = 'array' AND l.lines IS NOT NULL
         AND (last.at IS NULL OR last.at <= now() - ${hoursSql})
       LIMIT ${SWEEP_BATCH}`,
      [promptTopics],
    );
  }
}
