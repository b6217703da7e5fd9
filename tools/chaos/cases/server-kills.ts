import { setTimeout as delay } from 'node:timers/promises';
import { Load } from '../load.ts';
import { timeUntil } from '../patience.ts';
import { isReady } from '../stage.ts';
import { within, type Verdict } from '../verdict.ts';
import { makeWorld } from '../world.ts';
import type { ChaosCase, Scene } from './case.ts';

const WAIT_MS = 10_000;
const BACK_MS = 30_000;

/** SIGKILLs of one of the two servers; clients go on at the other. */
export const serverKills: ChaosCase = {
  key: 'd',
  title: 'SIGKILL of one of two servers',
  async run({ stage, chance, quick, say }: Scene): Promise<Verdict[]> {
    const kills = quick ? 3 : 20;
    const world = await makeWorld(stage, chance, 'Server kills');
    const load = await Load.begin(stage, world, chance, { writers: 6, streams: 4, buying: 8 });
    const back: (number | null)[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      await delay(chance.between(800, 2_000));
      const victim = chance.pick(stage.bffs);
      await victim.program.kill();
      back.push(await timeUntil(() => isReady(victim.url), { withinMs: BACK_MS }));
      if (kill % 5 === 0) say(`${kill} servers killed`);
    }
    const waits = load.writers.flatMap(({ client }) => client.waits);
    return [
      within('the killed server was back', BACK_MS, back),
      within('no client waited longer than 10 s for an answer', WAIT_MS, waits),
      ...(await load.finish()),
    ];
  },
};
