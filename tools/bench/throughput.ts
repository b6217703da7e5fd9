import type pg from 'pg';
import { Client } from 'pg';
import { paired, type Result } from './paired.ts';
import { call, type Caller } from './product.ts';
import type { LeaseBench } from './leases.ts';

const TASKS = 500;
const BATCH = 50;
/** Reports under way at once, of the product and of the reference. */
const AT_ONCE = 10;

/** Runs `work` over the items, `AT_ONCE` at a time. */
async function overAll<T>(
  items: readonly T[],
  work: (item: T, hand: number) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, hand) => {
      for (const item of left) await work(item, hand);
    }),
  );
}

/** Tasks a second: taken in batches of 50, and each reported once. */
async function perSecond<T>(
  take: () => Promise<readonly T[]>,
  report: (task: T, hand: number) => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  for (let had = 0; had < TASKS;) {
    const tasks = await take();
    if (tasks.length === 0) throw new Error(`Only ${had} of ${TASKS} tasks could be had`);
    had += tasks.length;
    await overAll(tasks, report);
  }
  return (TASKS / (performance.now() - began)) * 1000;
}

/** What tasks of earlier rounds have left behind goes, past the triggers: it isn't what is measured. */
async function clear(db: pg.Client, realm: number): Promise<void> {
  await db.query(`SET session_replication_role = replica;
    DELETE FROM pgboss.job;
    UPDATE tasks SET status = 'stopped', lease_id = NULL, lease_expires_at = NULL, leased_by = NULL, boss_job_id = NULL
      WHERE realm_id = ${realm} AND unfinished;
    UPDATE realms SET active_tasks = 0 WHERE id = ${realm};
    SET session_replication_role = origin;`);
}

const TAKE = `UPDATE tasks SET status = 'running', lease_id = gen_random_uuid(), leased_by = $2,
    lease_expires_at = now() + interval '30 seconds'
  WHERE id IN (SELECT id FROM tasks WHERE realm_id = $1 AND status = 'queued' ORDER BY id LIMIT ${BATCH}
    FOR UPDATE SKIP LOCKED)
  RETURNING id`;
const REPORT = `UPDATE tasks SET status_message = $2, last_active = now(),
    lease_expires_at = now() + interval '30 seconds' WHERE id = $1`;

/**
 * Tasks leased in batches of 50 and reported one by one: by the worker protocol, and by plain `FOR UPDATE SKIP LOCKED`
 * and an UPDATE for each report on the same table, past row-level security, without timeline, queue or fence.
 */
export async function leasedAndReported(
  bench: LeaseBench,
  databaseUrl: string,
  rounds: number,
): Promise<Result> {
  const { people, db, seeded } = bench;
  const root = await people.root();
  const { token } = await call<{ token: string }>(root, 'POST', '/api/worker-tokens', { name: 'throughput' });
  const worker: Caller = { port: root.port, token };
  const api = '/api/worker/v1';
  const asked = { worker: 'throughput', capacity: BATCH, wait_s: 0 };
  const said = { status: 'running', message: 'At work' };
  const hands = Array.from({ length: AT_ONCE }, () => new Client({ connectionString: databaseUrl }));
  for (const hand of hands) await hand.connect();
  const queue = async () => {
    await clear(db, seeded.realm);
    const tasks = seeded.logins.slice(0, TASKS).map((login_id) => ({ login_id, event_id: seeded.eventId }));
    const body = tasks.map((task) => ({ ...task, start: true }));
    await call(await people.launcher(), 'POST', '/api/tasks', body);
  };
  const one = async () => {
    await queue();
    return perSecond(
      async () =>
        (await call<{ leases: { lease_id: string }[] }>(worker, 'POST', `${api}/lease`, asked)).leases,
      ({ lease_id }) => call(worker, 'POST', `${api}/leases/${lease_id}/report`, said),
    );
  };
  const other = async () => {
    await queue();
    const { rows } = await db.query<{ id: number }>('SELECT id FROM workers LIMIT 1');
    return perSecond(
      async () => (await hands[0]!.query<{ id: number }>(TAKE, [seeded.realm, rows[0]?.id])).rows,
      ({ id }, hand) => hands[hand]!.query(REPORT, [id, said.message]),
    );
  };
  try {
    const result = await paired(rounds, one, other);
    return {
      name: 'Tasks leased in batches of 50 and reported one by one / by plain FOR UPDATE SKIP LOCKED on their table',
      ratio: result.ratio,
      promise: '≥ 0.5',
      met: result.ratio.median >= 0.5,
      note: `${result.one.median.toFixed(0)}/s against ${result.other.median.toFixed(0)}/s`,
      cost: 'worker-report',
    };
  } finally {
    await clear(db, seeded.realm);
    for (const hand of hands) await hand.end();
  }
}
