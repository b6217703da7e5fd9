import type pg from 'pg';
import { log } from '../report.ts';
import { DAYS, EVENTS, JOB_TASKS, LARGE_REALM, LOGINS, SITES, type Size } from './size.ts';

/** Tasks whose rows one statement inserts. */
const BATCH = 100_000;

const cities = `ARRAY['Harbour City', 'Northgate', 'Quayside', 'Eastgate', 'Millbrook', 'Castle Vale', 'Fenwick', 'Ashford',
  'Riverton', 'Stonebridge', 'Westgate', 'Kingston', 'Lakeside', 'Oakham', 'Pinewood', 'Redwood', 'Seaton', 'Thornbury',
  'Upminster', 'Wexford']`;
const firstNames = `ARRAY['Ada', 'Bela', 'Carla', 'Dario', 'Elena', 'Felix', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Karl', 'Luis',
  'Mina', 'Nils', 'Olga', 'Pavel', 'Rosa', 'Sven', 'Tara', 'Yves']`;
const lastNames = `ARRAY['Abbott', 'Becker', 'Costa', 'Duval', 'Edwards', 'Fischer', 'Garcia', 'Hansen', 'Ivanov', 'Jansen',
  'Keller', 'Lopez', 'Meyer', 'Novak', 'Olsen', 'Petrov', 'Quinn', 'Rossi', 'Schmidt', 'Torres', 'Underwood', 'Varga', 'Weber']`;

const pick = (array: string, index: string): string =>
  `(${array})[1 + (${index}) % array_length(${array}, 1)]`;

/** Catalogue, realms, people and logins. */
const people = ({ realms }: Size): string => `
  INSERT INTO realms (name, max_tasks, max_logins)
    SELECT 'Realm ' || n, 5000000, 5000000 FROM generate_series(1, ${realms}) n;
  INSERT INTO sites (name, display_name, url, enabled, currency)
    SELECT city || ' Tickets', city || ' Tickets', 'https://site-' || n || '.example', 1, 'GBP'
    FROM unnest(${cities}) WITH ORDINALITY AS c (city, n) WHERE n <= ${SITES};
  INSERT INTO events (site_id, guid, name, status, ko)
    SELECT 1 + (n - 1) % ${SITES}, 'evt-' || n,
      ${pick(cities, 'n')} || ' v ' || ${pick(cities, 'n / 20 + 7')} || ' ' || n, 'on_sale',
      extract(epoch FROM now())::bigint + n * 3600
    FROM generate_series(1, ${EVENTS}) n;
  INSERT INTO users (email, name, role, realm_id, password_hash)
    SELECT 'user-' || r || '-' || k || '@quayside.example', ${pick(firstNames, 'r')} || ' ' || ${pick(lastNames, 'r + k')},
      'realm_user', r, 'none'
    FROM generate_series(1, ${realms}) r, generate_series(1, 2) k;
  INSERT INTO logins (realm_id, site_id, email, name, supporter_id)
    SELECT r, 1 + k % ${SITES}, lower(${pick(firstNames, 'k')} || '.' || ${pick(lastNames, 'k + r')}) || '.' || r || '-' || k || '@quayside.example',
      ${pick(firstNames, 'k')} || ' ' || ${pick(lastNames, 'k + r')}, 'S' || r || '-' || k
    FROM generate_series(1, ${realms}) r,
      generate_series(0, CASE WHEN r = ${LARGE_REALM} THEN ${LOGINS.large} ELSE ${LOGINS.ordinary} END - 1) k
    ORDER BY r, k;`;

