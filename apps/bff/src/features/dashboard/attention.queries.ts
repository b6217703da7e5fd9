import type { Tx } from '../../platform/database/transactions';
import type { Attention } from './dashboard.dto';

const siteName = `coalesce(nullif(s.display_name, ''), nullif(s.name, ''), s.url)`;
const loginName = `coalesce(nullif(l.name, ''), l.email)`;

/** Seats that lapse within two minutes, those of one event together; their area where it is one. */
const lapsing = `SELECT 'hold_lapsing' AS kind, min(id) AS id, event_name AS title, 
    CASE count(DISTINCT area) WHEN 1 THEN nullif(min(area), '') END AS detail, min(expires_at) AS at, count(*)::int AS count, NULL::int AS site_id
  FROM holds WHERE status = 'held' AND expires_at BETWEEN now() AND now() + interval '2 minutes'
    AND ($1::int IS NULL OR realm_id = $1)
  GROUP BY event_id, event_name ORDER BY min(expires_at) LIMIT 10`;

/** Logins that failed, those of one site together. */
const failedLogins = `SELECT 'login_failed', min(l.id), CASE count(*) WHEN 1 THEN min(${loginName}) ELSE ${siteName} END,
    CASE count(*) WHEN 1 THEN min(l.status_msg) END, min(l.last_used), count(*)::int, l.site_id
  FROM logins l JOIN sites s ON s.id = l.site_id
  WHERE l.status = 'failed' AND l.deleted_at IS NULL AND ($1::int IS NULL OR l.realm_id = $1)
  GROUP BY l.site_id, s.display_name, s.name, s.url ORDER BY max(l.last_used) DESC NULLS LAST LIMIT 10`;

/** Sites whose queued tasks no connected worker may take. */
const withoutWorker = `SELECT 'no_worker', q.site_id, ${siteName}, NULL, NULL::timestamptz, sum(q.tasks)::int, q.site_id
  FROM (SELECT site_id, realm_id, count(*) AS tasks FROM tasks
    WHERE status = 'queued' AND NOT paused AND deleted_at IS NULL AND ($1::int IS NULL OR realm_id = $1)
    GROUP BY site_id, realm_id) q
  JOIN sites s ON s.id = q.site_id CROSS JOIN LATERAL workers_for(q.site_id, q.realm_id) f
  WHERE f.serving = 0
  GROUP BY q.site_id, s.display_name, s.name, s.url ORDER BY sum(q.tasks) DESC LIMIT 10`;

/** Queue places whose token ends within five minutes. */
const endingPlaces = `SELECT 'place_ending', q.id, ${loginName}, e.name, q.enqueue_token_expires, 1, l.site_id
  FROM queue_links q JOIN logins l ON l.realm_id = q.realm_id AND l.id = q.login_id JOIN events e ON e.id = q.event_id
  WHERE q.deleted_at IS NULL AND q.status IN ('prequeue', 'waiting', 'your_turn')
    AND q.enqueue_token_expires BETWEEN now() AND now() + interval '5 minutes'
    AND ($1::int IS NULL OR q.realm_id = $1)
  ORDER BY q.enqueue_token_expires LIMIT 10`;

/** Workers that were heard of today, and are not any more; for administrators. */
const lostWorkers = `SELECT 'worker_lost', w.id, w.name, NULL, w.last_seen_at, 1, NULL::int FROM workers w
  WHERE $2 AND w.last_seen_at > now() - interval '1 day' AND worker_lost(w) ORDER BY w.last_seen_at DESC LIMIT 10`;

/** What people should look at, the most urgent kind first; `realm` null is all that the scope sees. */
export const needsAttention = (tx: Tx, realm: number | null, withWorkers: boolean): Promise<Attention[]> =>
  tx.query(
    [lapsing, failedLogins, withoutWorker, endingPlaces, lostWorkers]
      .map((part) => `(${part})`)
      .join(' UNION ALL '),
    [realm, withWorkers],
  );
