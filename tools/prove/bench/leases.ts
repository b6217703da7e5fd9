import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Result, spreadOf, time } from './measure.ts';
import { clientWith, type SignIn } from './owners.ts';
import type { Seeded } from './seed.ts';

export interface LeaseOptions {
  url: string;
  owner: SignIn;
  admin: SignIn;
  db: pg.ClientBase;
  seeded: Seeded;
  samples: number;
}

/**
 * From the request that queues a task to the response that leases it, by a worker's long poll. The clock starts before the
 * request is sent, since the lease may arrive before its response.
 */
export async function leases({ url, owner, admin, db, seeded, samples }: LeaseOptions): Promise<Result> {
  // Tasks of earlier measurements would be leased first.
  await db.query('UPDATE tasks SET ready_at = NULL WHERE ready_at IS NOT NULL');
  const { token } = await (
    await admin()
  ).requestOk<{ token: string }>('POST', '/api/worker-tokens', { name: 'bench' });
  const caller = await owner();
  const task = { login_id: seeded.logins[0], event_id: seeded.eventId, start: true };
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const poll = clientWith(url, token).requestOk<{ leases: unknown[] }>('POST', '/api/worker/v1/lease', {
      worker: 'bench',
      capacity: 1,
      wait_s: 20,
    });
    await sleep(40 + Math.random() * 40);
    times.push(
      await time(async () => {
        const [, { leases }] = await Promise.all([caller.requestOk('POST', '/api/tasks', task), poll]);
        if (leases.length !== 1) throw new Error('The long poll ended without a task');
      }),
    );
  }
  const figure = spreadOf(times);
  return {
    name: 'Queued → leased, in ms',
    figure,
    promise: '< 50',
    met: figure.median < 50,
    note: `${samples} tasks, one at a time`,
  };
}
