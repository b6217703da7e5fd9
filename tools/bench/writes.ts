import type pg from 'pg';
import { paired, type Result, type Spread } from './paired.ts';
import { call, type People } from './product.ts';
import type { Seeded } from './seed.ts';

const MANY = 1000;

/** What the write contestants need; `db` is the superuser's, past row-level security. */
export interface WriteBench {
  people: People;
  db: pg.Client;
  /** A folder that Postgres may write to. */
  folder: string;
  seeded: Seeded;
  rounds: number;
}

const ms = ({ median }: Spread): string => `${median.toFixed(0)} ms`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Rows of a table as COPY takes them; `change` gives columns another value, so that unique ones stay so. */
interface Copied {
  table: string;
  where: string;
  change?: Record<string, string>;
  without?: string[];
}

/** Writes the rows aside, and answers what reads them in again with COPY. */
async function copyOf({ db, folder }: WriteBench, { table, where, change = {}, without = [] }: Copied) {
  const { rows } = await db.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' AND attidentity = '' AND NOT attname = ANY ($2)`,
    [table, without],
  );
  const names = rows.map(({ name }) => name);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const values = names.map((name) => `${change[name] ?? `"${name}"`} AS "${name}"`).join(', ');
  const file = `'${folder}/${table}.copy'`;
  await db.query(`COPY (SELECT ${values} FROM ${table} WHERE ${where}) TO ${file}`);
  return () => db.query(`COPY ${table} (${columns}) FROM ${file}`);
}

async function copyAll(bench: WriteBench, tables: Copied[]): Promise<number> {
  const copies: (() => Promise<unknown>)[] = [];
  for (const table of tables) copies.push(await copyOf(bench, table));
  return timed(async () => {
    await bench.db.query('BEGIN');
    for (const copy of copies) await copy();
    await bench.db.query('COMMIT');
  });
}

const tasksOf = (where: string): Copied => ({
  table: 'tasks',
  where,
  change: { order_key: 'gen_random_uuid()', boss_job_id: 'gen_random_uuid()' },
});

/** 1,000 tasks in one call against COPY of the same rows into the same two tables, triggers included. */
export async function manyTasks(bench: WriteBench): Promise<Result> {
  const { eventId, logins } = bench.seeded;
  const body = logins.slice(0, MANY).map((login_id) => ({ login_id, event_id: eventId }));
  let made: number[] = [];
  const one = async () => {
    const caller = await bench.people.launcher();
    return timed(async () => {
      made = (await call<{ id: number }[]>(caller, 'POST', '/api/tasks', body)).map(({ id }) => id);
    });
  };
  const other = async () => {
    const ids = made.length > 0 ? made : (await one(), made);
    const list = `id = ANY ('{${ids.join(',')}}')`;
    return copyAll(bench, [tasksOf(list), { table: 'task_events', where: list.replace('id', 'task_id') }]);
  };
  const result = await paired(bench.rounds, one, other);
  return {
    name: 'Time of 1,000 tasks in one call / COPY of the same rows (tasks, timeline)',
    ratio: result.ratio,
    promise: '≤ 2',
    met: result.ratio.median <= 2,
    note: `${ms(result.one)} against ${ms(result.other)}`,
    cost: 'many-tasks',
  };
}

/** A job of 1,000 tasks against COPY of the same rows into every table that a launch writes. */
export async function launch(bench: WriteBench): Promise<Result> {
  const { seeded } = bench;
  const template = await call<{ id: number }>(await bench.people.launcher(), 'POST', '/api/templates', {
    name: 'Bench',
    site_id: seeded.siteId,
    event_id: seeded.eventId,
    login_ids: seeded.logins.slice(0, MANY),
    worker_count: MANY,
    seats_per_worker: 2,
  });
  let job = 0;
  const one = async () => {
    const caller = await bench.people.launcher();
    return timed(async () => {
      job = (await call<{ id: number }>(caller, 'POST', '/api/jobs', { template_id: template.id })).id;
    });
  };
  const other = async () => {
    if (!job) await one();
    const tasks = `SELECT id FROM tasks WHERE job_id = ${job} AND boss_job_id IS NOT NULL`;
    return copyAll(bench, [
      { table: 'jobs', where: `id = ${job}` },
      tasksOf(`id IN (SELECT task_id FROM task_events WHERE what = 'launch') AND job_id = ${job}`),
      { table: 'task_events', where: `what = 'launch' AND task_id IN (${tasks})` },
      {
        table: 'pgboss.job',
        where: `id IN (SELECT boss_job_id FROM tasks WHERE job_id = ${job})`,
        change: { id: 'gen_random_uuid()' },
      },
      { table: 'audit', where: `action = 'job.launch' AND entity_id = '${job}'` },
    ]);
  };
  const result = await paired(bench.rounds, one, other);
  return {
    name: 'Time of a job of 1,000 launched / COPY of the same rows into every table that it writes',
    ratio: result.ratio,
    promise: '≤ 2',
    met: result.ratio.median <= 2,
    note: `${ms(result.one)} against ${ms(result.other)}`,
  };
}
