import { setTimeout as delay } from 'node:timers/promises';
import { Load } from '../load.ts';
import { timeUntil } from '../patience.ts';
import { isReady } from '../stage.ts';
import { TcpProxy, type Fault } from '../tcp-proxy.ts';
import { seconds, within, type Verdict } from '../verdict.ts';
import { makeWorld } from '../world.ts';
import type { ChaosCase, Scene } from './case.ts';

const FAULTS: readonly Fault[] = ['delay', 'reset', 'truncate', 'half_open'];
/** Past the 25 s after which a silent connection is given up. */
const RECOVER_MS = 40_000;

/** Bad lines between the servers and Postgres, and between the workers and the servers. */
export const network: ChaosCase = {
  key: 'g',
  title: 'A network that delays, resets, truncates and half-opens',
  async run({ stage, chance, quick, say }: Scene): Promise<Verdict[]> {
    const rounds = quick ? 1 : 3;
    const faultMs = quick ? 3_000 : 10_000;
    const world = await makeWorld(stage, chance, 'Network');
    const databasePort = Number(new URL(stage.postgres.serverUrl).port);
    const databases = await Promise.all(stage.bffs.map(() => TcpProxy.listen(databasePort, chance)));
    const consoles = await Promise.all(stage.bffs.map(({ port }) => TcpProxy.listen(port, chance)));
    const proxies = [...databases, ...consoles];
    await stage.rewire(
      databases.map(({ port }) => stage.postgres.serverUrl.replace(`:${databasePort}/`, `:${port}/`)),
      consoles.map(({ port }) => `http://127.0.0.1:${port}`),
    );
    const load = await Load.begin(stage, world, chance, { writers: 6, streams: 3, buying: 8 });
    const recovered = new Map<Fault, (number | null)[]>(FAULTS.map((fault) => [fault, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const fault of FAULTS) {
        await delay(chance.between(1_000, 2_000));
        for (const proxy of proxies) proxy.fault = fault;
        await delay(faultMs);
        for (const proxy of proxies) proxy.fault = 'none';
        const each = stage.bffs.map(({ url }) =>
          timeUntil(() => works(url, world.owner), { withinMs: 90_000 }),
        );
        const times = await Promise.all(each);
        recovered.get(fault)?.push(...times);
        say(`${fault}: worked again after ${times.map(seconds).join(' and ')}`);
      }
    }
    const figures = await load.finish();
    await stage.rewire();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    return [
      ...[...recovered].map(([fault, times]) =>
        within(`both servers worked again within 40 s of ${fault}`, RECOVER_MS, times),
      ),
      ...figures,
    ];
  },
};

/** Ready, and a person can sign in: that reads and writes. */
async function works(url: string, owner: { email: string; password: string }): Promise<boolean> {
  if (!(await isReady(url))) return false;
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify(owner),
    signal: AbortSignal.timeout(3_000),
  });
  return answer.status === 200;
}
