import type { TaskStatus } from '@tessera/access';
import type { Tx } from '../../platform/database/transactions';
import type { Attention, CurrencyTotal, LimitUse, MessageCount, NextStart, Span } from './dashboard.dto';
import type { StepChanges } from './tasks-over-time';

/** One realm, or null for all that the scope sees. */
type RealmId = number | null;

/** Each span's length and step, in seconds. */
export const chartSteps: Record<Span, { length: number; step: number }> = {
  '1h': { length: 3600, step: 60 },
  '24h': { length: 24 * 3600, step: 1800 },
  '7d': { length: 7 * 24 * 3600, step: 4 * 3600 },
};

/** Unfinished tasks by status. */
export async function unfinishedByStatus(
  tx: Tx,
  realm: RealmId,
): Promise<Partial<Record<TaskStatus, number>>> {
  const rows = await tx.query<{ status: TaskStatus; count: number }>(
    `SELECT status, count(*)::int AS count FROM tasks
     WHERE unfinished AND deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1) GROUP BY status`,
    [realm],
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

/** Live holds, and when the next one lapses. */
export async function heldNow(
  tx: Tx,
  realm: RealmId,
): Promise<{ held: number; next_lapse_at: string | null }> {
  const [row] = await tx.query<{ held: number; next_lapse_at: string | null }>(
    `SELECT count(*)::int AS held, min(expires_at) AS next_lapse_at FROM holds
     WHERE status = 'held' AND expires_at > now() AND ($1::int IS NULL OR realm_id = $1)`,
    [realm],
  );
  return row ?? { held: 0, next_lapse_at: null };
}

/** Tickets bought today (UTC), by currency: totals never mix them. */
export function boughtToday(tx: Tx, realm: RealmId): Promise<CurrencyTotal[]> {
  return tx.query(
    `SELECT currency, count(*)::int AS seats, coalesce(sum(price), 0)::float8 AS total FROM tickets
     WHERE deleted_at IS NULL AND created_at >= date_trunc('day', now(), 'UTC') AND ($1::int IS NULL OR realm_id = $1)
     GROUP BY currency ORDER BY seats DESC, currency`,
    [realm],
  );
}

/** Tasks that failed in the last 24 hours, by what was said of them. */
export function failedMessages(tx: Tx, realm: RealmId): Promise<MessageCount[]> {
  return tx.query(
    `SELECT coalesce(message, 'No reason given') AS message, count(*)::int AS count FROM task_events
     WHERE to_status = 'failed' AND from_status IS DISTINCT FROM 'failed' AND at > now() - interval '24 hours'
       AND ($1::int IS NULL OR realm_id = $1)
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50`,
    [realm],
  );
}

/** Use of the limits, summed over the realms. */
export async function limitUse(tx: Tx, realm: RealmId): Promise<{ tasks: LimitUse; logins: LimitUse }> {
  const [row] = await tx.query<{ tasks: LimitUse; logins: LimitUse }>(
    `SELECT json_build_object('used', coalesce(sum(active_tasks), 0), 'max', coalesce(sum(max_tasks), 0)) AS tasks,
       json_build_object('used', coalesce(sum(login_count), 0), 'max', coalesce(sum(max_logins), 0)) AS logins
     FROM realms WHERE deleted_at IS NULL AND ($1::int IS NULL OR id = $1)`,
    [realm],
  );
  return row ?? { tasks: { used: 0, max: 0 }, logins: { used: 0, max: 0 } };
}

/** Changes of status by step of time, oldest first; steps without any are there too. */
export function changesOverTime(tx: Tx, realm: RealmId, span: Span): Promise<StepChanges[]> {
  const { length, step } = chartSteps[span];
  return tx.query(
    `WITH changes AS (
       SELECT date_bin(make_interval(secs => $3), at, 'epoch'::timestamptz) AS at, from_status, to_status FROM task_events
       WHERE at > now() - make_interval(secs => $2) AND to_status IS DISTINCT FROM from_status
         AND ($1::int IS NULL OR realm_id = $1)
     ), entered AS (
       SELECT at, jsonb_object_agg(to_status, n) AS counts
       FROM (SELECT at, to_status, count(*)::int AS n FROM changes GROUP BY 1, 2) AS e GROUP BY at
     ), gone AS (
       SELECT at, jsonb_object_agg(from_status, n) AS counts
       FROM (SELECT at, from_status, count(*)::int AS n FROM changes WHERE from_status IS NOT NULL GROUP BY 1, 2) AS g
       GROUP BY at
     )
     SELECT s.at, coalesce(e.counts, '{}') AS entered, coalesce(g.counts, '{}') AS "left"
     FROM generate_series(
       date_bin(make_interval(secs => $3), now() - make_interval(secs => $2), 'epoch'::timestamptz),
       now(), make_interval(secs => $3)) AS s(at)
     LEFT JOIN entered e ON e.at = s.at LEFT JOIN gone g ON g.at = s.at ORDER BY s.at`,
    [realm, length, step],
  );
}

/** What starts next: the tasks of a job together, others one by one. */
export function nextScheduled(tx: Tx, realm: RealmId): Promise<NextStart[]> {
  return tx.query(
    `SELECT t.job_id, coalesce(j.name, min(t.name)) AS name, count(*)::int AS tasks, min(t.scheduled_at) AS scheduled_at
     FROM tasks t LEFT JOIN jobs j ON j.id = t.job_id
     WHERE t.status = 'scheduled' AND t.deleted_at IS NULL AND ($1::int IS NULL OR t.realm_id = $1)
     GROUP BY t.job_id, j.name, CASE WHEN t.job_id IS NULL THEN t.id END
     ORDER BY min(t.scheduled_at), min(t.id) LIMIT 5`,
    [realm],
  );
}

/** Holds that lapse within two minutes, failed logins, and for administrators workers not heard of. */
export function needsAttention(tx: Tx, realm: RealmId, withWorkers: boolean): Promise<Attention[]> {
  return tx.query(
    `(SELECT 'hold_lapsing' AS kind, id, event_name AS title, concat_ws(' · ', area, "row", seat) AS detail, expires_at AS at
      FROM holds WHERE status = 'held' AND expires_at BETWEEN now() AND now() + interval '2 minutes'
        AND ($1::int IS NULL OR realm_id = $1) ORDER BY expires_at LIMIT 10)
     UNION ALL
     (SELECT 'login_failed', id, coalesce(nullif(name, ''), email), status_msg, last_used
      FROM logins WHERE status = 'failed' AND deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1)
      ORDER BY last_used DESC NULLS LAST LIMIT 10)
     UNION ALL
     (SELECT 'worker_lost', w.id, w.name, NULL, w.last_seen_at FROM workers w
      WHERE $2 AND w.last_seen_at > now() - interval '1 day' AND worker_lost(w)
      ORDER BY w.last_seen_at DESC LIMIT 10)`,
    [realm, withWorkers],
  );
}

/** What a newcomer has made already. */
export async function setupCounts(tx: Tx, realm: RealmId): Promise<Record<string, number>> {
  const [row] = await tx.query<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM sites WHERE deleted_at IS NULL) AS sites,
       (SELECT count(*)::int FROM events WHERE deleted_at IS NULL) AS events,
       (SELECT count(*)::int FROM logins WHERE deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1)) AS logins,
       (SELECT count(*)::int FROM templates WHERE deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1)) AS templates`,
    [realm],
  );
  return row ?? {};
}