/** Jobs, the oldest first: each tenth belongs to the large realm. The last hundredth is unfinished. */
const jobs = ({ tasks, realms }: Size): string => `
  INSERT INTO templates (realm_id, site_id, event_id, name)
    SELECT r, 1 + r % ${SITES}, 1 + r % ${SITES}, 'Template ' || r || '-' || k
    FROM generate_series(1, ${realms}) r, generate_series(1, 5) k;
  INSERT INTO jobs (realm_id, site_id, event_id, name, seats_target, created_at, updated_at, started_at)
    SELECT CASE WHEN j % 10 = 0 THEN ${LARGE_REALM} ELSE 2 + (j * 7919) % ${realms - 1} END, e.site_id, e.id,
      e.name || ' · Job ' || j, 400, at, at, at
    FROM generate_series(1, ${tasks / JOB_TASKS}) j
    JOIN events e ON e.id = 1 + (j * 31) % ${EVENTS}
    CROSS JOIN LATERAL (SELECT now() - interval '${DAYS} days' + j * interval '${DAYS} days' / ${tasks / JOB_TASKS} AS at) made
    ORDER BY j;`;

/** Tasks from the id `$1` to `$2`. */
const tasks = (size: Size): string => `
  INSERT INTO tasks (realm_id, job_id, login_id, site_id, event_id, name, job_index, status, status_message, seats_to_set,
    event_price_type, event_price_levels, event_areas, sleep_time_ms, proxy_template, worker_index, queue_name, basket,
    queue_it_event_position, attempt, scheduled_at, first_started_at, started_at, finished_at, last_active, run_duration,
    created_at, updated_at)
  SELECT j.realm_id, j.id, l.id, j.site_id, j.event_id, e.name || ' · ' || l.name, n % ${JOB_TASKS}, state,
    CASE WHEN state IN ('failed', 'expired') THEN ${pick(
      `ARRAY['The site had no seats left of this kind', 'The login was refused', 'The queue was closed', 'The basket expired']`,
      'n',
    )} END,
    1 + n % 4, 'adult', '{"North": 1, "South": 2}', '["North 104", "South 12"]', 250, 'eu', n % 25, 'site.' || j.site_id,
    CASE WHEN state IN ('carted', 'bought') THEN 'https://site.example/basket/' || n END,
    CASE WHEN state = 'waiting_room' THEN n % 5000 END, 1,
    CASE WHEN state = 'scheduled' THEN now() + n % 1000 * interval '1 hour' END,
    CASE WHEN state NOT IN ('idle', 'scheduled', 'queued') THEN at END,
    CASE WHEN state NOT IN ('idle', 'scheduled', 'queued') THEN at END,
    CASE WHEN n <= ${Math.round(size.tasks * 0.99)} THEN at + interval '30 minutes' END, at, n % 600, at, at
  FROM generate_series($1::int, $2::int) n
  JOIN jobs j ON j.id = 1 + (n - 1) / ${JOB_TASKS}
  JOIN events e ON e.id = j.event_id
  JOIN logins l ON l.realm_id = j.realm_id AND l.id = j.site_id + ${SITES} * (n % (
      CASE WHEN j.realm_id = ${LARGE_REALM} THEN ${LOGINS.large} ELSE ${LOGINS.ordinary} END / ${SITES}))
    + CASE WHEN j.realm_id = ${LARGE_REALM} THEN 0 ELSE ${LOGINS.large} + (j.realm_id - 2) * ${LOGINS.ordinary} END
  CROSS JOIN LATERAL (SELECT j.created_at + n % ${JOB_TASKS} * interval '10 seconds' AS at,
    CASE WHEN n <= ${Math.round(size.tasks * 0.99)}
      THEN (ARRAY['stopped', 'failed', 'failed', 'failed', 'bought', 'expired', 'expired', 'stopped', 'failed', 'bought'])[1 + n % 10]
      ELSE (ARRAY['scheduled', 'queued', 'queued', 'running', 'waiting_room', 'carted', 'scheduled', 'queued', 'running', 'idle'])[1 + n % 10]
    END AS state) made
  ORDER BY n`;

