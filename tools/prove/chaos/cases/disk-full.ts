import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Check, expectWithin } from '../../checks.ts';
import { DiskFiller } from '../../installation/disk-filler.ts';
import { isReady } from '../../installation/installation.ts';
import { measureUntil, waitFor } from '../../installation/wait-for.ts';
import { Load } from '../../load/load.ts';
import type { CaseContext, ChaosCase } from './chaos-case.ts';

const RECOVER_MS = 30_000;
const FULL_MS = 8_000;

/** Fills Postgres' small disk, mounted at `disk`, and frees it again. */
export const diskFull = (disk: string): ChaosCase => ({
  key: 'h',
  title: 'Disk full',
  async injectFaults({ installation, random, quick, log }: CaseContext): Promise<Check[]> {
    const rounds = quick ? 1 : 3;
    const load = await Load.start(installation, random, 'Disk full', { writers: 6, streams: 2, buying: 8 });
    const recovered: (number | null)[] = [];
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      await delay(2_000);
      const before = load.attempts().length;
      const filler = new DiskFiller(path.join(disk, 'filling'));
      await waitFor('writes are refused', () => {
        // Fill again: Postgres frees space in the meantime.
        filler.fill();
        return load
          .attempts()
          .slice(before)
          .some(({ status }) => status === 503);
      });
      const full = Date.now() + FULL_MS;
      while (Date.now() < full) {
        filler.fill();
        await delay(100);
      }
      filler.free();
      recovered.push(
        ...(await Promise.all(
          installation.bffs.map(({ url }) => measureUntil(() => isReady(url), { withinMs: 90_000 })),
        )),
      );
      refused += load
        .attempts()
        .slice(before)
        .filter(({ status }) => status === 503).length;
      log(`filled and freed ${round + 1} times`);
    }
    return [
      expectWithin('both servers were ready within 30 s after space was freed', RECOVER_MS, recovered),
      {
        title: 'writes were refused while the disk was full',
        passed: refused > 0,
        detail: `${refused} times 503`,
      },
      ...(await load.finish()),
    ];
  },
});
