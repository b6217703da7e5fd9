import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Client } from '../../installation/client.ts';
import { single, spreadOf, time } from '../measure.ts';
import { createOwner } from '../owners.ts';
import { log, type Report } from '../report.ts';
import type { Bench } from '../start.ts';
import { LARGE_REALM } from './size.ts';

/** People and scripts that send one request after another. */
const CALLERS = 4;
const PAUSE_MS = 50;
const CALM_MS = 20_000;
/** Uncounted: the database reads what it needs into memory. */
const WARM_UP_MS = 10_000;
/** Longest that a request may take while a month is removed. */
const BUDGET_MS = 250;

/**
 * Removes the two oldest months of timelines while requests read and write in the largest realm; the first of them is a part
 * of a month.
 */
export async function timePurge(bench: Bench, report: Report): Promise<void> {
  const { session: db } = bench;
  const month = (
    await db.query<{ name: string; days: number; events: string }>(
      `SELECT m.name, floor(extract(epoch FROM now() - m.ends) / 86400)::int AS days, c.reltuples::bigint AS events
       FROM partitions.months('task_events') m JOIN pg_class c ON c.relname = m.name
       WHERE m.begins IS NOT NULL ORDER BY m.begins LIMIT 1 OFFSET 1`,
    )
  ).rows[0];
  if (!month || month.days < 1) throw new Error('No month of timelines is over: fill a new database');
  const { signIn } = await createOwner(bench, LARGE_REALM);
  await withLoad(await signIn(), db, () => wait(WARM_UP_MS));
  const calm = await withLoad(await signIn(), db, () => wait(CALM_MS));
  const events = Number(month.events).toLocaleString('en');
  log(`Removing ${month.name} with about ${events} events.`);
  let taken = NaN;
  const purging = await withLoad(await signIn(), db, async () => {
    taken = await time(() => bench.tessera(['purge'], { RETENTION_EVENTS_DAYS: String(month.days) }));
  });
  for (const [title, times] of [
    ['nothing is removed', calm],
    [`a month of ${events} events is removed`, purging],
  ] as const)
    report.add({
      name: `Longest request while ${title}`,
      figure: single(Math.max(...times)),
      promise: `≤ ${BUDGET_MS}`,
      met: Math.max(...times) <= BUDGET_MS,
      note: `${times.length} requests, median ${spreadOf(times).median.toFixed(0)}${times === purging ? `; the removal took ${(taken / 1000).toFixed(1)} s` : ''}`,
    });
}

/** The milliseconds of each request that several callers sent while `work` ran: lists, timelines and new tasks. */
async function withLoad(caller: Client, db: pg.ClientBase, work: () => Promise<unknown>): Promise<number[]> {
  const { rows } = await db.query<{ task: number; login_id: number; event_id: number }>(
    `SELECT id AS task, login_id, event_id FROM tasks WHERE realm_id = $1 AND unfinished ORDER BY id DESC LIMIT $2`,
    [LARGE_REALM, CALLERS],
  );
  const times: number[] = [];
  const over = new AbortController();
  const callers = rows.map(async ({ task, login_id, event_id }) => {
    const requests = [
      () => caller.requestOk('GET', '/api/tasks?page_size=100'),
      () => caller.requestOk('GET', `/api/tasks/${task}/events?page_size=100`),
      () => caller.requestOk('POST', '/api/tasks', { login_id, event_id, start: false }),
      () => caller.requestOk('GET', '/api/dashboard'),
    ];
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      const request = requests[turn % requests.length];
      if (request) times.push(await time(request));
      await wait(PAUSE_MS);
    }
  });
  try {
    await work();
  } finally {
    over.abort();
  }
  await Promise.all(callers);
  return times;
}