/** Timelines of the tasks from the id `$1` to `$2`, in the order of time. */
const events = ({ eventsPerTask }: Size): string => `
  INSERT INTO task_events (realm_id, task_id, at, actor_kind, actor_id, who, what, from_status, to_status, message)
  SELECT t.realm_id, t.id, t.created_at + k * interval '3 minutes', CASE WHEN k < 2 THEN 'user' ELSE 'worker' END, 1 + t.id % 100,
    CASE WHEN k < 2 THEN 'user-' || t.realm_id || '-1@quayside.example' ELSE 'worker-' || t.id % 25 END,
    (ARRAY['create', 'queue', 'lease', 'report', 'report', 'report', 'report', 'report', 'report', 'report'])[1 + k % 10],
    CASE WHEN k > 0 THEN (ARRAY['idle', 'queued', 'running', 'waiting_room'])[least(k, 4)] END,
    CASE WHEN k = ${eventsPerTask - 1} THEN t.status ELSE (ARRAY['idle', 'queued', 'running', 'waiting_room'])[least(k + 1, 4)] END,
    CASE WHEN k > 3 THEN 'Position ' || t.id % 5000 - k END
  FROM tasks t, generate_series(0, ${eventsPerTask - 1}) k
  WHERE t.id BETWEEN $1 AND $2 ORDER BY 3`;

/** The audit trail of the tasks from the id `$1` to `$2`. */
const audit = `
  INSERT INTO audit (realm_id, at, actor_kind, actor_id, who, role, request_id, address, action, entity, entity_id, after)
  SELECT t.realm_id, t.created_at, 'user', 1 + 2 * t.realm_id, 'user-' || t.realm_id || '-1@quayside.example', 'realm_user',
    md5(t.id::text), '203.0.113.' || t.id % 250, 'task.create', 'task', t.id::text, jsonb_build_object('name', t.name)
  FROM tasks t WHERE t.id BETWEEN $1 AND $2 ORDER BY t.id`;

/** Holds, tickets and queue places. */
const seats = `
  INSERT INTO holds (realm_id, task_id, job_id, login_id, site_id, event_id, event_guid, event_name, customer_identity, area,
    "row", seat, price, currency, status, expires_at, confirmed_at, created_at, updated_at)
  SELECT t.realm_id, t.id, t.job_id, t.login_id, t.site_id, t.event_id, e.guid, e.name, l.customer_identity,
    'North ' || t.id % 200, (t.id / 200 % 40)::text, (t.id / 8000)::text, 20 + t.id % 60, 'GBP',
    CASE t.status WHEN 'bought' THEN 'confirmed' WHEN 'carted' THEN 'held' ELSE 'expired' END,
    CASE t.status WHEN 'carted' THEN now() + interval '7 days' ELSE t.created_at + interval '30 minutes' END,
    CASE t.status WHEN 'bought' THEN t.finished_at END, t.created_at, t.created_at
  FROM tasks t JOIN events e ON e.id = t.event_id JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
  WHERE t.status IN ('bought', 'carted', 'expired') ORDER BY t.id;
  INSERT INTO tickets (realm_id, hold_id, task_id, job_id, login_id, site_id, event_id, event_guid, event_name, login_email,
    customer_identity, area, "row", seat, price, currency, ticket_reference, created_at, updated_at)
  SELECT h.realm_id, h.id, h.task_id, h.job_id, h.login_id, h.site_id, h.event_id, h.event_guid, h.event_name, l.email,
    h.customer_identity, h.area, h."row", h.seat, h.price, h.currency, 'T-' || h.id, h.confirmed_at, h.confirmed_at
  FROM holds h JOIN logins l ON l.realm_id = h.realm_id AND l.id = h.login_id WHERE h.status = 'confirmed' ORDER BY h.id;
  INSERT INTO queue_links (realm_id, login_id, event_id, status, position, created_at, updated_at)
  SELECT DISTINCT ON (realm_id, login_id, event_id) realm_id, login_id, event_id,
    CASE status WHEN 'waiting_room' THEN 'waiting' ELSE 'expired' END, queue_it_event_position, created_at, created_at
  FROM tasks WHERE id % 10 = 4 ORDER BY realm_id, login_id, event_id, id DESC;`;

