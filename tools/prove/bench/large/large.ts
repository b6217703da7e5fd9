/**
 * `npm run bench -- --large`: times every list, search and sort, the dashboard and timelines on a database of ten times the
 * usual size. `--folder=/path` keeps the database there and uses it again, since filling it takes long; `--tasks=20000` takes
 * a smaller one; `--only=Tasks` times the requests whose names begin so; `--purge` removes the two oldest
 * months in the end; `--write` writes docs/benchmarks.md.
 */
import pg from 'pg';
import { Scratch } from '../../installation/scratch.ts';
import { spreadOf, time } from '../measure.ts';
import { createOwner, type SignIn, signInAdmin } from '../owners.ts';
import { log, Report } from '../report.ts';
import { type Bench, startBench } from '../start.ts';
import { timePurge } from './purge.ts';
import { budgets, requestsFor, type TimedRequest } from './requests.ts';
import { isSeeded, seedLarge } from './seed.ts';
import { DAYS, fullSize, LARGE_REALM, ORDINARY_REALM, type Size } from './size.ts';

export interface LargeOptions {
  folder?: string;
  tasks?: number;
  only?: string;
  rounds: number;
  /** Whether to remove the two oldest months in the end. */
  purge: boolean;
  write: boolean;
}

/** Requests that take longer than this are repeated a few times only: they are far over their budget. */
const SLOW_MS = 500;
const SLOW_ROUNDS = 4;

/** Who asks: an administrator reads all realms. */
interface Reader {
  name: string;
  signIn: SignIn;
  realm: number | null;
}

/** A reader's request, and the milliseconds that its rounds took. */
interface Timed {
  reader: Reader;
  request: TimedRequest;
  times: number[];
}

const number = (value: number): string => value.toLocaleString('en');

/** Measures the large installation. */
export async function benchLarge({
  folder,
  tasks,
  only = '',
  rounds,
  purge,
  write,
}: LargeOptions): Promise<void> {
  const size: Size = tasks ? { ...fullSize, tasks, realms: Math.max(20, tasks / 1000) } : fullSize;
  await using scratch = new Scratch('bench-large');
  // Nothing else keeps this process alive while a database that was running before is stopped.
  const alive = setInterval(() => undefined, 1000);
  scratch.defer(() => clearInterval(alive));
  const bench = await startLarge(scratch, size, folder);
  const { session: db } = bench;
  const readers: Reader[] = [
    await realmReader(bench, 'the largest realm', LARGE_REALM),
    await realmReader(bench, 'an ordinary realm', ORDINARY_REALM),
    { name: 'all realms', signIn: () => signInAdmin(bench), realm: null },
  ];
  const report = new Report();
  const timed = await Promise.all(readers.map((reader) => requestsOf(reader, db, only)));
  const byName = Map.groupBy(timed.flat(), ({ request }) => request.name);
  for (const same of byName.values()) await timeInTurn(same, db, rounds);
  for (const row of timed.flat()) addRow(report, row);
  if (purge) await timePurge(bench, report);
  if (write)
    await report.write(
      'large',
      `${number(size.tasks)} tasks and ${number(size.tasks * size.eventsPerTask)} events of ${DAYS} days in ${number(size.realms)} realms, ${number(size.tasks / 10)} tasks of them in the largest. Milliseconds of ${rounds} requests one after another, p90 ≤ p95; the versions of lists change before each, so that no count is remembered.`,
    );
}

/** Starts the database and the server on it; fills the database unless `folder` has one that is. */
async function startLarge(scratch: Scratch, size: Size, folder: string | undefined): Promise<Bench> {
  log(`Starting a database with ${number(size.tasks)} tasks in ${number(size.realms)} realms.`);
  return startBench(scratch, {
    folder,
    settings: { shared_buffers: '2GB', maintenance_work_mem: '512MB' },
    fill: async (adminUrl) => {
      const db = new pg.Client({ connectionString: adminUrl });
      await db.connect();
      try {
        if (!(await isSeeded(db, size))) await seedLarge(db, size);
      } finally {
        await db.end();
      }
    },
  });
}

async function realmReader(bench: Bench, name: string, realm: number): Promise<Reader> {
  const { signIn } = await createOwner(bench, realm);
  return { name, signIn, realm };
}

/** The requests of a reader whose names begin with `only`. */
async function requestsOf(reader: Reader, db: pg.ClientBase, only: string): Promise<Timed[]> {
  const { rows } = await db.query<{ task: number; job: number; email: string; name: string }>(
    `SELECT t.id AS task, t.job_id AS job, l.email, t.name FROM tasks t JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
     WHERE $1::int IS NULL OR t.realm_id = $1 ORDER BY t.id LIMIT 1`,
    [reader.realm],
  );
  const found = rows[0];
  if (!found) throw new Error('A realm has no task');
  return requestsFor(found)
    .filter(({ name }) => name.startsWith(only) && (reader.realm === null || !name.startsWith('Audit log')))
    .map((request) => ({ reader, request, times: [] }));
}

/** Times the same request of several readers in turn, so that each uses the plans that the others made; one round is uncounted. */
async function timeInTurn(timed: readonly Timed[], db: pg.ClientBase, rounds: number): Promise<void> {
  const callers = await Promise.all(timed.map(({ reader }) => reader.signIn()));
  for (let round = -1; round < rounds; round += 1)
    for (const [index, { reader, request, times }] of timed.entries()) {
      const caller = callers[index];
      if (!caller || (round > SLOW_ROUNDS && (times.at(-1) ?? 0) > SLOW_MS)) continue;
      await moveVersions(db, reader.realm ?? LARGE_REALM);
      const taken = await time(() => caller.requestOk('GET', request.path));
      if (round >= 0) times.push(taken);
    }
}

function addRow(report: Report, { reader, request: { name, kind }, times }: Timed): void {
  const sorted = times.toSorted((a, b) => a - b);
  const p95 = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? NaN;
  report.add({
    name: `${name}: ${reader.name}`,
    figure: spreadOf(times),
    promise: `≤ ${budgets[kind]} (p95)`,
    met: p95 <= budgets[kind],
    note: `p95 ${p95.toFixed(0)}, worst ${(sorted.at(-1) ?? NaN).toFixed(0)}`,
  });
}

/** As a change of each list's rows would: remembered counts and ETags are no longer valid. No server uses this place. */
async function moveVersions(db: pg.ClientBase, realm: number): Promise<void> {
  await db.query(
    `INSERT INTO list_versions AS v (realm_id, topic, place)
     SELECT $1, topic, 1000 FROM unnest(ARRAY['tasks', 'jobs', 'holds', 'tickets', 'logins', 'pools', 'templates']) AS topic
     ON CONFLICT (realm_id, topic, place) DO UPDATE SET version = v.version + 1`,
    [realm],
  );
}
