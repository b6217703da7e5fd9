/**
 * Runs an embedded Postgres as a separate process: `node tools/start/postgres/cli.ts --data-dir <folder>`.
 * Prints one JSON line `{ "url", "serverUrl", "adminUrl", "pid" }` when it responds; ends it when stdin closes (its parent is
 * gone) or on SIGTERM or SIGINT. `--throw-away` trades durability for speed, for tests.
 */
import { parseArgs } from 'node:util';
import { startPostgres } from './postgres.ts';

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    port: { type: 'string' },
    'throw-away': { type: 'boolean', default: false },
  },
});

const dataDir = values['data-dir'];
if (!dataDir) {
  console.error('--data-dir <folder> is required');
  process.exit(78);
}

const throwAway = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Tests keep it in memory, where a log of the usual gigabyte is too much.
  max_wal_size: '256MB',
};

const starting = startPostgres({
  dataDir,
  port: values.port ? Number(values.port) : undefined,
  settings: { max_connections: '300', ...(values['throw-away'] ? throwAway : {}) },
  log: (line) => console.error(line),
});

let ending = false;
async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  await starting.then((postgres) => postgres.stop()).catch(() => undefined);
  process.exit(0);
}
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
process.stdin.on('end', () => void end());
process.stdin.on('close', () => void end());
process.stdin.resume();

try {
  const postgres = await starting;
  const { url, serverUrl, adminUrl } = postgres;
  console.log(JSON.stringify({ url, serverUrl, adminUrl, pid: postgres.pid() }));
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
