import { setTimeout as delay } from 'node:timers/promises';
import { Load } from '../load.ts';
import { timeUntil, until } from '../patience.ts';
import { isReady, type Bff, type Stage } from '../stage.ts';
import { within, type Verdict } from '../verdict.ts';
import { makeWorld } from '../world.ts';
import type { ChaosCase, Scene } from './case.ts';

/** A try at the sleeping server takes 8 s, and rows that it had locked are free again 10 s later at most. */
const WAIT_MS = 20_000;
const AWAKE_MS = 5_000;

const SLEEP_MS = 20_000;
const QUICK_SLEEP_MS = 12_000;

/** A server that stands still for 20 s, as a paused virtual machine does, in the middle of transactions. */
export const serverSleep: ChaosCase = {
  key: 'e',
  title: 'SIGSTOP of a server for 20 s',
  async run({ stage, chance, quick }: Scene): Promise<Verdict[]> {
    const rounds = quick ? 1 : 3;
    const world = await makeWorld(stage, chance, 'Server sleep');
    const load = await Load.begin(stage, world, chance, { writers: 6, streams: 3, buying: 8 });
    const awake: (number | null)[] = [];
    let open = 0;
    for (let round = 0; round < rounds; round += 1) {
      await delay(chance.between(1_500, 3_000));
      const sleeper = stage.bffs[round % stage.bffs.length];
      if (!sleeper) break;
      open += await stopInTransaction(stage, sleeper);
      await delay(quick ? QUICK_SLEEP_MS : SLEEP_MS);
      sleeper.program.signal('SIGCONT');
      awake.push(await timeUntil(() => isReady(sleeper.url)));
    }
    const waits = load.writers.flatMap(({ client }) => client.waits);
    return [
      { what: 'it stood still within transactions', holds: open > 0, figure: `${open} open` },
      within('the server was ready within 5 s of waking', AWAKE_MS, awake),
      within('no client waited longer than 20 s for an answer', WAIT_MS, waits),
      ...(await load.finish()),
    ];
  },
};

/** Stops the server at a moment when it has changed rows and not committed; answers how many transactions are open. */
function stopInTransaction(stage: Stage, bff: Bff): Promise<number> {
  return until(
    'the server is within a transaction',
    async () => {
      bff.program.signal('SIGSTOP');
      // The other server's transactions are over by then, or wait for these.
      await delay(150);
      const { rows } = await stage.db.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM pg_stat_activity
         WHERE application_name = 'tessera' AND state = 'idle in transaction' AND backend_xid IS NOT NULL
           AND state_change < clock_timestamp() - interval '100 milliseconds'`,
      );
      if (rows[0]?.open) return rows[0].open;
      bff.program.signal('SIGCONT');
      await delay(20);
      return undefined;
    },
    { withinMs: 60_000, everyMs: 0 },
  );
}
