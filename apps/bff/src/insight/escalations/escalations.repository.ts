import { Injectable } from '@nestjs/common';
import { defaultEscalationMinutes } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import { isRealmOpenSql } from '../../platform/realm-scope/realm-status.repository';
import { isPayableSql } from '../../work';

/** Something that has waited for a person until its next step is due. */
export interface DueEscalation {
  realm_id: number;
  /** What waits, e.g. `seats:7`. */
  subject: string;
  kind: 'seats' | 'checks' | 'idle';
  /** The event or job that it is about. */
  name: string;
  event_id: number | null;
  /** Seats to pay, tasks to check, or the seconds in which nothing has moved. */
  amount: number;
  /** The page where people act. */
  path: string;
  /** Minutes since somebody last acted. */
  minutes: number;
  /** The steps that are due now: 1 notifies those who subscribed, 2 the owners. */
  steps: number[];
}

/** Seconds before seats expire at which owners are notified at the latest, but not sooner after somebody acted. */
const LAST_CALL_S = 60;
const lastCallSql = `interval '${LAST_CALL_S} seconds'`;
const MAX_ROWS = 500;

/** Realms that escalate; not those of rehearsals. */
const realmsSql = `SELECT r.id, coalesce(s.minutes, ${defaultEscalationMinutes}) * interval '1 minute' AS patience
  FROM realms r LEFT JOIN escalation_settings s ON s.realm_id = r.id
  WHERE ${isRealmOpenSql('r')} AND r.parent_realm_id IS NULL
    AND (s.realm_id IS NULL OR s.minutes IS NOT NULL)`;

/** Held seats of an event of which people pay at least one basket that nobody has claimed. */
const seatsSql = `SELECT b.realm_id, 'seats:' || b.event_id AS subject, 'seats' AS kind, min(b.name) AS name,
    sum(b.seats) FILTER (WHERE c.expires_at IS NULL OR c.expires_at <= now())::int AS amount, '/pay?event=' || b.event_id AS path,
    b.event_id, min(b.lapses_at) FILTER (WHERE c.expires_at IS NULL OR c.expires_at <= now()) AS lapses_at,
    -- A claim counts as long as it lasts, and its end too.
    CASE WHEN bool_or(c.expires_at > now()) THEN now() ELSE max(c.updated_at) END AS acted_at
  FROM (SELECT h.realm_id, h.event_id, h.task_id, min(h.event_name) AS name, count(*)::int AS seats, min(h.expires_at) AS lapses_at
    FROM holds h JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id
    WHERE ${isPayableSql('h', 't')} GROUP BY h.realm_id, h.event_id, h.task_id) b
  LEFT JOIN pay_claims c ON c.realm_id = b.realm_id AND c.id = b.task_id
  GROUP BY b.realm_id, b.event_id HAVING bool_or(c.expires_at IS NULL OR c.expires_at <= now())`;

/** Tasks of an event whose payment must be checked. */
const checksSql = `SELECT t.realm_id, 'checks:' || t.event_id, 'checks', min(e.name), count(*)::int,
    '/tasks?payment_check=true&event_id=' || t.event_id, t.event_id, NULL::timestamptz, NULL::timestamptz
  FROM tasks t JOIN events e ON e.id = t.event_id
  WHERE t.payment_check AND t.deleted_at IS NULL GROUP BY t.realm_id, t.event_id`;

/** Thresholds of people for tasks that don't move. Those of seats lead to seats that wait for payment. */
const idleSql = `SELECT u.realm_id, a.alert, 'idle', min(n.subject), min((n.params ->> 'seconds')::int), min(n.path), NULL::int,
    NULL::timestamptz, NULL::timestamptz
  FROM notification_alerts a JOIN users u ON u.id = a.user_id AND u.realm_id IS NOT NULL
  CROSS JOIN LATERAL (SELECT x.subject, x.params, x.path FROM notifications x
    WHERE x.user_id = a.user_id AND x.topic = 'threshold' AND x.kind = 'nothing_moved' AND x.group_key = a.alert
    ORDER BY x.id DESC LIMIT 1) n
  WHERE a.alert LIKE 'nothing_moved:%' GROUP BY u.realm_id, a.alert`;

