import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Check, expectNone, formatSeconds } from '../checks.ts';
import { Client, oneAttempt } from '../installation/client.ts';
import type { Installation } from '../installation/installation.ts';
import { waitFor } from '../installation/wait-for.ts';
import type { PatroniCluster } from './cluster.ts';
import type { Machine } from './machine.ts';

const SECOND = 1_000;
/** How many seconds are written before and after the one that is restored to. */
const SECONDS = 4;
const PAUSE_MS = 50;
const RESTORED_PORT = 5433;
const START_MS = 120_000;

/** A realm with its name, and between which times of the database it was created. */
interface Write {
  name: string;
  from: number;
  until: number;
}

const pgBackRest = (machine: Machine, ...args: string[]): Promise<string> =>
  machine.run('pgbackrest', `--config=${machine.pgBackRestConfig}`, '--stanza=tessera', ...args);

/** Prepares pgBackRest's repository for the cluster. From then on its WAL is archived. */
export async function createStanza(cluster: PatroniCluster): Promise<void> {
  await pgBackRest(await cluster.primary(), 'stanza-create');
}

/** Makes a full backup, writes for some seconds, and restores one of them into a new folder. */
export async function restoreToSecond(cluster: PatroniCluster, installation: Installation): Promise<Check[]> {
  const primary = await cluster.primary();
  const folder = path.join(primary.folder, 'restored');
  const backupMs = await time(() => pgBackRest(primary, '--type=full', 'backup'));
  const { target, writes } = await writeAround(installation);
  // Archives the WAL that was written last.
  await pgBackRest(primary, 'check');
  const at = new Date(target).toISOString().replace('T', ' ').replace('Z', '+00');
  const restoreMs = await time(() =>
    pgBackRest(
      primary,
      `--pg1-path=${folder}`,
      '--type=time',
      `--target=${at}`,
      '--target-action=promote',
      'restore',
    ),
  );
  const began = performance.now();
  // The copy must neither archive over the cluster's WAL nor wait for the cluster's standby.
  const settings = [
    `port=${RESTORED_PORT}`,
    'archive_mode=off',
    'synchronous_standby_names=',
    `listen_addresses=${primary.address}`,
    'unix_socket_directories=',
  ].flatMap((setting) => ['-c', setting]);
  const restored = primary.spawn('restored', [
    '/usr/lib/postgresql/15/bin/postgres',
    '-D',
    folder,
    ...settings,
  ]);
  const db = cluster.connect('tessera', `${primary.address}:${RESTORED_PORT}`);
  const names = await waitFor(
    'the restored database accepts writes',
    async () => {
      const { rows } = await db.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering');
      if (rows[0]?.recovering !== false) return false;
      const realms = await db.query<{ name: string }>('SELECT name FROM realms');
      return new Set(realms.rows.map(({ name }) => name));
    },
    { withinMs: START_MS },
  );
  const startMs = performance.now() - began;
  await db.end();
  const ended = once(restored, 'exit');
  restored.kill('SIGQUIT');
  await ended;
  const before = writes.filter(({ until }) => until <= target);
  const after = writes.filter(({ from }) => from > target);
  console.log(
    `Restored to ${at}: full backup ${formatSeconds(backupMs)}, restore ${formatSeconds(restoreMs)}, recovery ${formatSeconds(startMs)}`,
  );
  return [
    expectNone(
      'every row that was acknowledged before the second is restored',
      before.length === 0
        ? ['none was written']
        : before.flatMap(({ name }) => (names.has(name) ? [] : [name])),
      `${before.length} rows`,
    ),
    expectNone(
      'no row that was written after it is restored',
      after.length === 0
        ? ['none was written']
        : after.flatMap(({ name }) => (names.has(name) ? [name] : [])),
      `${after.length} rows`,
    ),
  ];
}

/** Creates realms before and after a whole second of the database's clock, which is this machine's. */
async function writeAround({ urls, admin }: Installation): Promise<{ target: number; writes: Write[] }> {
  const client = new Client(urls, oneAttempt);
  await client.signIn(admin);
  const target = (Math.ceil(Date.now() / SECOND) + SECONDS) * SECOND;
  const writes: Write[] = [];
  while (Date.now() < target + SECONDS * SECOND) {
    const name = `Point in time ${writes.length}`;
    const from = Date.now();
    await client.requestOk('POST', '/api/realms', { name, max_tasks: 10, max_logins: 10 });
    writes.push({ name, from, until: Date.now() });
    await delay(PAUSE_MS);
  }
  return { target, writes };
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
