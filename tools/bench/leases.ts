import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Result, spreadOf } from './paired.ts';
import { call, type Caller, type People } from './product.ts';
import type { Seeded } from './seed.ts';

/** What the measuring of leases needs. */
export interface LeaseBench {
  people: People;
  db: pg.Client;
  seeded: Seeded;
  samples: number;
}

type Leased = { leases: { task: { id: number } }[] };

const POLL_MS = 500;

/**
 * From the request that queues a task to its lease's arrival: by the long poll, and by asking each half second instead. The
 * clock starts before the request is sent, for the lease may be answered before the request is.
 */
export async function queuedToLeased({ people, db, seeded, samples }: LeaseBench): Promise<Result[]> {
  // What the launches left in the queue would be leased first.
  await db.query("DELETE FROM pgboss.job WHERE state = 'created'");
  const root = await people.root();
  const owner = await people.launcher();
  const { token } = await call<{ token: string }>(root, 'POST', '/api/worker-tokens', { name: 'bench' });
  const worker: Caller = { port: root.port, token };
  const lease = (wait_s: number): Promise<Leased> =>
    call<Leased>(worker, 'POST', '/api/worker/v1/lease', { worker: 'bench', capacity: 1, wait_s });
  const start = () =>
    call(owner, 'POST', '/api/tasks', { login_id: seeded.logins[0], event_id: seeded.eventId, start: true });

  const woken: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const waiting = lease(20);
    await sleep(40 + Math.random() * 40);
    const asked = performance.now();
    await Promise.all([start(), taken(waiting)]);
    woken.push(performance.now() - asked);
  }
  const polled: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const turn = sleep(POLL_MS * Math.random());
    const asked = performance.now();
    await Promise.all([start(), turn]);
    for (;;) {
      const { leases } = await lease(0);
      if (leases.length > 0) break;
      await sleep(POLL_MS);
    }
    polled.push(performance.now() - asked);
  }
  const quick = spreadOf(woken);
  const slow = spreadOf(polled);
  return [
    {
      name: 'Queued → leased, in ms',
      ratio: quick,
      promise: '< 50 (p50)',
      met: quick.median < 50,
      cost: 'wait',
      note: 'from the request that queues the task to the answer that leases it',
    },
    {
      name: 'Queued → leased: polling each half second / the long poll',
      ratio: { median: slow.median / quick.median, p10: slow.p10 / quick.p90, p90: slow.p90 / quick.p10 },
      promise: '≥ 10',
      met: slow.median / quick.median >= 10,
      cost: 'wait',
      note: `${slow.median.toFixed(0)} ms against ${quick.median.toFixed(1)} ms`,
    },
  ];
}

async function taken(waiting: Promise<Leased>): Promise<void> {
  const { leases } = await waiting;
  if (leases.length !== 1) throw new Error('The long poll ended without a task');
}