/** When somebody has last acted on what waits, besides claims: read a line about it, paid or removed seats. */
const lastActSql = `greatest(c.acted_at,
  (SELECT max(greatest(x.read_at, x.dismissed_at)) FROM users u JOIN notifications x ON x.user_id = u.id
     AND x.created_at > now() - interval '1 day' WHERE u.realm_id = c.realm_id AND x.path = c.path),
  CASE c.kind WHEN 'seats' THEN greatest(
    (SELECT max(k.created_at) FROM tickets k WHERE k.realm_id = c.realm_id AND k.event_id = c.event_id
       AND k.confirmed_by IS NOT NULL AND k.deleted_at IS NULL AND k.created_at > e.quiet_since),
    (SELECT max(h.updated_at) FROM holds h WHERE h.realm_id = c.realm_id AND h.event_id = c.event_id AND h.status = 'removed'
       AND h.updated_at > e.quiet_since)) END)`;

/** Compares what waits for people with when they last acted, by the database's clock. */
@Injectable()
export class EscalationsRepository {
  /**
   * Saves what waits now and the steps that are due, and returns those steps. What no longer waits is forgotten, and an act
   * begins its time and its steps again. One transaction at a time may do this.
   */
  claimDue(tx: Tx): Promise<DueEscalation[]> {
    return tx.query<DueEscalation>(
      `WITH waiting AS (
         SELECT c.*, r.patience FROM (${seatsSql} UNION ALL ${checksSql} UNION ALL ${idleSql}) c
         JOIN (${realmsSql}) r ON r.id = c.realm_id
       ), acted AS (
         SELECT c.*, e.step AS old_step, e.quiet_since AS old_since, ${lastActSql} AS last_act,
           -- Fewer checks than before: somebody has answered one.
           c.kind = 'checks' AND c.amount < e.amount AS has_fewer
         FROM waiting c LEFT JOIN escalations e ON e.realm_id = c.realm_id AND e.subject = c.subject
       ), measured AS (
         SELECT a.*, CASE WHEN s.is_new THEN 0 ELSE a.old_step END AS step,
           CASE WHEN a.has_fewer OR a.old_since IS NULL THEN now() WHEN s.is_new THEN a.last_act ELSE a.old_since END AS quiet_since
         FROM acted a CROSS JOIN LATERAL (SELECT a.old_since IS NULL OR a.has_fewer OR coalesce(a.last_act > a.old_since, false) AS is_new) s
       ), due AS (
         SELECT m.*, ARRAY_REMOVE(ARRAY[
           CASE WHEN m.step < 1 AND now() >= m.quiet_since + m.patience THEN 1 END,
           CASE WHEN m.step < 2 AND (now() >= m.quiet_since + 2 * m.patience
             OR (m.lapses_at <= now() + ${lastCallSql} AND m.quiet_since <= now() - ${lastCallSql})) THEN 2 END], NULL) AS steps
         FROM measured m
       ), sent AS (
         SELECT d.* FROM due d WHERE cardinality(d.steps) > 0 ORDER BY d.realm_id, d.subject LIMIT ${MAX_ROWS}
       ), cleared AS (
         DELETE FROM escalations e WHERE NOT EXISTS (SELECT FROM measured m WHERE m.realm_id = e.realm_id AND m.subject = e.subject)
       ), saved AS (
         INSERT INTO escalations AS e (realm_id, subject, quiet_since, step, amount)
         SELECT m.realm_id, m.subject, m.quiet_since, greatest(m.step, (SELECT max(n) FROM unnest(s.steps) n)), m.amount
         FROM measured m LEFT JOIN sent s ON s.realm_id = m.realm_id AND s.subject = m.subject
         ORDER BY m.realm_id, m.subject
         ON CONFLICT (realm_id, subject) DO UPDATE
           SET quiet_since = excluded.quiet_since, step = excluded.step, amount = excluded.amount
           WHERE (e.quiet_since, e.step, e.amount) IS DISTINCT FROM (excluded.quiet_since, excluded.step, excluded.amount))
       SELECT realm_id, subject, kind, name, event_id, amount, path, steps,
         greatest(1, floor(extract(epoch FROM now() - quiet_since) / 60))::int AS minutes
       FROM sent ORDER BY realm_id, subject`,
    );
  }
}
