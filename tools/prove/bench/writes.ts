import type pg from 'pg';
import { pair, type Result, type Spread, time } from './measure.ts';
import type { SignIn } from './owners.ts';
import type { Seeded } from './seed.ts';

const MANY = 1000;

export interface WriteOptions {
  owner: SignIn;
  db: pg.ClientBase;
  /** A folder that Postgres can write to. */
  folder: string;
  seeded: Seeded;
  rounds: number;
}

const ms = ({ median }: Spread): string => `${median.toFixed(0)} ms`;

/** Rows of a table for COPY; `change` gives columns other values, so that unique ones stay unique. */
interface CopiedRows {
  table: string;
  where: string;
  change?: Record<string, string>;
}

/** Exports the rows, and returns what imports them again by COPY. */
async function prepareCopy({ db, folder }: WriteOptions, { table, where, change = {} }: CopiedRows) {
  const { rows } = await db.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped
       AND attgenerated = '' AND attidentity = ''`,
    [table],
  );
  const names = rows.map(({ name }) => name);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const values = names.map((name) => `${change[name] ?? `"${name}"`} AS "${name}"`).join(', ');
  const file = `'${folder}/${table}.copy'`;
  await db.query(`COPY (SELECT ${values} FROM ${table} WHERE ${where}) TO ${file}`);
  return () => db.query(`COPY ${table} (${columns}) FROM ${file}`);
}

/** Milliseconds that COPY of the rows into their tables takes, triggers included. */
async function timeCopy(options: WriteOptions, tables: readonly CopiedRows[]): Promise<number> {
  const copies: (() => Promise<unknown>)[] = [];
  for (const table of tables) copies.push(await prepareCopy(options, table));
  return time(async () => {
    await options.db.query('BEGIN');
    for (const copy of copies) await copy();
    await options.db.query('COMMIT');
  });
}

const tasksWhere = (where: string): CopiedRows => ({
  table: 'tasks',
  where,
  change: { order_key: 'gen_random_uuid()', boss_job_id: 'gen_random_uuid()' },
});

async function compareWithCopy(
  options: WriteOptions,
  name: string,
  write: () => Promise<number>,
  rows: () => readonly CopiedRows[],
): Promise<Result> {
  const { ratio, one, other } = await pair(options.rounds, write, () => timeCopy(options, rows()));
  return { name, figure: ratio, promise: '≤ 2', met: ratio.median <= 2, note: `${ms(one)} to ${ms(other)}` };
}

/** 1,000 tasks in one request, and a job of 1,000 tasks, each against COPY of the rows that it writes. */
export async function writes(options: WriteOptions): Promise<Result[]> {
  const { owner, seeded } = options;
  const logins = seeded.logins.slice(0, MANY);
  let ids: number[] = [];
  const createTasks = async () => {
    const caller = await owner();
    const body = logins.map((login_id) => ({ login_id, event_id: seeded.eventId }));
    return time(async () => {
      ids = (await caller.requestOk<{ id: number }[]>('POST', '/api/tasks', body)).map(({ id }) => id);
    });
  };
  const template = await (
    await owner()
  ).requestOk<{ id: number }>('POST', '/api/templates', {
    name: 'Bench',
    site_id: seeded.siteId,
    event_id: seeded.eventId,
    login_ids: logins,
    worker_count: MANY,
    seats_per_worker: 2,
  });
  let job = 0;
  const launch = async () => {
    const caller = await owner();
    return time(async () => {
      job = (await caller.requestOk<{ id: number }>('POST', '/api/jobs', { template_id: template.id })).id;
    });
  };
  return [
    await compareWithCopy(
      options,
      'Time of 1,000 tasks in one request / COPY of the same rows',
      createTasks,
      () => [
        tasksWhere(`id = ANY ('{${ids.join(',')}}')`),
        { table: 'task_events', where: `task_id = ANY ('{${ids.join(',')}}')` },
      ],
    ),
    await compareWithCopy(options, 'Time of a launch of 1,000 tasks / COPY of the same rows', launch, () => {
      const launched = `SELECT task_id FROM task_events WHERE what = 'launch'`;
      const tasks = `SELECT id FROM tasks WHERE job_id = ${job} AND boss_job_id IS NOT NULL`;
      return [
        { table: 'jobs', where: `id = ${job}` },
        tasksWhere(`id IN (${launched}) AND job_id = ${job}`),
        { table: 'task_events', where: `what = 'launch' AND task_id IN (${tasks})` },
        { table: 'audit', where: `action = 'job.launch' AND entity_id = '${job}'` },
      ];
    }),
  ];
}
