/**
 * `npm run prove -- pooled`: the product on PostgreSQL 15 behind PgBouncer in transaction mode, for half a minute under load, then with the
 * settings wrong. `--postgres=<folder of its programs>` and `--pgbouncer=<program>` choose others than Debian's. Exit code 0: all
 * checks passed; 1: one failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../start/ports.ts';
import { serverCommand } from '../../start/server-command.ts';
import { type Check, expectNone, formatSeconds, reportChecks } from '../checks.ts';
import { Client } from '../installation/client.ts';
import { type Installation, startInstallation } from '../installation/installation.ts';
import { startPooler } from '../installation/pooler.ts';
import { Scratch } from '../installation/scratch.ts';
import { waitFor } from '../installation/wait-for.ts';
import type { Fixtures } from '../load/fixtures.ts';
import { Load } from '../load/load.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import { TaskStream } from '../load/stream.ts';

const { values: options } = parseArgs({
  options: {
    postgres: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
    pgbouncer: { type: 'string', default: '/usr/sbin/pgbouncer' },
  },
});
process.env.POSTGRES_BIN = options.postgres;
process.env.POOLER = options.pgbouncer;

const LOAD_MS = 15_000;
const LIVE_MS = 1_000;
const LISTS = [
  'tasks',
  'tickets',
  'events',
  'sites',
  'logins',
  'pools',
  'templates',
  'jobs',
  'notifications',
];
const ROUNDS = 20;

/** Every list on every server, again and again: a pooler gives each transaction another session. */
async function checkLists({ bffs }: Installation, { owner }: Fixtures): Promise<Check> {
  const failures: string[] = [];
  for (const { url } of bffs) {
    const client = new Client([url]);
    await client.signIn(owner);
    for (let round = 0; round < ROUNDS; round += 1)
      await Promise.all(
        LISTS.map((list) =>
          client.requestOk('GET', `/api/${list}`).catch((error: unknown) => failures.push(String(error))),
        ),
      );
  }
  return expectNone(
    'every list answers',
    failures,
    `${LISTS.length} lists, ${ROUNDS * bffs.length} times each`,
  );
}

/** A change at one server reaches a stream at the other. */
async function checkLive({ bffs }: Installation, { owner }: Fixtures, task: number): Promise<Check> {
  const [here = '', there = ''] = bffs.map(({ url }) => url);
  const client = new Client([here]);
  await client.signIn(owner);
  const stream = new TaskStream([there], 0, () => client.token);
  const times: number[] = [];
  try {
    for (let round = 0; round < 10; round += 1) {
      await delay(500);
      const name = `Live ${round}`;
      const sent = performance.now();
      await client.requestOk('PATCH', `/api/tasks/${task}`, { name });
      await waitFor('the change arrives', () => stream.names.get(task) === name, { everyMs: 5 });
      times.push(performance.now() - sent);
    }
  } finally {
    await stream.close();
  }
  const slowest = Math.max(...times);
  return {
    title: 'a change arrives at the other server within a second',
    passed: slowest <= LIVE_MS,
    detail: `${times.length} times, slowest ${formatSeconds(slowest)}`,
  };
}

/** Starts a server and returns what it says: its last line when it ends, or the response of `/readyz`. */
async function startWrong(env: NodeJS.ProcessEnv): Promise<string> {
  const port = String(await freePort());
  const child = spawn(process.execPath, serverCommand, {
    env: { ...env, PORT: port },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const ended = once(child, 'exit').then(() => errors);
  const answer = waitFor(
    'the server says that it is not ready',
    async () => {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`);
      return response.text();
    },
    { withinMs: 60_000, everyMs: 500 },
  );
  try {
    return await Promise.race([ended, answer]);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

await using scratch = new Scratch('pooled');
const installation = await startInstallation({ folder: scratch.folder, log: console.log }, scratch);
const { rows } = await installation.db.query<{ server_version: string }>('SHOW server_version');
console.log(
  `PostgreSQL ${rows[0]?.server_version}, PgBouncer in transaction mode, two servers, three workers`,
);
const random = new SeededRandom(1);
const load = await Load.start(installation, random, 'Behind a pooler', { writers: 4, streams: 2, buying: 8 });
const { fixtures } = load;
await delay(LOAD_MS);
const task = load.writers[0]?.ownTask ?? 0;
const checks = [...(await load.finish()), await checkLists(installation, fixtures)];
checks.push(await checkLive(installation, fixtures, task));
const lenient = await startPooler(
  options.pgbouncer,
  path.join(scratch.folder, 'lenient'),
  installation.postgres.serverUrl,
  ['ignore_startup_parameters = options'],
);
scratch.defer(() => lenient.stop());
for (const url of [installation.databaseUrl, lenient.url]) {
  const said = await startWrong({ ...installation.serverEnv, DATABASE_URL: url, DATABASE_DIRECT_URL: '' });
  checks.push({
    title: 'a server without the direct address says what is missing',
    passed: said.includes('DATABASE_DIRECT_URL'),
    detail: said.trim().slice(0, 300),
  });
}
reportChecks(checks);
