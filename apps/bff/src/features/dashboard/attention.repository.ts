import { Injectable } from '@nestjs/common';
import { loginName } from '../../platform/database/display-names';
import { failedStatuses } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import { LATE_MINUTES } from '../carts';
import { jobFigures, jobFinishedAt } from '../jobs';
import type { Attention } from './dashboard.dto';

/** Seats that lapse within two minutes, by event; with their area if it is the same. */
const lapsing = `SELECT 'hold_lapsing' AS kind, min(id) AS id, event_name AS title,
    CASE count(DISTINCT area) WHEN 1 THEN nullif(min(area), '') END AS detail, min(expires_at) AS at, count(*)::int AS count, NULL::int AS site_id, '[]'::jsonb AS totals, NULL::jsonb AS reason
  FROM holds WHERE status = 'held' AND expires_at BETWEEN now() AND now() + interval '2 minutes'
    AND ($1::int IS NULL OR realm_id = $1)
  GROUP BY event_id, event_name ORDER BY min(expires_at) LIMIT 10`;

/** All live holds: what is to be paid, by currency, and when the first one lapses. */
const unpaid = `SELECT 'seats_unpaid', min(h.id), CASE count(DISTINCT h.event_id) WHEN 1 THEN min(h.event_name) ELSE '' END,
    NULL, min(h.first), sum(h.seats)::int, NULL::int,
    (SELECT jsonb_agg(jsonb_build_object('currency', c.currency, 'seats', c.seats, 'total', c.total)
       ORDER BY c.seats DESC, c.currency)
     FROM (SELECT currency, count(*)::int AS seats, coalesce(sum(price), 0)::float8 AS total FROM holds
       WHERE status = 'held' AND expires_at > now() AND ($1::int IS NULL OR realm_id = $1) GROUP BY currency) c), NULL::jsonb
  FROM (SELECT event_id, event_name, min(id) AS id, min(expires_at) AS first, count(*) AS seats FROM holds
    WHERE status = 'held' AND expires_at > now() AND ($1::int IS NULL OR realm_id = $1) GROUP BY event_id, event_name) h
  HAVING count(*) > 0`;

/** Lapsed seats that may still be recorded as bought, by event, without those that are held again. */
const lapsed = `SELECT 'seats_lapsed', min(h.id), h.event_name, CASE count(DISTINCT h.area) WHEN 1 THEN nullif(min(h.area), '') END,
    min(h.expires_at), count(*)::int, NULL::int, '[]'::jsonb, NULL::jsonb
  FROM holds h WHERE h.status IN ('held', 'expired') AND h.expires_at <= now()
    AND h.expires_at > now() - interval '${LATE_MINUTES} minutes' AND ($1::int IS NULL OR h.realm_id = $1)
    AND NOT EXISTS (SELECT FROM holds x WHERE x.status = 'held' AND x.expires_at > now() AND x.event_id = h.event_id
      AND x.area = h.area AND x."row" = h."row" AND x.seat = h.seat)
  GROUP BY h.event_id, h.event_name ORDER BY min(h.expires_at) LIMIT 10`;

/** Tasks that finished while a worker may have paid, by event. */
const paymentChecks = `SELECT 'payment_check', min(t.id), e.name, NULL, min(t.finished_at), count(*)::int, t.site_id, '[]'::jsonb, NULL::jsonb
  FROM tasks t JOIN events e ON e.id = t.event_id
  WHERE t.payment_check AND t.deleted_at IS NULL AND ($1::int IS NULL OR t.realm_id = $1)
  GROUP BY t.event_id, t.site_id, e.name ORDER BY min(t.finished_at) LIMIT 10`;

const failed = failedStatuses.map((status) => `'${status}'`).join(', ');

/** Jobs that failed within a day, with the number of their failed tasks and the most frequent reason. */
const failedJobs = `SELECT 'job_failed', j.id, j.name, t.outcome ->> 'message', ${jobFinishedAt}, t.tasks, j.site_id, '[]'::jsonb,
    nullif(t.outcome -> 'reason', 'null')
  FROM (SELECT realm_id, job_id, count(*)::int AS tasks,
      mode() WITHIN GROUP (ORDER BY jsonb_build_object('message', status_message, 'reason', status_reason))
        FILTER (WHERE status_message <> '') AS outcome
    FROM tasks WHERE job_id IS NOT NULL AND finished_at > now() - interval '1 day' AND status IN (${failed})
      AND deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1)
    GROUP BY realm_id, job_id) t
  JOIN jobs j ON j.realm_id = t.realm_id AND j.id = t.job_id AND j.deleted_at IS NULL ${jobFigures}
  WHERE f.status = 'failed' ORDER BY 5 DESC LIMIT 10`;

