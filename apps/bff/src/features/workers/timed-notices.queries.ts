import type { Tx } from '../../platform/database/transactions';
import type { Topic } from '../notifications/topics';

/** Seconds before its end when people are told of a hold. */
const SOON_S = 120;
/** The part of a limit in use from which people are told. */
const NEAR = 0.9;
const MOST = 500;

/** Leaves out what the realm was told of (alias `s`, with `realm_id` and `about`). */
const untold = (topic: Topic) =>
  `NOT EXISTS (SELECT FROM notifications n WHERE n.realm_id = s.realm_id AND n.topic = '${topic}' AND n.about = s.about)
   LIMIT ${MOST}`;

/** Something to tell a realm of. `about` names it, so that it is told once. */
type Due<T> = T & { realm_id: number; about: string };

/** Tasks with holds that lapse soon; what a worker is paying for is left out. */
export const tasksAboutToLapse = (tx: Tx): Promise<Due<{ seats: number; until: Date; name: string }>[]> =>
  tx.query(
    `SELECT s.* FROM (
       SELECT h.realm_id, 'task:' || h.task_id || ':' || extract(epoch FROM min(h.expires_at))::bigint AS about,
         count(*)::int AS seats, min(h.expires_at) AS until, coalesce(min(h.event_name), min(t.name)) AS name
       FROM holds h JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id AND t.lease_id IS NULL
       WHERE h.status = 'held' AND h.expires_at > now() AND h.expires_at <= now() + interval '${SOON_S} seconds'
       GROUP BY h.realm_id, h.task_id) s
     WHERE ${untold('hold_expiring')}`,
  );

/** Jobs whose last task finished in the last ten minutes. */
export const finishedJobs = (tx: Tx): Promise<Due<{ job_id: number; name: string; seats: number }>[]> =>
  tx.query(
    `SELECT s.*, (SELECT count(*)::int FROM tickets k WHERE k.realm_id = s.realm_id AND k.job_id = s.job_id
       AND k.deleted_at IS NULL) AS seats
     FROM (
       SELECT f.realm_id, f.job_id, j.name, 'job:' || f.job_id || ':' || extract(epoch FROM f.finished_at)::bigint AS about
       FROM (
         SELECT t.realm_id, t.job_id, max(t.finished_at) AS finished_at FROM tasks t
         WHERE t.job_id IS NOT NULL AND t.finished_at > now() - interval '10 minutes' AND t.deleted_at IS NULL
         GROUP BY t.realm_id, t.job_id) f
       JOIN jobs j ON j.realm_id = f.realm_id AND j.id = f.job_id AND j.deleted_at IS NULL
       WHERE NOT EXISTS (SELECT FROM tasks t WHERE t.realm_id = f.realm_id AND t.job_id = f.job_id AND t.unfinished
         AND t.deleted_at IS NULL)) s
     WHERE ${untold('job_finished')}`,
  );

/** Limits of which nine tenths and more are in use. */
export const nearLimits = (
  tx: Tx,
): Promise<Due<{ kind: 'tasks' | 'logins'; used: number; maximum: number }>[]> =>
  tx.query(
    `SELECT s.* FROM (
       SELECT r.id AS realm_id, l.kind, l.used, l.maximum,
         'limit:' || l.kind || ':' || l.maximum || ':' || (now() AT TIME ZONE 'UTC')::date AS about
       FROM realms r CROSS JOIN LATERAL (VALUES ('tasks', r.active_tasks, r.max_tasks), ('logins', r.login_count,
         r.max_logins)) AS l(kind, used, maximum)
       WHERE r.status = 'active' AND r.deleted_at IS NULL AND l.maximum > 0 AND l.used >= l.maximum * ${NEAR}) s
     WHERE ${untold('limit_warning')}`,
  );
