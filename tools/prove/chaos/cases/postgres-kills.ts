import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Check, expectNone, expectWithin } from '../../checks.ts';
import { isReady } from '../../installation/installation.ts';
import { measureUntil, waitFor } from '../../installation/wait-for.ts';
import { Load } from '../../load/load.ts';
import type { CaseContext, ChaosCase } from './chaos-case.ts';

const READY_MS = 5_000;

/** Kills the database under load; its supervisor restarts it each time. */
export const postgresKills: ChaosCase = {
  key: 'c',
  title: 'SIGKILL of Postgres under load',
  async injectFaults({ installation, random, quick, log }: CaseContext): Promise<Check[]> {
    const kills = quick ? 3 : 20;
    const load = await Load.start(installation, random, 'Postgres kills', {
      writers: 6,
      streams: 3,
      buying: 8,
    });
    const times: (number | null)[] = [];
    const outages: number[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      await delay(random.between(1_500, 4_000));
      const before = await readStartTime(installation.postgres.adminUrl);
      const killedAt = performance.now();
      installation.postgres.kill();
      await waitFor(
        'Postgres accepts connections again',
        async () => {
          const now = await readStartTime(installation.postgres.adminUrl);
          return now !== null && now !== before;
        },
        { withinMs: 60_000, everyMs: 20 },
      );
      outages.push(performance.now() - killedAt);
      const readiness = installation.bffs.map(({ url }) => measureUntil(() => isReady(url)));
      times.push(...(await Promise.all(readiness)));
      if (kill % 5 === 0) log(`${kill} kills`);
    }
    const refused = load.attempts().filter(({ status }) => status === 503).length;
    const silent = load.attempts().filter(({ error }) => error !== null);
    const descriptions = silent.map(({ path, error }) => `${path}: ${error}`);
    return [
      expectWithin('Postgres was restarted', 60_000, outages),
      expectWithin('both servers were ready within 5 s of the database', READY_MS, times),
      { title: 'clients received 503', passed: refused > 0, detail: `${refused} times 503` },
      expectNone('every request got a response', descriptions),
      ...(await load.finish()),
    ];
  },
};

/** Returns the start time of Postgres; null if it can't be reached. */
async function readStartTime(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ at: string }>('SELECT pg_postmaster_start_time()::text AS at');
    return rows[0]?.at ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}
