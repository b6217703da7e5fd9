import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Load } from '../load.ts';
import { until } from '../patience.ts';
import { within, type Verdict } from '../verdict.ts';
import { makeWorld } from '../world.ts';
import type { ChaosCase, Scene } from './case.ts';

const RECLAIM_MS = 40_000;
const GIVE_UP_MS = 70_000;

/** SIGKILLs of workers that have tasks between lease and purchase. */
export const workerKills: ChaosCase = {
  key: 'a',
  title: 'SIGKILL of workers in mid-purchase',
  async run({ stage, chance, quick, say }: Scene): Promise<Verdict[]> {
    const kills = quick ? 3 : 50;
    const world = await makeWorld(stage, chance, 'Worker kills');
    const load = await Load.begin(stage, world, chance, { writers: 2, streams: 1, buying: 36 });
    const reclaims = new Map<string, Promise<number | null>>();
    let carted = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      await delay(chance.between(1_000, 4_000));
      const name = await until('a worker has tasks', async () => {
        const busy = await busyWorkers(stage.db);
        const running = busy.filter(
          (one) => stage.workers.find((worker) => worker.name === one)?.program.pid,
        );
        return running.length > 0 ? chance.pick(running) : undefined;
      });
      const victim = stage.workers.find((worker) => worker.name === name);
      await victim?.program.kill();
      const killedAt = performance.now();
      // Those of an earlier life of the same worker are looked at already.
      const left = (await leasesOf(stage.db, name)).filter(({ lease_id }) => !reclaims.has(lease_id));
      carted += left.filter(({ status }) => status === 'carted').length;
      for (const { lease_id } of left) reclaims.set(lease_id, reclaimed(stage.db, lease_id, killedAt));
      if (kill % 10 === 0) say(`${kill} workers killed`);
    }
    const times = await Promise.all(reclaims.values());
    const figures = await load.finish();
    const hit = `${times.length} tasks hit by ${kills} kills, ${carted} of them between hold and payment`;
    return [
      { what: `${kills} SIGKILLs in mid-purchase`, holds: times.length > 0, figure: hit },
      within('every lease of a killed worker was taken back within 40 s', RECLAIM_MS, times),
      ...figures,
    ];
  },
};

async function busyWorkers(db: pg.Pool): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT w.name FROM tasks t JOIN workers w ON w.id = t.leased_by
     WHERE t.lease_expires_at > now() + interval '15 seconds' GROUP BY w.name ORDER BY w.name`,
  );
  return rows.map(({ name }) => name);
}

async function leasesOf(db: pg.Pool, worker: string): Promise<{ lease_id: string; status: string }[]> {
  const { rows } = await db.query<{ lease_id: string; status: string }>(
    'SELECT t.lease_id, t.status FROM tasks t JOIN workers w ON w.id = t.leased_by WHERE w.name = $1',
    [worker],
  );
  return rows;
}

/** Milliseconds until nobody has the task under that lease any more. */
async function reclaimed(db: pg.Pool, leaseId: string, since: number): Promise<number | null> {
  while (performance.now() - since < GIVE_UP_MS) {
    const { rowCount } = await db.query('SELECT FROM tasks WHERE lease_id = $1', [leaseId]);
    if (rowCount === 0) return performance.now() - since;
    await delay(250);
  }
  return null;
}
