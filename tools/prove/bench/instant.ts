import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Client } from '../installation/client.ts';
import { type Result, spreadOf } from './measure.ts';
import { clientWith, signInAdmin, signInOwners } from './owners.ts';
import { takePlainJobs } from './queues.ts';
import { log } from './report.ts';
import type { Bench } from './start.ts';

const WORKERS = 8;
/** From the creation of the tasks to the second at which they are due. */
const LEAD_MS = 3000;
/** Tasks that one request may create. */
const MAX_PER_REQUEST = 1000;
/** Most tasks that one request may lease. */
const MAX_PER_LEASE = 200;
/** Tasks that are not leased by then are lost. */
const GIVE_UP_MS = 60_000;

/** Tasks that are due at one second: how many, of how many realms and logins, over how many servers, and the promise in ms. */
export interface Instant {
  name: string;
  tasks: number;
  realms: number;
  /** Logins of each realm that its tasks share. */
  logins: number;
  servers: number;
  promise: { first: number; half: number; last: number };
}

/** A realm whose tasks buy. */
export interface BuyingRealm {
  id: number;
  owner: Client;
  logins: number[];
}

/** Milliseconds from the second at which the tasks are due to the response that leases the first, the median and the last. */
interface Arrivals {
  first: number;
  half: number;
  last: number;
}

/**
 * Schedules tasks for one second, by the API, while eight workers wait in long polls, and measures when each task arrives at
 * a worker. @throws when a task arrives before its time, twice, or not at all
 */
export async function instant(
  bench: Bench,
  { name, tasks, realms, logins, servers, promise }: Instant,
  rounds: number,
): Promise<Result[]> {
  const { session: db, server } = bench;
  const more = await Promise.all(Array.from({ length: servers - 1 }, () => bench.addServer()));
  const urls = [server, ...more].map(({ url }) => url);
  const { token } = await (
    await signInAdmin(bench)
  ).requestOk<{ token: string }>('POST', '/api/worker-tokens', { name: `instant ${name}` });
  const made = await makeRealms(bench, { realms, logins });
  const found: Arrivals[] = [];
  const plain: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await clear(db);
    plain.push(await takePlainJobs(bench, tasks));
    const due = await createDue(db, made, tasks);
    const { arrivals } = await lease(urls, token, { due, tasks });
    found.push(arrivals);
    const { first, half, last } = arrivals;
    log(`${name}: first ${first.toFixed(0)}, half ${half.toFixed(0)}, last ${last.toFixed(0)} ms`);
  }
  await clear(db);
  for (const { program } of more) await program.stop();
  return (['first', 'half', 'last'] as const).map((which) => {
    const figure = spreadOf(found.map((arrivals) => arrivals[which]));
    return {
      name: `${name}: ${which === 'half' ? 'half are' : `the ${which} is`} leased after, in ms`,
      figure,
      promise: `≤ ${promise[which]}`,
      met: figure.median <= promise[which],
      note: `${rounds} times; SKIP LOCKED alone: ${Math.round(spreadOf(plain).median)}`,
    };
  });
}

/** Creates tasks for one second, as many of each realm; returns the second. */
export async function createDue(
  db: pg.ClientBase,
  realms: readonly BuyingRealm[],
  tasks: number,
): Promise<number> {
  const due = await nextSecond(db, LEAD_MS + tasks);
  for (const { owner, logins } of realms) {
    const share = Math.round(tasks / realms.length);
    const bodies = Array.from({ length: share }, (_, at) => ({
      login_id: logins[at % logins.length],
      event_id: 1,
      start: true,
      scheduled_at: new Date(due).toISOString(),
    }));
    for (let from = 0; from < share; from += MAX_PER_REQUEST)
      await owner.requestOk('POST', '/api/tasks', bodies.slice(from, from + MAX_PER_REQUEST));
  }
  if (Date.now() > due - 1000) throw new Error('The tasks were created too late');
  return due;
}

/**
 * Leases the tasks by workers that ask again as soon as they have a response, as the reference worker does; returns when they
 * arrived, and their leases.
 */
