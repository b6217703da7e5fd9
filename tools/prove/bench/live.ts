import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Bff } from '../installation/installation.ts';
import { type Result, single, spreadOf } from './measure.ts';
import { signInOwners } from './owners.ts';
import { REALMS } from './seed.ts';
import { type Bench, memoryOf } from './start.ts';
import { Streams } from './streams.ts';

const FEW = 1000;
const MANY = 5000;
export const CHANGES_PER_SECOND = 100;

export interface LiveOptions {
  /** A server that has served nothing else yet, so that the growth of its memory is due to connections. */
  server: Bff;
  bench: Bench;
  rounds: number;
  seconds: number;
}

/** Changes the tasks in turn at the rate; each change carries the time that `now` gives. */
export async function changeTasks(
  db: pg.ClientBase,
  tasks: readonly number[],
  seconds: number,
  now: () => number,
): Promise<void> {
  const start = performance.now();
  for (let index = 0; performance.now() - start < seconds * 1000; index += 1) {
    await sleep(Math.max(0, start + (index * 1000) / CHANGES_PER_SECOND - performance.now()));
    await db.query('UPDATE tasks SET status_message = $2 WHERE id = $1', [
      tasks[(index * 7) % tasks.length],
      `bench ${now().toFixed(3)}`,
    ]);
  }
}

/** The 99th percentile of the delay between a change and its arrival, in ms. */
async function measureDelay(
  { bench: { session: db }, seconds }: LiveOptions,
  streams: Streams,
  realms: readonly number[],
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT found.id FROM unnest($1::int[]) AS wanted(realm_id) CROSS JOIN LATERAL (
       SELECT t.id FROM tasks t WHERE t.realm_id = wanted.realm_id AND t.deleted_at IS NULL ORDER BY t.id LIMIT 20) found`,
    [realms],
  );
  const tasks = rows.map(({ id }) => id);
  await changeTasks(db, tasks, 1, () => performance.now());
  streams.reset();
  await changeTasks(db, tasks, seconds, () => performance.now());
  await sleep(500);
  if (streams.received === 0) throw new Error('No change arrived on the live stream');
  return streams.delay(0.99);
}

/** The live stream with 5,000 connections in 200 realms against 1,000, the memory they take, and 5,000 in one realm. */
export async function live(options: LiveOptions): Promise<Result[]> {
  const { server, bench, rounds } = options;
  const realms = Array.from({ length: REALMS }, (_, index) => index + 1);
  const tokens = await signInOwners({ ...bench, urls: [server.url] }, bench.session, realms);
  const streams = new Streams(server.port);
  const few: number[] = [];
  const many: number[] = [];
  let kilobytes = NaN;
  for (let round = 0; round < rounds; round += 1) {
    await streams.open(FEW, tokens);
    few.push(await measureDelay(options, streams, realms));
    const before = memoryOf(server);
    await streams.open(MANY, tokens);
    await sleep(1000);
    // Later rounds reuse the memory of the first.
    if (round === 0) kilobytes = (memoryOf(server) - before) / (MANY - FEW) / 1024;
    many.push(await measureDelay(options, streams, realms));
    streams.close();
    await sleep(500);
  }
  const ratio = spreadOf(many.map((value, index) => value / (few[index] ?? NaN)));
  // Every connection gets each change of the one realm; a hundred that read them are enough to measure.
  await streams.open(MANY, tokens.slice(0, 1), MANY / 100);
  const inOneRealm = await measureDelay(options, streams, [1]);
  streams.close();
  const rate = `${CHANGES_PER_SECOND} changes a second`;
  return [
    {
      name: `Live stream at ${rate}, p99 delay: ${MANY} connections in ${REALMS} realms / ${FEW}`,
      figure: ratio,
      promise: '≤ 3',
      met: ratio.median <= 3,
      note: `${spreadOf(many).median.toFixed(0)} ms to ${spreadOf(few).median.toFixed(0)} ms`,
    },
    {
      name: `Live stream at ${rate}, p99 delay in ms: ${MANY} connections in one realm`,
      figure: single(inOneRealm),
      promise: '≤ 500',
      met: inOneRealm <= 500,
      note: `after ${options.seconds} s`,
    },
    {
      name: 'Memory of a live connection, in KB',
      figure: single(kilobytes),
      promise: '≤ 20',
      met: kilobytes <= 20,
      note: `growth of a fresh process from ${FEW} to ${MANY} connections`,
    },
  ];
}
