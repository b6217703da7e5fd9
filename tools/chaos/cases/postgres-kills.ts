import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Load } from '../load.ts';
import { timeUntil, until } from '../patience.ts';
import { isReady } from '../stage.ts';
import { none, within, type Verdict } from '../verdict.ts';
import { makeWorld } from '../world.ts';
import type { ChaosCase, Scene } from './case.ts';

const READY_MS = 5_000;

/** SIGKILLs of the database under load; its supervisor starts it again each time. */
export const postgresKills: ChaosCase = {
  key: 'c',
  title: 'SIGKILL of Postgres under load',
  async run({ stage, chance, quick, say }: Scene): Promise<Verdict[]> {
    const kills = quick ? 3 : 20;
    const world = await makeWorld(stage, chance, 'Postgres kills');
    const load = await Load.begin(stage, world, chance, { writers: 6, streams: 3, buying: 8 });
    const times: (number | null)[] = [];
    const away: number[] = [];
    for (let kill = 1; kill <= kills; kill += 1) {
      await delay(chance.between(1_500, 4_000));
      const before = await startOf(stage.postgres.adminUrl);
      const killedAt = performance.now();
      stage.postgres.kill();
      await until(
        'Postgres answers again',
        async () => {
          const now = await startOf(stage.postgres.adminUrl);
          return (now !== null && now !== before) || undefined;
        },
        { withinMs: 60_000, everyMs: 20 },
      );
      away.push(performance.now() - killedAt);
      const readiness = stage.bffs.map(({ url }) => timeUntil(() => isReady(url)));
      times.push(...(await Promise.all(readiness)));
      if (kill % 5 === 0) say(`${kill} times killed`);
    }
    const refused = load.attempts().filter(({ status }) => status === 503).length;
    const silent = load.attempts().filter(({ error }) => error !== null);
    const words = silent.map(({ path, error }) => `${path}: ${error}`);
    return [
      within('Postgres itself was back', 60_000, away),
      within('both servers were ready within 5 s of the database', READY_MS, times),
      { what: 'clients were told to come back', holds: refused > 0, figure: `${refused} times 503` },
      none('no request was left without an answer', words),
      ...(await load.finish()),
    ];
  },
};

/** When the server that answers was started; null when none does. */
async function startOf(connectionString: string): Promise<string | null> {
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
