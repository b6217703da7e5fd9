import pg from 'pg';

/** The event whose seats and waiting places are measured, in the realm of the pages. */
export interface SeededOnSale {
  eventId: number;
  seats: number;
  places: number;
  positions: number;
}

const EVENT = 1;
const SEATS = 5000;
const TASKS = 2000;
const PLACES = 500;
const POSITIONS = 480;
/** Logins of the places, after those of the other pages. */
const FIRST_LOGIN = 1_000_001;

/**
 * Fills an event of realm 1 by SQL without triggers: seats in 20 areas of 10 rows, half of them held and the others bought, by
 * ten jobs; live links, each with a position every seven seconds; and 2,000 tasks in each status that needs no worker, with
 * timelines of four minutes.
 */
export async function seedOnSale(adminUrl: string): Promise<SeededOnSale> {
  const db = new pg.Client({ connectionString: adminUrl });
  await db.connect();
  try {
    await db.query('SET session_replication_role = replica');
    await db.query(`
      CREATE TEMP TABLE new_seat AS
        SELECT n, (n % 2 = 0) AS held, l.login_id, t.task_id, j.job_id,
          'North ' || 101 + n / 250 AS area, (1 + n / 25 % 10)::text AS "row", (1 + n % 25)::text AS seat
        FROM generate_series(0, ${SEATS - 1}) n
        CROSS JOIN LATERAL (SELECT min(id) + n / 4 % 20 AS login_id FROM logins WHERE realm_id = 1) l
        CROSS JOIN LATERAL (SELECT min(id) + 20 * (n / 4 % 50) AS task_id FROM tasks WHERE realm_id = 1 AND event_id = ${EVENT}) t
        CROSS JOIN LATERAL (SELECT 1 + n / 4 % 10 AS job_id) j;
      INSERT INTO jobs (realm_id, site_id, event_id, name)
        SELECT 1, 1, ${EVENT}, 'Quayside batch ' || n FROM generate_series(1, 10) n;
      UPDATE events SET price_levels = (SELECT jsonb_object_agg('North ' || 101 + n, 1 + n % 5) FROM generate_series(0, 19) n)
        WHERE id = ${EVENT};
      INSERT INTO holds (realm_id, task_id, job_id, login_id, site_id, event_id, event_guid, event_name, area, "row", seat, price,
          currency, customer_identity, basket, status, expires_at, confirmed_at)
        SELECT 1, task_id, job_id, login_id, 1, ${EVENT}, 'evt-1', 'Harbour City v Northgate Rovers 1', area, "row", seat, 53, 'GBP',
          'S' || login_id, 'https://tickets.example/basket/' || n, CASE WHEN held THEN 'held' ELSE 'confirmed' END,
          now() + interval '2 hours', CASE WHEN held THEN NULL ELSE now() END
        FROM new_seat ORDER BY n;
      INSERT INTO tickets (realm_id, task_id, job_id, login_id, site_id, event_id, event_guid, event_name, area, "row", seat, price,
          currency, customer_identity, hold_id, login_email)
        SELECT h.realm_id, h.task_id, h.job_id, h.login_id, h.site_id, h.event_id, h.event_guid, h.event_name, h.area, h."row", h.seat,
          h.price, h.currency, h.customer_identity, h.id, 'login@quayside.example'
        FROM holds h WHERE h.status = 'confirmed';
      INSERT INTO logins (id, realm_id, site_id, email, name, supporter_id)
        OVERRIDING SYSTEM VALUE SELECT ${FIRST_LOGIN - 1} + n, 1, 1, 'waiting-' || n || '@quayside.example', 'Waiting ' || n, 'W' || n
        FROM generate_series(1, ${PLACES}) n;
      INSERT INTO queue_links (realm_id, login_id, event_id, status, position, enqueue_token_expires)
        SELECT 1, ${FIRST_LOGIN - 1} + n, ${EVENT}, 'waiting', 20 * n, now() + interval '2 hours' FROM generate_series(1, ${PLACES}) n;
      INSERT INTO queue_link_steps (realm_id, link_id, status, position, at)
        SELECT 1, q.id, 'waiting', q.position + (${POSITIONS} - s) * (5 + q.id % 20), now() - (${POSITIONS} - s) * interval '7 seconds'
        FROM queue_links q CROSS JOIN generate_series(1, ${POSITIONS}) s
        WHERE q.login_id >= ${FIRST_LOGIN} ORDER BY q.id, s;
      CREATE TEMP TABLE of_sale AS
        SELECT id, row_number() OVER (ORDER BY id) AS n FROM tasks WHERE realm_id = 1 AND event_id = ${EVENT} ORDER BY id LIMIT ${TASKS};
      UPDATE tasks t SET status = (ARRAY['queued', 'carted', 'failed', 'bought', 'idle'])[1 + o.n % 5], job_id = 1 + o.n % 10,
          status_message = (ARRAY['Sold out', 'Too many requests, try again later', 'The site is down'])[1 + o.n % 3], finished_at = NULL
        FROM of_sale o WHERE t.id = o.id;
      INSERT INTO task_events (realm_id, task_id, at, actor_kind, who, what, from_status, to_status)
        SELECT 1, o.id, now() - interval '4 minutes' + (o.n % 60 + s.after) * interval '1 second', 'system', 'Tessera', s.what, s.from_status, s.to_status
        FROM of_sale o CROSS JOIN LATERAL (VALUES (0, 'start', 'idle', 'queued'), (5, 'lease', 'queued', 'running'),
          (20 + o.n % 90, 'report', 'running', (ARRAY['waiting_room', 'carted', 'failed'])[1 + o.n % 3])) AS s(after, what, from_status, to_status)
        ORDER BY 3;
      ANALYZE;`);
    return { eventId: EVENT, seats: SEATS, places: PLACES, positions: POSITIONS };
  } finally {
    await db.end();
  }
}
