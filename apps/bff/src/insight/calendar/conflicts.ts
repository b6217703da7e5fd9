import { loginName } from '../../platform/database/display-names';

/**
 * The rule of a conflict: one login has unfinished tasks in two jobs, or for two events without a job, of any sites, and a
 * start of the one is at most this many minutes from a start of the other. A task starts at its own time; without one,
 * when its event goes on sale. A person can't pay in two waiting rooms at once, and sites end a login's earlier session.
 */
export const CONFLICT_MINUTES = 30;

/** Names of logins that a conflict lists. */
const NAMES = 3;
/** Conflicts that one request returns. */
const MAX_CONFLICTS = 200;

/** When a task starts; `t` is the task and `e` its event. */
const startSql = 'coalesce(t.scheduled_at, e.on_sale_at)';

/**
 * SQL of the conflicts between `$1` and `$2`. With `$3`, those of this job alone, as if its first task started at `$4` with
 * `$5` seconds between two tasks; its tasks that haven't been started then count too.
 */
export const conflictsSql = `
  WITH started AS (
    SELECT t.realm_id, t.login_id, t.event_id, t.job_id,
      CASE WHEN t.job_id = $3::int THEN $4::timestamptz + make_interval(secs => coalesce(t.job_index, 0) * $5::int)
        ELSE ${startSql} END AS at
    FROM tasks t JOIN events e ON e.id = t.event_id
    WHERE t.deleted_at IS NULL AND (t.unfinished OR (t.job_id = $3::int AND t.status = 'idle'))
      AND ($3::int IS NULL OR t.job_id = $3::int OR EXISTS (SELECT FROM tasks o
        WHERE o.realm_id = t.realm_id AND o.login_id = t.login_id AND o.job_id = $3::int AND o.deleted_at IS NULL))
  ), needed AS (
    SELECT realm_id, login_id, event_id, job_id, min(at) AS first_at, max(at) AS last_at FROM started
    WHERE at >= $1::timestamptz - make_interval(mins => ${CONFLICT_MINUTES})
      AND at < $2::timestamptz + make_interval(mins => ${CONFLICT_MINUTES})
    GROUP BY realm_id, login_id, event_id, job_id
  ), pairs AS (
    SELECT a.realm_id, a.job_id AS a_job, a.event_id AS a_event, b.job_id AS b_job, b.event_id AS b_event,
      count(*)::int AS logins, (array_agg(a.login_id ORDER BY a.login_id))[1:${NAMES}] AS login_ids,
      min(a.first_at) AS a_at, min(b.first_at) AS b_at
    FROM needed a JOIN needed b ON b.realm_id = a.realm_id AND b.login_id = a.login_id
      AND (a.event_id, coalesce(a.job_id, 0)) < (b.event_id, coalesce(b.job_id, 0))
      AND a.first_at <= b.last_at + make_interval(mins => ${CONFLICT_MINUTES})
      AND b.first_at <= a.last_at + make_interval(mins => ${CONFLICT_MINUTES})
    WHERE $3::int IS NULL OR a.job_id = $3::int OR b.job_id = $3::int
    GROUP BY a.realm_id, a.job_id, a.event_id, b.job_id, b.event_id
    ORDER BY least(min(a.first_at), min(b.first_at)), a_event, b_event, a_job, b_job LIMIT ${MAX_CONFLICTS}
  )
  SELECT p.logins,
    ARRAY(SELECT ${loginName('l')} FROM logins l
      WHERE l.realm_id = p.realm_id AND l.id = ANY (p.login_ids) ORDER BY l.id) AS login_names,
    p.a_job, ja.name AS a_job_name, p.a_event, ea.name AS a_event_name, p.a_at,
    p.b_job, jb.name AS b_job_name, p.b_event, eb.name AS b_event_name, p.b_at
  FROM pairs p
  JOIN events ea ON ea.id = p.a_event JOIN events eb ON eb.id = p.b_event
  LEFT JOIN jobs ja ON ja.realm_id = p.realm_id AND ja.id = p.a_job
  LEFT JOIN jobs jb ON jb.realm_id = p.realm_id AND jb.id = p.b_job
  ORDER BY least(p.a_at, p.b_at), p.a_event, p.b_event, p.a_job, p.b_job`;
