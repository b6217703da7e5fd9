import { Injectable } from '@nestjs/common';
import { unfinishedStatuses } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import type { Topic } from '../notifications';
import { seatsWonSql } from '../tasks';

/** Seconds before a hold expires at which people get the first and the last warning. */
export const FIRST_WARNING_S = 120;
const LAST_WARNING_S = 30;
const MAX_ROWS = 500;

/** SQL condition: the realm has no notification about this yet (alias `s`, with `realm_id` and `about`). */
const notYetNotified = (topic: Topic) =>
  `NOT EXISTS (SELECT FROM notifications n WHERE n.realm_id = s.realm_id AND n.topic = '${topic}' AND n.abouts @> ARRAY[s.about])
   LIMIT ${MAX_ROWS}`;

/** Something to notify a realm about. `about` identifies it, so that it is sent once. */
type DueNotification<T> = T & { realm_id: number; about: string };

/** Held seats of a task that expire soon. */
export type LapsingSeats = { event_id: number; seats: number; until: Date; name: string; last: boolean };

/** A job whose last task has finished, with the seats that it has won. */
export type FinishedJob = { job_id: number; name: string; seats: number };

/** A limit that was crossed, upwards or downwards. */
export type CrossedLimit = {
  realm_id: number;
  kind: 'tasks' | 'logins';
  used: number;
  maximum: number;
  /** The threshold of the last warning: 90 or 100 percent, 0 for none. */
  before: number;
  /** The threshold from now on. */
  percent: number;
};

/** Reads what notifications are due because time has passed. */
@Injectable()
export class TimedNotificationsRepository {
  /** Tasks with holds that expire soon (`last`: within half a minute), except those that a worker pays. */
  findLapsingTasks(tx: Tx): Promise<DueNotification<LapsingSeats>[]> {
    return tx.query<DueNotification<LapsingSeats>>(
      `SELECT s.* FROM (
         SELECT h.realm_id, 'task:' || h.task_id || ':' || extract(epoch FROM min(h.expires_at))::bigint
             || CASE WHEN min(h.expires_at) <= now() + interval '${LAST_WARNING_S} seconds' THEN ':last' ELSE '' END AS about,
           min(h.expires_at) <= now() + interval '${LAST_WARNING_S} seconds' AS last,
           min(h.event_id) AS event_id, count(*)::int AS seats, min(h.expires_at) AS until, coalesce(min(h.event_name), min(t.name)) AS name
         FROM holds h JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id AND t.lease_id IS NULL
         WHERE h.status = 'held' AND h.expires_at > now() AND h.expires_at <= now() + interval '${FIRST_WARNING_S} seconds'
         GROUP BY h.realm_id, h.task_id) s
       WHERE ${notYetNotified('hold_expiring')}`,
    );
  }

  /** Jobs whose last task finished in the last ten minutes. */
  findFinishedJobs(tx: Tx): Promise<DueNotification<FinishedJob>[]> {
    return tx.query<DueNotification<FinishedJob>>(
      `SELECT s.*, ${seatsWonSql('s.realm_id', 's.job_id')} AS seats
       FROM (
         SELECT f.realm_id, f.job_id, j.name, 'job:' || f.job_id || ':' || extract(epoch FROM f.finished_at)::bigint AS about
         FROM (
           SELECT t.realm_id, t.job_id, max(t.finished_at) AS finished_at FROM tasks t
           WHERE t.job_id IS NOT NULL AND t.finished_at > now() - interval '10 minutes' AND t.deleted_at IS NULL
           GROUP BY t.realm_id, t.job_id) f
         JOIN jobs j ON j.realm_id = f.realm_id AND j.id = f.job_id AND j.deleted_at IS NULL
         WHERE NOT EXISTS (SELECT FROM job_counts c WHERE c.realm_id = f.realm_id AND c.job_id = f.job_id
           AND c.counted = ANY ($1::text[]) HAVING sum(c.total) > 0)) s
       WHERE ${notYetNotified('job_finished')}`,
      [unfinishedStatuses],
    );
  }

  /**
   * Limits whose usage has crossed 90 or 100 percent, upwards or downwards. A warning clears once usage drops 10 points
   * below its threshold, so that a realm at its limit isn't warned with every task.
   */
  findCrossedLimits(tx: Tx): Promise<CrossedLimit[]> {
    return tx.query<CrossedLimit>(
      `SELECT s.* FROM (
         SELECT r.id AS realm_id, l.kind, l.used, l.maximum, coalesce(w.percent, 0) AS before,
           CASE WHEN l.maximum = 0 THEN 0
             WHEN l.used >= l.maximum OR (w.percent = 100 AND l.used >= l.maximum * 0.9) THEN 100
             WHEN l.used >= l.maximum * 0.9 OR (w.percent IS NOT NULL AND l.used >= l.maximum * 0.8) THEN 90
             ELSE 0 END AS percent
         FROM realms r CROSS JOIN LATERAL (VALUES ('tasks', r.active_tasks, r.max_tasks), ('logins', r.login_count,
           r.max_logins)) AS l(kind, used, maximum)
         LEFT JOIN limit_warnings w ON w.realm_id = r.id AND w.kind = l.kind
         WHERE r.status = 'active' AND r.deleted_at IS NULL) s
       WHERE s.percent <> s.before LIMIT ${MAX_ROWS}`,
    );
  }

  /** Saves the thresholds that realms were warned about. */
  async saveLimitWarnings(tx: Tx, limits: readonly CrossedLimit[]): Promise<void> {
    if (limits.length === 0) return;
    await tx.execute(
      `WITH crossed AS (
         SELECT * FROM jsonb_to_recordset($1::jsonb) AS c(realm_id int, kind text, percent int)),
       below AS (
         DELETE FROM limit_warnings w USING crossed c
         WHERE w.realm_id = c.realm_id AND w.kind = c.kind AND c.percent = 0)
       INSERT INTO limit_warnings (realm_id, kind, percent)
       SELECT realm_id, kind, percent FROM crossed WHERE percent > 0
       ON CONFLICT (realm_id, kind) DO UPDATE SET percent = excluded.percent, at = now()`,
      [JSON.stringify(limits)],
    );
  }
}
