import pg from 'pg';

/** Ids that the benchmarks use: one realm is read, this one launches. */
export interface Seeded {
  realm: number;
  siteId: number;
  eventId: number;
  logins: number[];
}

/** Number of realms. */
export const REALMS = 200;
/** Logins of the launching realm, one for each task of its job. */
const LOGINS = 1000;

/** Fills the tables by SQL without triggers and row-level security; spreads `tasks` evenly over the realms. */
export async function seed(adminUrl: string, tasks: number, realms = REALMS): Promise<Seeded> {
  const db = new pg.Client({ connectionString: adminUrl });
  await db.connect();
  try {
    await db.query('SET session_replication_role = replica');
    await db.query(`
      INSERT INTO realms (name, max_tasks, max_logins) SELECT 'Realm ' || n, 2000000, 2000000 FROM generate_series(1, ${realms}) n;
      INSERT INTO sites (name, display_name, url, enabled, currency)
        VALUES ('Harbour Tickets', 'Harbour Tickets', 'https://tickets.example', 1, 'GBP');
      INSERT INTO events (site_id, guid, name, status, ko)
        SELECT 1, 'evt-' || n, 'Harbour City v Northgate Rovers ' || n, 'on_sale', 1800000000 FROM generate_series(1, 20) n;
      INSERT INTO logins (realm_id, site_id, email, name, supporter_id)
        SELECT r, 1, 'login-' || r || '-' || n || '@quayside.example', 'Login ' || n, 'S' || r || '-' || n
        FROM generate_series(1, ${realms}) r, generate_series(1, CASE WHEN r = 2 THEN ${LOGINS} ELSE 20 END) n;`);
    await db.query(
      `INSERT INTO tasks (realm_id, login_id, site_id, event_id, name, status, status_message, seats_to_set, basket,
         event_price_type, event_price_levels, event_areas, sleep_time_ms, proxy, proxy_template, worker_index,
         queue_name, boss_job_id, queue_it_event_id, queue_it_event_name, queue_it_event_url, queue_it_event_status,
         queue_it_event_redirect_url, queue_it_event_position, queue_it_event_created_at, queue_it_event_updated_at,
         last_active, run_duration, created_at, updated_at)
       SELECT l.realm_id, l.id, 1, 1 + n % 20, 'Harbour City v Northgate Rovers · Login ' || n,
         (ARRAY['stopped', 'failed', 'bought', 'expired', 'idle'])[1 + n % 5], 'The site had no seats left of this kind',
         1 + n % 4, 'https://tickets.example/basket/' || n, 'adult', '{"North": 1, "South": 2}', '["North 104", "South 12"]',
         250, 'eu-1', 'eu', n % 25, 'site.1', gen_random_uuid(), 'queue-' || n, 'Harbour City', 'https://queue.example/harbour',
         'passed', 'https://tickets.example/enter/' || n, n % 5000, at, at, at, n % 600, at, at
       FROM generate_series(1, $1::int) n
       JOIN (SELECT id, realm_id, row_number() OVER (PARTITION BY realm_id ORDER BY id) - 1 AS position FROM logins) l
         ON l.realm_id = 1 + n % ${realms} AND l.position = (n / ${realms}) % 20
       CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1.01 seconds' AS at) made`,
      [tasks],
    );
    await db.query(`UPDATE realms r SET login_count = (SELECT count(*) FROM logins WHERE realm_id = r.id),
      active_tasks = (SELECT count(*) FROM tasks WHERE realm_id = r.id AND unfinished)`);
    await db.query('VACUUM ANALYZE');
    const { rows } = await db.query<{ id: number }>('SELECT id FROM logins WHERE realm_id = 2 ORDER BY id');
    return { realm: 2, siteId: 1, eventId: 1, logins: rows.map((row) => row.id) };
  } finally {
    await db.end();
  }
}
