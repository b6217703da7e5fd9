import { setTimeout as delay } from 'node:timers/promises';
import { type Check, expectWithin } from '../../checks.ts';
import { isReady } from '../../installation/installation.ts';
import { measureUntil } from '../../installation/wait-for.ts';
import { Load } from '../../load/load.ts';
import type { CaseContext, ChaosCase } from './chaos-case.ts';

const WAIT_MS = 10_000;
const BACK_MS = 30_000;

/** Kills one of the two servers; clients continue at the other. */
export const serverKills: ChaosCase = {
  key: 'd',
  title: 'SIGKILL of one of two servers',
  async injectFaults({ installation, random, quick, log }: CaseContext): Promise<Check[]> {
    const kills = quick ? 3 : 20;
    const load = await Load.start(installation, random, 'Server kills', {
      writers: 6,
      streams: 4,
      buying: 8,
    });
    const back: (number | null)[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      await delay(random.between(800, 2_000));
      const victim = random.pick(installation.bffs);
      await victim.program.kill();
      back.push(await measureUntil(() => isReady(victim.url), { withinMs: BACK_MS }));
      if (kill % 5 === 0) log(`${kill} servers killed`);
    }
    const waits = load.writers.flatMap(({ client }) => client.durations);
    return [
      expectWithin('the killed server was ready again', BACK_MS, back),
      expectWithin('no client waited longer than 10 s for a response', WAIT_MS, waits),
      ...(await load.finish()),
    ];
  },
};
