import { setTimeout as delay } from 'node:timers/promises';
import { type Check, formatSeconds } from '../checks.ts';
import { waitFor } from '../installation/wait-for.ts';
import type { LoadTarget } from '../load/fixtures.ts';
import { Load } from '../load/load.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import type { Composed } from './composed.ts';
import { reconnect } from './start.ts';

const SERVICES = { postgres: 1, bff: 2, shell: 1, tls: 1, worker: 1, sandbox: 1 };
const BACK_MS = 120_000;

/** Under load, ends the main process of each container, then the engine with everything in it: nothing acknowledged is lost. */
export async function killContainers(composed: Composed, target: LoadTarget): Promise<Check[]> {
  const load = await Load.start(target, new SeededRandom(2), 'Kills', { writers: 6, streams: 2, buying: 8 });
  const times: string[] = [];
  for (const service of ['bff', 'postgres', 'shell', 'tls', 'worker'])
    for (const { id, name } of await composed.containers(service)) {
      await delay(3_000);
      times.push(`${name.replace('tessera-', '')} ${formatSeconds(await killMain(composed, id))}`);
    }
  await delay(3_000);
  const began = performance.now();
  await composed.engine.kill();
  await composed.engine.start();
  for (const [service, count] of Object.entries(SERVICES)) await composed.waitUntilHealthy(service, count);
  await reconnect(composed, target);
  const whole = performance.now() - began;
  await delay(3_000);
  const found = await load.finish({ isProxied: true });
  return [
    { title: 'each killed container was healthy again by itself', passed: true, detail: times.join(', ') },
    {
      title: 'so was everything after the engine was killed and started',
      passed: true,
      detail: formatSeconds(whole),
    },
    ...found,
  ];
}

/** Ends a container's main process as the kernel would, and returns how long it took until it was healthy again. */
async function killMain(composed: Composed, id: string): Promise<number> {
  const { State: before } = await composed.inspect(id);
  const began = performance.now();
  process.kill(before.Pid, 'SIGKILL');
  const isBack = async () => {
    const { State } = await composed.inspect(id);
    const isHealthy = State.Status === 'running' && (State.Health?.Status ?? 'healthy') === 'healthy';
    return isHealthy && State.StartedAt !== before.StartedAt;
  };
  await waitFor('it is healthy again', isBack, { withinMs: BACK_MS });
  return performance.now() - began;
}
