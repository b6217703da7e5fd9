import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../chaos/client.ts';
import type { Fixtures } from '../chaos/fixtures.ts';
import type { Installation } from '../chaos/installation.ts';
import { waitFor } from '../chaos/wait-for.ts';

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

/** Locks a table against every reader; the returned function releases it. */
export async function lockTable({ installation }: Scene, table: string): Promise<() => Promise<void>> {
  const client = await installation.db.connect();
  await client.query(`BEGIN; SET LOCAL statement_timeout = 0; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

/**
 * Changes a row and has it locked from the moment that others see the change, so that whoever handles such rows passes it
 * over. The returned function releases it.
 */
export async function changeAndHold(
  { installation: { db } }: Scene,
  { table, id, set }: { table: string; id: number | string; set: string },
): Promise<() => Promise<void>> {
  const [first, second] = [await db.connect(), await db.connect()];
  await first.query('BEGIN');
  await first.query(`UPDATE ${table} SET ${set} WHERE id = $1`, [id]);
  await second.query('BEGIN');
  const held = second.query(`SELECT id FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
  await waitFor('the second one waits for the first', async () => {
    const { rowCount } = await db.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1",
      [`SELECT id FROM ${table}%`],
    );
    return rowCount === 1 || undefined;
  });
  await first.query('COMMIT');
  first.release();
  await held;
  return async () => {
    await second.query('ROLLBACK');
    second.release();
  };
}
