import { setTimeout as delay } from 'node:timers/promises';
import { type Check, expectWithin, formatSeconds } from '../../checks.ts';
import { isReady } from '../../installation/installation.ts';
import { measureUntil } from '../../installation/wait-for.ts';
import { Load } from '../../load/load.ts';
import { type Fault, TcpProxy } from '../tcp-proxy.ts';
import type { CaseContext, ChaosCase } from './chaos-case.ts';

const FAULTS: readonly Fault[] = ['delay', 'reset', 'truncate', 'half_open'];
/** Longer than the 25 s after which a silent connection is closed. */
const RECOVER_MS = 40_000;

/** Network faults between servers and Postgres, and between workers and servers. */
export const network: ChaosCase = {
  key: 'g',
  title: 'A network that delays, resets, truncates and half-opens',
  async injectFaults({ installation, random, quick, log }: CaseContext): Promise<Check[]> {
    const rounds = quick ? 1 : 3;
    const faultMs = quick ? 3_000 : 10_000;
    const database = new URL(installation.databaseUrl);
    const listen = (target: string | URL) => TcpProxy.listen(new URL(target), random);
    const databases = await Promise.all(installation.bffs.map(() => listen(database)));
    const consoles = await Promise.all(installation.bffs.map(({ url }) => listen(url)));
    const proxies = [...databases, ...consoles];
    await installation.restart(
      databases.map(({ port }) => installation.databaseUrl.replace(`:${database.port}/`, `:${port}/`)),
      consoles.map(({ port }) => `http://127.0.0.1:${port}`),
    );
    const load = await Load.start(installation, random, 'Network', { writers: 6, streams: 3, buying: 8 });
    const { fixtures } = load;
    const recovered = new Map<Fault, (number | null)[]>(FAULTS.map((fault) => [fault, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const fault of FAULTS) {
        await delay(random.between(1_000, 2_000));
        for (const proxy of proxies) proxy.fault = fault;
        await delay(faultMs);
        for (const proxy of proxies) proxy.fault = 'none';
        const each = installation.bffs.map(({ url }) =>
          measureUntil(() => canSignIn(url, fixtures.owner), { withinMs: 90_000 }),
        );
        const times = await Promise.all(each);
        recovered.get(fault)?.push(...times);
        log(`${fault}: recovered after ${times.map(formatSeconds).join(' and ')}`);
      }
    }
    const loadChecks = await load.finish();
    await installation.restart();
    await Promise.all(proxies.map((proxy) => proxy.close()));
    return [
      ...[...recovered].map(([fault, times]) =>
        expectWithin(`both servers recovered within 40 s of ${fault}`, RECOVER_MS, times),
      ),
      ...loadChecks,
    ];
  },
};

/** Returns whether the server is ready and sign-in works, which reads and writes. */
async function canSignIn(url: string, owner: { email: string; password: string }): Promise<boolean> {
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