export async function lease(
  urls: readonly string[],
  token: string,
  { due, tasks }: { due: number; tasks: number },
): Promise<{ arrivals: Arrivals; leaseIds: string[] }> {
  const leaseIds: string[] = [];
  const arrived = new Map<number, number>();
  const over = due + GIVE_UP_MS;
  const room = Math.ceil((tasks / WORKERS) * 1.2);
  await Promise.all(
    Array.from({ length: WORKERS }, async (_, index) => {
      const caller = clientWith(urls[index % urls.length] ?? '', token);
      let own = 0;
      while (arrived.size < tasks && own < room && Date.now() < over) {
        const { leases } = await caller.requestOk<{ leases: { lease_id: string; task: { id: number } }[] }>(
          'POST',
          '/api/worker/v1/lease',
          { worker: `instant-${index}`, capacity: Math.min(MAX_PER_LEASE, room - own), wait_s: 2 },
        );
        const at = Date.now() - due;
        own += leases.length;
        for (const { lease_id, task } of leases) {
          leaseIds.push(lease_id);
          if (at < 0) throw new Error(`The task ${task.id} was leased ${-at} ms before its time`);
          if (arrived.has(task.id)) throw new Error(`The task ${task.id} was leased twice`);
          arrived.set(task.id, at);
        }
      }
    }),
  );
  if (arrived.size !== tasks) throw new Error(`${arrived.size} of ${tasks} tasks were leased`);
  const times = [...arrived.values()].toSorted((a, b) => a - b);
  const at = (index: number) => times[index] ?? NaN;
  return { arrivals: { first: at(0), half: at(Math.floor(tasks / 2)), last: at(tasks - 1) }, leaseIds };
}

/** The second after the lead, by the database's clock. */
async function nextSecond(db: pg.ClientBase, leadMs: number): Promise<number> {
  const { rows } = await db.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return Math.ceil(((rows[0]?.now.getTime() ?? NaN) + leadMs) / 1000) * 1000;
}

/** Makes realms whose owners import logins with passwords, and returns each owner with the ids of the logins. */
export async function makeRealms(
  bench: Bench,
  { realms, logins }: Pick<Instant, 'realms' | 'logins'>,
): Promise<BuyingRealm[]> {
  const { session: db, server } = bench;
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO realms (name, max_tasks, max_logins)
     SELECT 'Instant ' || gen_random_uuid(), 1000000, 1000000 FROM generate_series(1, $1) RETURNING id`,
    [realms],
  );
  const ids = rows.map(({ id }) => id);
  const tokens = await signInOwners(bench, db, ids);
  const owners = ids.map((realm, index): [number, Client] => [
    realm,
    clientWith(server.url, tokens[index] ?? ''),
  ]);
  await Promise.all(
    owners.map(async ([realm, owner]) => {
      for (let from = 0; from < logins; from += MAX_PER_REQUEST)
        await importLogins(owner, realm, from, Math.min(MAX_PER_REQUEST, logins - from));
    }),
  );
  const made = await db.query<{ realm_id: number; ids: number[] }>(
    'SELECT realm_id, array_agg(id ORDER BY id) AS ids FROM logins WHERE realm_id = ANY ($1) GROUP BY realm_id',
    [ids],
  );
  const loginsOf = new Map(made.rows.map((row) => [row.realm_id, row.ids]));
  return owners.map(([id, owner]) => ({ id, owner, logins: loginsOf.get(id) ?? [] }));
}

async function importLogins(owner: Client, realm: number, from: number, count: number): Promise<void> {
  const lines = Array.from(
    { length: count },
    (_, index) =>
      `instant-${realm}-${from + index}@quayside.example,Login ${from + index},lantern-${from + index}`,
  );
  await owner.requestOk('POST', '/api/sites/1/logins/import', ['email,name,password', ...lines].join('\n'));
}

/** Ends every task of earlier rounds, so that none is leased instead. */
export async function clear(db: pg.Client): Promise<void> {
  await db.query("DELETE FROM pgboss.job WHERE state <= 'active'");
  await db.query(
    `UPDATE tasks SET status = 'stopped', lease_id = NULL, leased_by = NULL, lease_expires_at = NULL, boss_job_id = NULL, ready_at = NULL,
       finished_at = now(), payment_state = NULL WHERE unfinished`,
  );
  await db.query('VACUUM ANALYZE tasks, pgboss.job');
  await wait(500);
}
