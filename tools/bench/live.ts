import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Result, spreadOf } from './paired.ts';
import { signInAll } from './product.ts';
import { REALMS } from './seed.ts';
import type { Running } from './servers.ts';
import { Streams } from './streams.ts';

const FEW = 1000;
const MANY = 5000;
export const CHANGES_PER_SECOND = 100;
/** How much later the last changes may come than the first ones, when everybody is in one realm. */
const BACKLOG_MS = 500;

/** What the measuring of the live stream needs; `db` is the superuser's. */
export interface LiveBench {
  product: Running;
  db: pg.Client;
  rounds: number;
  ms: number;
}

/** Makes changes at the rate in the realms in turn, and waits for what is still on its way. */
async function change(db: pg.Client, realms: readonly number[], ms: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `SELECT found.id FROM unnest($1::int[]) AS wanted(realm_id) CROSS JOIN LATERAL (
       SELECT t.id FROM tasks t WHERE t.realm_id = wanted.realm_id AND t.deleted_at IS NULL ORDER BY t.id LIMIT 20) found`,
    [realms],
  );
  const tasks = rows.map(({ id }) => id);
  await changeTasks(db, tasks, ms, () => performance.now());
  // What is still on its way.
  await sleep(500);
}

/** Changes the tasks in turn at the rate, each in a transaction of its own that says by `now` when it began. */
export async function changeTasks(
  db: pg.Client,
  tasks: readonly number[],
  ms: number,
  now: () => number,
): Promise<void> {
  const began = performance.now();
  for (let made = 0; performance.now() - began < ms; made += 1) {
    const due = began + (made * 1000) / CHANGES_PER_SECOND;
    await sleep(Math.max(0, due - performance.now()));
    await db.query('UPDATE tasks SET status_message = $2 WHERE id = $1', [
      tasks[(made * 7) % tasks.length],
      `bench ${now().toFixed(3)}`,
    ]);
  }
}

/** The 99th percentile of changes' lateness with the streams that are open. */
async function p99(bench: LiveBench, streams: Streams, realms: readonly number[]): Promise<number> {
  await change(bench.db, realms, 1000);
  streams.forget();
  await change(bench.db, realms, bench.ms);
  if (streams.heard === 0) throw new Error('No change was heard on the live stream');
  return streams.lateness(0.99);
}

/** The live stream: 5,000 connections over 200 realms beside 1,000, their memory, and 5,000 in one realm. */
export async function liveStream(bench: LiveBench): Promise<Result[]> {
  const { product, rounds } = bench;
  const realms = Array.from({ length: REALMS }, (_, index) => index + 1);
  const tokens = await signInAll(product.port, bench.db, realms);
  const streams = new Streams(product.port);
  const [few, many, size]: number[][] = [[], [], []];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await streams.open(FEW, tokens);
    const quick = await p99(bench, streams, realms);
    const before = product.memory();
    await streams.open(MANY, tokens);
    await sleep(1000);
    // Of the first round alone: later ones find memory that earlier ones have left.
    if (round === 0) size!.push((product.memory() - before) / (MANY - FEW) / 1024);
    const slow = await p99(bench, streams, realms);
    few!.push(quick);
    many!.push(slow);
    ratios.push(slow / quick);
    streams.close(0);
    await sleep(500);
  }
  const ratio = spreadOf(ratios);
  const memory = spreadOf(size!);
  return [
    {
      name: `Live stream at ${CHANGES_PER_SECOND} changes a second, p99: ${MANY} connections over ${REALMS} realms / ${FEW}`,
      ratio,
      promise: '≤ 3',
      met: ratio.median <= 3,
      note: `${spreadOf(many!).median.toFixed(0)} ms against ${spreadOf(few!).median.toFixed(0)} ms`,
    },
    {
      name: 'Memory of a live connection, in KB',
      ratio: memory,
      promise: '≤ 20',
      met: memory.median <= 20,
      note: `a fresh process's growth from ${FEW} connections to ${MANY}`,
    },
    await oneRealm(bench, tokens[0]!),
  ];
}

/** Everybody in one realm: do the last changes of a run come later than its first ones? */
async function oneRealm(bench: LiveBench, token: string): Promise<Result> {
  const streams = new Streams(bench.product.port);
  // Each hears every change; a hundred that listen are enough to tell, and leave the machine to the server.
  await streams.open(MANY, [token], MANY / 100);
  const first = await p99(bench, streams, [1]);
  await change(bench.db, [1], bench.ms);
  const last = await p99(bench, streams, [1]);
  const heard = streams.heard;
  streams.close(0);
  const ratio = { median: last / first, p10: last / first, p90: last / first };
  return {
    name: `Live stream, ${MANY} connections in one realm: p99 at the end of a run / at its beginning`,
    ratio,
    promise: 'no backlog',
    met: last <= Math.max(first * 2, first + BACKLOG_MS) && heard > 0,
    note: `${last.toFixed(0)} ms against ${first.toFixed(0)} ms`,
  };
}