/** Registered users who wait for a realm; for administrators. */
const waitingUsers = `SELECT 'user_waiting', id, coalesce(nullif(name, ''), email), email, created_at, 1, NULL::int, '[]'::jsonb, NULL::jsonb
  FROM users WHERE $2 AND realm_id IS NULL AND role <> 'admin' AND status = 'active'
  ORDER BY created_at LIMIT 10`;

/** Failed logins, by site. */
const failedLogins = `SELECT 'login_failed', min(l.id), CASE count(*) WHEN 1 THEN min(${loginName('l')}) ELSE s.name END,
    CASE count(*) WHEN 1 THEN min(l.status_msg) END, min(l.last_used), count(*)::int, l.site_id, '[]'::jsonb, NULL::jsonb
  FROM logins l JOIN sites s ON s.id = l.site_id
  WHERE l.status = 'failed' AND l.deleted_at IS NULL AND ($1::int IS NULL OR l.realm_id = $1)
  GROUP BY l.site_id, s.name ORDER BY max(l.last_used) DESC NULLS LAST LIMIT 10`;

/** Sites whose queued tasks no connected worker may lease. */
const withoutWorker = `SELECT 'no_worker', q.site_id, s.name, NULL, NULL::timestamptz, sum(q.tasks)::int, q.site_id, '[]'::jsonb, NULL::jsonb
  FROM (SELECT site_id, realm_id, count(*) AS tasks FROM tasks
    WHERE status = 'queued' AND NOT paused AND deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1)
    GROUP BY site_id, realm_id) q
  JOIN sites s ON s.id = q.site_id CROSS JOIN LATERAL workers_for(q.site_id, q.realm_id) f
  WHERE f.serving = 0
  GROUP BY q.site_id, s.name ORDER BY sum(q.tasks) DESC LIMIT 10`;

/** Positions in waiting rooms whose token expires within five minutes. */
const endingPlaces = `SELECT 'place_ending', q.id, ${loginName('l')}, e.name, q.enqueue_token_expires, 1, l.site_id, '[]'::jsonb, NULL::jsonb
  FROM queue_links q JOIN logins l ON l.realm_id = q.realm_id AND l.id = q.login_id JOIN events e ON e.id = q.event_id
  WHERE q.deleted_at IS NULL AND q.status IN ('prequeue', 'waiting', 'your_turn')
    AND q.enqueue_token_expires BETWEEN now() AND now() + interval '5 minutes'
    AND ($1::int IS NULL OR q.realm_id = $1)
  ORDER BY q.enqueue_token_expires LIMIT 10`;

/** Workers seen within a day that are lost now; for administrators. */
const lostWorkers = `SELECT 'worker_lost', w.id, w.name, NULL, w.last_seen_at, 1, NULL::int, '[]'::jsonb, NULL::jsonb FROM workers w
  WHERE $2 AND w.last_seen_at > now() - interval '1 day' AND worker_lost(w) ORDER BY w.last_seen_at DESC LIMIT 10`;

/** Each kind of entry, the most urgent first. */
const attentionSql = [
  lapsing,
  unpaid,
  lapsed,
  paymentChecks,
  failedJobs,
  failedLogins,
  withoutWorker,
  endingPlaces,
  lostWorkers,
  waitingUsers,
]
  .map((part) => `(${part})`)
  .join(' UNION ALL ');

/** Reads what needs people's attention. */
@Injectable()
export class AttentionRepository {
  /** The entries of a realm, or of all realms that the scope sees; with `forAdministrators`, lost workers and waiting users too. */
  list(tx: Tx, realm: number | null, forAdministrators: boolean): Promise<Attention[]> {
    return tx.query(attentionSql, [realm, forAdministrators]);
  }
}
