import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Load } from '../load.ts';
import { timeUntil, until } from '../patience.ts';
import { isReady } from '../stage.ts';
import { within, type Verdict } from '../verdict.ts';
import { makeWorld } from '../world.ts';
import type { ChaosCase, Scene } from './case.ts';

const RECOVER_MS = 30_000;
const FULL_MS = 8_000;

/** Fills the small disk that Postgres lives on, and frees it again. `disk` is that disk's folder. */
export const diskFull = (disk: string): ChaosCase => ({
  key: 'h',
  title: 'Disk full, and back',
  async run({ stage, chance, quick, say }: Scene): Promise<Verdict[]> {
    const rounds = quick ? 1 : 3;
    const world = await makeWorld(stage, chance, 'Disk full');
    const load = await Load.begin(stage, world, chance, { writers: 6, streams: 2, buying: 8 });
    const recovered: (number | null)[] = [];
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      await delay(2_000);
      const before = load.attempts().length;
      const filling = new Filling(path.join(disk, 'filling'));
      await until('writes are refused', () => {
        // What Postgres frees meanwhile is taken too.
        filling.fill();
        return (
          load
            .attempts()
            .slice(before)
            .some(({ status }) => status === 503) || undefined
        );
      });
      const full = Date.now() + FULL_MS;
      while (Date.now() < full) {
        filling.fill();
        await delay(100);
      }
      filling.free();
      recovered.push(
        ...(await Promise.all(
          stage.bffs.map(({ url }) => timeUntil(() => isReady(url), { withinMs: 90_000 })),
        )),
      );
      refused += load
        .attempts()
        .slice(before)
        .filter(({ status }) => status === 503).length;
      say(`full and back ${round + 1} times`);
    }
    return [
      within('both servers were ready within 30 s of there being room again', RECOVER_MS, recovered),
      { what: 'writes were refused while it was full', holds: refused > 0, figure: `${refused} times 503` },
      ...(await load.finish()),
    ];
  },
});

const PIECE = Buffer.alloc(64 * 1024);

/** A file that takes every byte there is. */
class Filling {
  private readonly file: string;
  private readonly handle: number;

  constructor(file: string) {
    this.file = file;
    this.handle = openSync(file, 'w');
  }

  fill(): void {
    try {
      for (;;) if (writeSync(this.handle, PIECE) < PIECE.length) return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  free(): void {
    closeSync(this.handle);
    rmSync(this.file);
  }
}
