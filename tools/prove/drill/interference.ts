import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Client } from '../installation/client.ts';
import { type Installation, productUrlOf } from '../installation/installation.ts';
import { waitFor } from '../installation/wait-for.ts';
import type { Fixtures } from '../load/fixtures.ts';

/** What faults are made in. */
export interface Scene {
  installation: Installation;
  fixtures: Fixtures;
  /** The folder of the small disk, where database and servers keep their files. */
  disk: string;
}

/** Repeats `work` until the returned function is called; failures are part of a fault. */
export function repeat(work: () => Promise<unknown>, pauseMs: number): () => Promise<void> {
  const stopped = new AbortController();
  const done = (async () => {
    while (!stopped.signal.aborted) {
      await work().catch(() => undefined);
      await delay(pauseMs);
    }
  })();
  return async () => {
    stopped.abort();
    await done;
  };
}

/** Sends requests to both servers, many at a time. */
export async function request({ installation, fixtures }: Scene, address: string, times = 1): Promise<void> {
  const client = new Client(installation.urls);
  await client.signIn(fixtures.owner);
  const headers = { Authorization: `Bearer ${client.token}` };
  await Promise.all(
    installation.bffs.flatMap(({ url }) =>
      Array.from({ length: times }, async () => {
        const answer = await fetch(url + address, { headers, signal: AbortSignal.timeout(30_000) });
        await answer.arrayBuffer();
      }),
    ),
  );
}

/** Keeps that many requests open at each server until the returned function is called. */
export async function flood(
  { installation, fixtures }: Scene,
  address: string,
  perServer: number,
): Promise<() => Promise<unknown>> {
  const client = new Client(installation.urls);
  await client.signIn(fixtures.owner);
  const headers = { Authorization: `Bearer ${client.token}` };
  const stops = installation.bffs.flatMap(({ url }) =>
    Array.from({ length: perServer }, () =>
      repeat(async () => {
        const answer = await fetch(url + address, { headers, signal: AbortSignal.timeout(30_000) });
        await answer.arrayBuffer();
      }, 100),
    ),
  );
  return () => Promise.all(stops.map((stop) => stop()));
}

/** A connection outside of the installation's pool, whose end would wait for it when the drill is interrupted. */
async function connect({ installation }: Scene): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: productUrlOf(installation.postgres.adminUrl) });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Locks a table against every reader; the returned function releases it. */
export async function lockTable(scene: Scene, table: string): Promise<() => Promise<void>> {
  const client = await connect(scene);
  await client.query(`BEGIN; SET LOCAL statement_timeout = 0; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return async () => {
    await client.query('ROLLBACK');
    await client.end();
  };
}

/**
 * Changes a row and has it locked from the moment that others see the change, so that the handler of such rows skips it. The
 * returned function releases it.
 */
export async function changeAndHold(
  scene: Scene,
  { table, id, set }: { table: string; id: number | string; set: string },
): Promise<() => Promise<void>> {
  const [first, second] = [await connect(scene), await connect(scene)];
  await first.query('BEGIN');
  await first.query(`UPDATE ${table} SET ${set} WHERE id = $1`, [id]);
  await second.query('BEGIN');
  const held = second.query(`SELECT id FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
  await waitFor('the second one waits for the first', async () => {
    const { rowCount } = await scene.installation.db.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1",
      [`SELECT id FROM ${table}%`],
    );
    return rowCount === 1;
  });
  await first.query('COMMIT');
  await first.end();
  await held;
  return async () => {
    await second.query('ROLLBACK');
    await second.end();
  };
}
