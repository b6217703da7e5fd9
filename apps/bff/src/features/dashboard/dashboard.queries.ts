import type { Tx } from '../../platform/database/transactions';
import type {
  Attention,
  CurrencyTotal,
  LimitUse,
  MessageCount,
  NextTask,
  Span,
  TimeStep,
} from './dashboard.dto';

/** One realm, or null for all that the scope sees. */
type RealmId = number | null;

/** Each span's length and step. */
const steps: Record<Span, { length: string; step: string }> = {
  '1h': { length: '1 hour', step: '1 minute' },
  '24h': { length: '24 hours', step: '30 minutes' },
  '7d': { length: '7 days', step: '6 hours' },
};

/** Unfinished tasks by status. */
export async function unfinishedByStatus(tx: Tx, realm: RealmId): Promise<Record<string, number>> {
  const rows = await tx.query<{ status: string; count: number }>(
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

/** Changes into each status by step of time; steps without any are there too. */
export function changesOverTime(tx: Tx, realm: RealmId, span: Span): Promise<TimeStep[]> {
  const { length, step } = steps[span];
  return tx.query(
    `WITH found AS (
       SELECT date_bin(interval '${step}', at, 'epoch'::timestamptz) AS at, to_status, count(*)::int AS n FROM task_events
       WHERE at > now() - interval '${length}' AND to_status IS DISTINCT FROM from_status
         AND ($1::int IS NULL OR realm_id = $1)
       GROUP BY 1, 2
     )
     SELECT s.at, coalesce((SELECT jsonb_object_agg(f.to_status, f.n) FROM found f WHERE f.at = s.at), '{}') AS counts
     FROM generate_series(date_bin(interval '${step}', now() - interval '${length}', 'epoch'::timestamptz),
       now(), interval '${step}') AS s(at) ORDER BY s.at`,
    [realm],
  );
}

/** The newest jobs' ids. */
export async function recentJobIds(tx: Tx, realm: RealmId): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `SELECT id FROM jobs WHERE deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1)
     ORDER BY created_at DESC, id DESC LIMIT 5`,
    [realm],
  );
  return rows.map(({ id }) => id);
}

/** The tasks that start next. */
export function nextScheduled(tx: Tx, realm: RealmId): Promise<NextTask[]> {
  return tx.query(
    `SELECT id, name, scheduled_at FROM tasks
     WHERE status = 'scheduled' AND deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1)
     ORDER BY scheduled_at, id LIMIT 5`,
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
      WHERE $2 AND w.last_seen_at BETWEEN now() - interval '1 day' AND now() - interval '40 seconds'
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
