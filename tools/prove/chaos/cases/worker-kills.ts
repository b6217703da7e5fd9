import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Check, expectWithin } from '../../checks.ts';
import { waitFor } from '../../installation/wait-for.ts';
import { Load } from '../../load/load.ts';
import type { CaseContext, ChaosCase } from './chaos-case.ts';

const RECLAIM_MS = 40_000;
const GIVE_UP_MS = 70_000;

/** Kills workers that have tasks between lease and purchase. */
export const workerKills: ChaosCase = {
  key: 'a',
  title: 'SIGKILL of workers in mid-purchase',
  async injectFaults({ installation, random, quick, log }: CaseContext): Promise<Check[]> {
    const kills = quick ? 3 : 50;
    const load = await Load.start(installation, random, 'Worker kills', {
      writers: 2,
      streams: 1,
      buying: 36,
    });
    const reclaims = new Map<string, Promise<number | null>>();
    let cartedCount = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      await delay(random.between(1_000, 4_000));
      const name = await waitFor('a worker has tasks', async () => {
        const busy = await findBusyWorkers(installation.db);
        const running = busy.filter(
          (one) => installation.workers.find((worker) => worker.name === one)?.program.pid,
        );
        return running.length > 0 ? random.pick(running) : undefined;
      });
      const victim = installation.workers.find((worker) => worker.name === name);
      await victim?.program.kill();
      const killedAt = performance.now();
      // Leases from before an earlier kill of the same worker are measured already.
      const left = (await findLeases(installation.db, name)).filter(
        ({ lease_id }) => !reclaims.has(lease_id),
      );
      cartedCount += left.filter(({ status }) => status === 'carted').length;
      for (const { lease_id } of left)
        reclaims.set(lease_id, measureReclaim(installation.db, lease_id, killedAt));
      if (kill % 10 === 0) log(`${kill} workers killed`);
    }
    const times = await Promise.all(reclaims.values());
    const loadChecks = await load.finish();
    const hit = `${times.length} tasks interrupted by ${kills} kills, ${cartedCount} of them between hold and payment`;
    return [
      { title: `${kills} SIGKILLs in mid-purchase`, passed: times.length > 0, detail: hit },
      expectWithin('every lease of a killed worker was reclaimed within 40 s', RECLAIM_MS, times),
      ...loadChecks,
    ];
  },
};

async function findBusyWorkers(db: pg.Pool): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT w.name FROM tasks t JOIN workers w ON w.id = t.leased_by
     WHERE t.lease_expires_at > now() + interval '15 seconds' GROUP BY w.name ORDER BY w.name`,
  );
  return rows.map(({ name }) => name);
}

async function findLeases(db: pg.Pool, worker: string): Promise<{ lease_id: string; status: string }[]> {
  const { rows } = await db.query<{ lease_id: string; status: string }>(
    'SELECT t.lease_id, t.status FROM tasks t JOIN workers w ON w.id = t.leased_by WHERE w.name = $1',
    [worker],
  );
  return rows;
}

/** Returns the milliseconds until the lease is reclaimed, or null after the time limit. */
async function measureReclaim(db: pg.Pool, leaseId: string, since: number): Promise<number | null> {
  while (performance.now() - since < GIVE_UP_MS) {
    const { rowCount } = await db.query('SELECT FROM tasks WHERE lease_id = $1', [leaseId]);
    if (rowCount === 0) return performance.now() - since;
    await delay(250);
  }
  return null;
}
