import { setTimeout as delay } from 'node:timers/promises';
import { type Check, expectWithin } from '../../checks.ts';
import { type Bff, type Installation, isReady } from '../../installation/installation.ts';
import { measureUntil, waitFor } from '../../installation/wait-for.ts';
import { Load } from '../../load/load.ts';
import type { CaseContext, ChaosCase } from './chaos-case.ts';

/** An attempt at the suspended server times out after 8 s; its row locks are released at most 10 s later. */
const WAIT_MS = 20_000;
/** nginx may give the suspended server the second attempt too. */
const WAIT_BEHIND_NGINX_MS = 30_000;
const AWAKE_MS = 5_000;

const SLEEP_MS = 20_000;
const QUICK_SLEEP_MS = 12_000;

/** Suspends a server for 20 s in the middle of transactions, as with a paused virtual machine. */
export const serverSleep: ChaosCase = {
  key: 'e',
  title: 'SIGSTOP of a server for 20 s',
  async injectFaults({ installation, random, quick }: CaseContext): Promise<Check[]> {
    const rounds = quick ? 1 : 3;
    const load = await Load.start(installation, random, 'Server sleep', {
      writers: 6,
      streams: 3,
      buying: 8,
    });
    const awake: (number | null)[] = [];
    let open = 0;
    for (let round = 0; round < rounds; round += 1) {
      await delay(random.between(1_500, 3_000));
      const stopped = installation.bffs[round % installation.bffs.length];
      if (!stopped) break;
      open += await stopInTransaction(installation, stopped);
      await delay(quick ? QUICK_SLEEP_MS : SLEEP_MS);
      stopped.program.signal('SIGCONT');
      awake.push(await measureUntil(() => isReady(stopped.url)));
    }
    const waitMs = installation.front ? WAIT_BEHIND_NGINX_MS : WAIT_MS;
    const waits = load.writers.flatMap(({ client }) => client.durations);
    return [
      { title: 'the server was suspended within transactions', passed: open > 0, detail: `${open} open` },
      expectWithin('the server was ready within 5 s of resuming', AWAKE_MS, awake),
      expectWithin(`no client waited longer than ${waitMs / 1000} s for a response`, waitMs, waits),
      ...(await load.finish()),
    ];
  },
};

/** Suspends the server while it has uncommitted changes; returns the number of open transactions. */
function stopInTransaction(installation: Installation, bff: Bff): Promise<number> {
  return waitFor(
    'the server is within a transaction',
    async () => {
      bff.program.signal('SIGSTOP');
      // By then the other server's transactions have ended or wait for these.
      await delay(150);
      const { rows } = await installation.db.query<{ open: number }>(
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