/** What people were notified of in the last 90 days. */
const messages = ({ tasks: count }: Size): string => `
  INSERT INTO notifications (realm_id, user_id, topic, title, body, path, read_at, created_at, pushed_at)
  SELECT t.realm_id, u.id, 'task_failed', 'A task failed', t.name, '/tasks/' || t.id, t.finished_at, t.finished_at, t.finished_at
  FROM tasks t JOIN users u ON u.email = 'user-' || t.realm_id || '-1@quayside.example'
  WHERE t.id > ${Math.round(count * 0.76)} AND t.status = 'failed' ORDER BY t.id;
  INSERT INTO push_deliveries (user_id, topic, outcome, response_status, at, notification_id)
  SELECT user_id, topic, 'sent', 201, created_at, id FROM notifications ORDER BY id;`;

/** What triggers would have counted. */
const counts = `
  INSERT INTO job_counts (realm_id, job_id, counted, place, total, paused)
    SELECT realm_id, job_id, status, 0, count(*), 0 FROM tasks GROUP BY 1, 2, 3
    UNION ALL SELECT realm_id, job_id, 'ticket', 0, count(*), 0 FROM tickets GROUP BY 1, 2;
  UPDATE realms r SET
    login_count = (SELECT count(*) FROM logins WHERE realm_id = r.id),
    active_tasks = (SELECT count(*) FROM tasks WHERE realm_id = r.id AND unfinished);`;

/** The months of the past, which an empty database has none of, made by the tables' owner. */
const months = `
  DO $$ DECLARE month timestamptz; BEGIN
    PERFORM set_config('role', (SELECT tableowner FROM pg_tables WHERE tablename = 'task_events'), true);
    FOR month IN SELECT generate_series(date_trunc('month', now(), 'UTC') - interval '${DAYS + 31} days', now(), interval '1 month') LOOP
      month := date_trunc('month', month, 'UTC');
      CONTINUE WHEN EXISTS (SELECT FROM partitions.months('task_events') m WHERE m.begins = month);
      CALL partitions.add_month('task_events', month);
      CALL partitions.add_month('audit', month);
    END LOOP;
  END $$`;

/** Whether the database was filled before. */
export async function isSeeded(db: pg.ClientBase, size: Size): Promise<boolean> {
  const { rows } = await db.query<{ n: string }>('SELECT count(*) AS n FROM tasks');
  if (Number(rows[0]?.n) === 0) return false;
  if (Number(rows[0]?.n) < size.tasks) throw new Error('The database is filled in part: remove its folder');
  return true;
}

/** Fills a migrated, empty database by SQL without triggers, foreign keys and row-level security. */
export async function seedLarge(db: pg.ClientBase, size: Size): Promise<void> {
  const step = async (title: string, work: () => Promise<unknown>) => {
    log(title);
    await work();
  };
  const inBatches = async (sql: string) => {
    for (let first = 1; first <= size.tasks; first += BATCH)
      await db.query(sql, [first, Math.min(first + BATCH - 1, size.tasks)]);
  };
  await db.query('SET session_replication_role = replica');
  await step('Months', () => db.query(months));
  await step('Realms, people and logins', () => db.query(people(size)));
  await step('Jobs', () => db.query(jobs(size)));
  await withoutIndexes(db, ['tasks', 'task_events', 'audit', 'holds', 'tickets'], async () => {
    await db.query('ANALYZE jobs, logins, events');
    await step('Tasks', () => inBatches(tasks(size)));
    await step('Timelines', () => inBatches(events(size)));
    await step('Audit trail', () => inBatches(audit));
    await step('Seats and queue places', () => db.query(seats));
    await step('Indexes', () => Promise.resolve());
  });
  await step('Messages', () => db.query(messages(size)));
  await step('Counts', () => db.query(counts));
  await step('Statistics', () => db.query('VACUUM ANALYZE'));
}

/** Drops the tables' indexes that no constraint needs, runs `fill`, and builds them again: faster than keeping each row in them. */
async function withoutIndexes(
  db: pg.ClientBase,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `SELECT i.indexrelid::regclass::text AS name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS definition
     FROM pg_index i
     WHERE i.indrelid = ANY ($1::regclass[]) AND NOT i.indisunique
       AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { name } of rows) await db.query(`DROP INDEX ${name}`);
  await fill();
  for (const { definition } of rows) await db.query(definition);
}
