import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Attempt } from '../client.ts';
import { Load } from '../load.ts';
import { until } from '../patience.ts';
import { isReady, type Bff } from '../stage.ts';
import { none, within, type Verdict } from '../verdict.ts';
import { makeWorld, type World } from '../world.ts';
import type { ChaosCase, Scene } from './case.ts';

const OUT_MS = 15_000;
/** A try that began this long before the signal has reached the server. */
const UNDER_WAY_MS = 50;
/** Requests that take a while: this many, each of this many tasks. */
const LONG_REQUESTS = 8;
const LONG_TASKS = 400;

/** SIGTERM of servers and workers under load: what is in hand is finished. */
export const shutdown: ChaosCase = {
  key: 'f',
  title: 'SIGTERM under load',
  async run({ stage, chance, quick }: Scene): Promise<Verdict[]> {
    const rounds = quick ? 1 : 4;
    const world = await makeWorld(stage, chance, 'Shutdown');
    const load = await Load.begin(stage, world, chance, { writers: 10, streams: 3, buying: 8 });
    const out: number[] = [];
    const workersOut: number[] = [];
    const codes: string[] = [];
    const failed: string[] = [];
    let inFlight = 0;
    for (let round = 0; round < rounds; round += 1) {
      await delay(chance.between(2_000, 4_000));
      const bff = stage.bffs[round % stage.bffs.length];
      const worker = stage.workers[round % stage.workers.length];
      if (!bff || !worker) break;
      const long = await longRequests(bff, world, `round ${round}`);
      await delay(UNDER_WAY_MS * 2);
      const at = performance.now();
      const { ms, code } = await bff.program.stop();
      out.push(ms);
      if (code !== 0) codes.push(`${bff.program.name}: exit code ${code}`);
      bff.program.start();
      await until('the server is back', async () => (await isReady(bff.url)) || undefined);
      await long.ended;
      const underWay = [...load.attempts(), ...long.attempts()].filter(
        ({ server, began, ended }) => server === bff.url && began < at - UNDER_WAY_MS && ended > at,
      );
      inFlight += underWay.length;
      failed.push(
        ...underWay.filter(isFailed).map(({ path, status, error }) => `${path}: ${status ?? error}`),
      );

      const end = await worker.program.stop();
      workersOut.push(end.ms);
      if (end.code !== 0) codes.push(`${worker.name}: exit code ${end.code}`);
      worker.program.start();
    }
    return [
      none('no request in flight failed', failed, `${inFlight} in flight`),
      within('servers were out within 15 s', OUT_MS, out),
      within('workers were out within 15 s', OUT_MS, workersOut),
      none('all ended with exit code 0', codes),
      ...(await load.finish()),
    ];
  },
};

const isFailed = ({ status }: Attempt): boolean => status === null || status >= 500;

/** Begins requests at one server that take long enough to be under way when it is told to end. */
async function longRequests(
  bff: Bff,
  world: World,
  name: string,
): Promise<{ attempts: () => Attempt[]; ended: Promise<unknown> }> {
  const clients = Array.from({ length: LONG_REQUESTS }, () => new Client([bff.url]));
  await Promise.all(clients.map((client) => client.signIn(world.owner)));
  const tasks = Array.from({ length: LONG_TASKS }, (_, index) => ({
    name,
    login_id: world.loginIds[index % world.loginIds.length],
    event_id: world.events[0]?.id,
  }));
  const ended = Promise.allSettled(clients.map((client) => client.ask('POST', '/api/tasks', tasks)));
  return { attempts: () => clients.flatMap(({ attempts }) => attempts), ended };
}
