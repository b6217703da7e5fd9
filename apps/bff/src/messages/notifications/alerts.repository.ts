import { Injectable } from '@nestjs/common';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';

/** A threshold that has just been crossed. */
export interface CrossedAlert {
  user_id: number;
  alert: string;
  kind: 'seats_held' | 'nothing_moved';
  amount: number;
  /** The job, or else the event, or else the realm that it is about. */
  subject: string;
  event_id: number | null;
  job_id: number | null;
  /** Seats that are held now. */
  held: number;
}

const MAX_ROWS = 500;
/** A threshold of seats is armed again once fewer than this part of them is held. */
const REARM_PART = 0.8;

/** The alerts of preferences that are valid: older preferences may hold anything by that name. */
const isId = (name: string) =>
  `(!exists(@.${name}) || (@.${name}.type() == "number" && @.${name} > 0 && @.${name} <= 2147483647 && @.${name}.floor() == @.${name}))`;
const VALID_ALERTS = `$.alerts[*] ? (@.kind == "seats_held" || @.kind == "nothing_moved")
  ? (@.amount.type() == "number" && @.amount > 0 && @.amount <= 1000000 && @.amount.floor() == @.amount)
  ? (${isId('event_id')} && ${isId('job_id')})`;

/** Compares people's thresholds with what is held and what moves, by the database's clock. */
@Injectable()
export class AlertsRepository {
  /**
   * Saves which thresholds are crossed now, and returns those that were not before. A threshold of seats that was crossed
   * stays so until fewer than 80 percent of them are held; one of time, until something moves or no task is in progress.
   */
  claimCrossed(tx: Tx): Promise<CrossedAlert[]> {
    return tx.query<CrossedAlert>(
      `WITH alerts AS MATERIALIZED (
         SELECT DISTINCT u.id AS user_id, u.realm_id, a.kind, a.amount, a.event_id, a.job_id, coalesce(j.name, e.name, r.name) AS subject,
           concat_ws(':', a.kind, a.amount, 'e' || a.event_id, 'j' || a.job_id) AS alert
         FROM preferences p JOIN users u ON u.id = p.user_id AND u.status = 'active'
         JOIN realms r ON r.id = u.realm_id AND r.status = 'active'
         CROSS JOIN LATERAL jsonb_to_recordset(jsonb_path_query_array(p.data, '${VALID_ALERTS}'))
           AS a(kind text, amount int, event_id int, job_id int)
         LEFT JOIN jobs j ON j.realm_id = u.realm_id AND j.id = a.job_id
         LEFT JOIN events e ON e.id = a.event_id
         WHERE p.data ? 'alerts' AND (a.job_id IS NULL OR j.id IS NOT NULL) AND (a.event_id IS NULL OR e.id IS NOT NULL)
       ), held AS MATERIALIZED (
         SELECT h.realm_id, h.event_id, h.job_id, count(*)::int AS seats FROM holds h
         WHERE ${liveHoldSql('h')}
           AND h.realm_id IN (SELECT a.realm_id FROM alerts a WHERE a.kind = 'seats_held')
         GROUP BY h.realm_id, h.event_id, h.job_id
       ), idle AS MATERIALIZED (
         SELECT a.* FROM (SELECT DISTINCT realm_id, event_id, job_id, amount FROM alerts WHERE kind = 'nothing_moved') a
         WHERE ${isIdleSql}
       ), measured AS (
         SELECT a.*, n.alert IS NOT NULL AS was_crossed, h.held,
           CASE a.kind
             WHEN 'seats_held' THEN
               h.held >= CASE WHEN n.alert IS NULL THEN a.amount ELSE ceil(a.amount * ${REARM_PART}) END
             ELSE EXISTS (SELECT FROM idle i WHERE (i.realm_id, i.amount) = (a.realm_id, a.amount)
               AND i.event_id IS NOT DISTINCT FROM a.event_id AND i.job_id IS NOT DISTINCT FROM a.job_id) END AS is_crossed
         FROM alerts a LEFT JOIN notification_alerts n ON n.user_id = a.user_id AND n.alert = a.alert
         CROSS JOIN LATERAL (
           SELECT coalesce(sum(h.seats), 0)::int AS held FROM held h WHERE h.realm_id = a.realm_id
             AND (a.event_id IS NULL OR h.event_id = a.event_id) AND (a.job_id IS NULL OR h.job_id = a.job_id)) h
       ), cleared AS (
         DELETE FROM notification_alerts n WHERE NOT EXISTS (SELECT FROM measured m
           WHERE m.user_id = n.user_id AND m.alert = n.alert AND m.is_crossed)
       ), crossed AS (
         INSERT INTO notification_alerts (user_id, alert)
         SELECT user_id, alert FROM measured WHERE is_crossed AND NOT was_crossed
         ORDER BY user_id, alert LIMIT ${MAX_ROWS} ON CONFLICT DO NOTHING RETURNING user_id, alert
       )
       SELECT m.user_id, m.alert, m.kind, m.amount, m.subject, m.event_id, m.job_id, m.held
       FROM measured m JOIN crossed c ON c.user_id = m.user_id AND c.alert = m.alert ORDER BY m.user_id, m.alert`,
    );
  }
}

/**
 * Whether a task of the job, or else of the event, or else of the realm meets a condition. The order leads to an index that
 * is read until the first such task.
 */
const someTaskSql = (condition: string, order: string): string => {
  const found = (scope: string) =>
    `(SELECT true FROM tasks t WHERE t.realm_id = a.realm_id AND ${scope} AND t.deleted_at IS NULL AND ${condition} ORDER BY ${order} LIMIT 1)`;
  return `CASE WHEN a.job_id IS NOT NULL THEN ${found('t.job_id = a.job_id AND (a.event_id IS NULL OR t.event_id = a.event_id)')}
    WHEN a.event_id IS NOT NULL THEN ${found('t.event_id = a.event_id')} ELSE ${found('true')} END`;
};
const sinceSql = 'now() - make_interval(secs => a.amount)';
const hasMovedSql = someTaskSql(
  `t.updated_at > ${sinceSql} AND (t.unfinished OR t.finished_at > ${sinceSql})`,
  't.updated_at DESC',
);
const isInProgressSql = someTaskSql(
  "t.unfinished AND NOT t.paused AND t.status IN ('queued', 'running', 'waiting_room')",
  't.status',
);

/** Whether the realm was paused in the threshold's time, when nothing was meant to move. */
const wasPausedSql = `EXISTS (SELECT FROM pauses z WHERE (z.realm_id IS NULL OR z.realm_id = a.realm_id)
  AND (z.ended_at IS NULL OR z.ended_at > ${sinceSql}))`;

/** Whether tasks are in progress, and none of them has changed or finished for the threshold's time. */
const isIdleSql = `NOT ${wasPausedSql} AND ${hasMovedSql} IS NULL AND ${isInProgressSql}`;
