import { setTimeout as delay } from 'node:timers/promises';
import { type Check, expectWithin } from '../../checks.ts';
import { connectAsAdmin, isReady } from '../../installation/installation.ts';
import type { StandbyPair } from '../../installation/standby-pair.ts';
import { measureUntil } from '../../installation/wait-for.ts';
import { Load } from '../../load/load.ts';
import type { CaseContext, ChaosCase } from './chaos-case.ts';

const BACK_MS = 10_000;

/** Kills the primary under load and promotes the synchronous standby; the dead one becomes the next standby. */
export const failover = (pair: StandbyPair): ChaosCase => ({
  key: 'j',
  title: 'Failover to a synchronous standby under load',
  async injectFaults({ installation, random, quick, log }: CaseContext): Promise<Check[]> {
    const times = quick ? 2 : 10;
    const load = await Load.start(installation, random, 'Failover', { writers: 6, streams: 3, buying: 8 });
    const ready: (number | null)[] = [];
    const written: (number | null)[] = [];
    for (let time = 1; time <= times; time += 1) {
      await delay(random.between(2_000, 4_000));
      await pair.failOver();
      const promotedAt = performance.now();
      const isWritten = () => {
        const isAfter = load
          .attempts()
          .find(
            ({ status, began, path, method }) =>
              method !== 'GET' &&
              path.startsWith('/api/tasks') &&
              began >= promotedAt &&
              status !== null &&
              status < 300,
          );
        return Promise.resolve(isAfter !== undefined);
      };
      const [first, ...servers] = await Promise.all([
        measureUntil(isWritten),
        ...installation.bffs.map(({ url }) => measureUntil(() => isReady(url))),
      ]);
      written.push(first ?? null);
      ready.push(...servers);
      const old = installation.db;
      installation.db = connectAsAdmin(pair.adminUrl);
      await old.end();
      await pair.addStandby();
      log(`${time} promoted`);
    }
    return [
      expectWithin('a write was acknowledged within 10 s of the promotion', BACK_MS, written),
      expectWithin('both servers were ready within 10 s of the promotion', BACK_MS, ready),
      ...(await load.finish()),
    ];
  },
});
