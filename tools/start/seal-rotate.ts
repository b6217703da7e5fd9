/**
 * `npm run seal:rotate [-- --dry-run]`: wraps every secret by the first of the sealing keys (docs/operations.md). For
 * DATABASE_URL with SEALING_KEYS when it is set, else for the data folder of `npm start`, whether that runs or not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { openCluster } from './postgres/cluster.ts';
import { startPostgres } from './postgres/postgres.ts';
import { address, adopt } from './postgres/server.ts';
import { tryLock } from './prepare/lock.mjs';
import { openSecrets, secretsFile } from './secrets.ts';
import { readSettings, root, SettingsError } from './settings.mjs';

const BAD_CONFIGURATION = 78;
const program = path.join(root, 'apps/bff/dist/seal-rotate.cjs');

/** Runs the program on a database and returns its exit code. */
async function rotate(env: { DATABASE_URL?: string; SEALING_KEYS?: string }): Promise<number> {
  if (!existsSync(program))
    throw new Error('The server is not built: run "npm start" or "npx nx build bff" first.');
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Uses the embedded database: the running one, else starts it temporarily. */
async function rotateDataFolder(dataDir: string): Promise<number> {
  if (!existsSync(secretsFile(dataDir)))
    throw new SettingsError(`There is no data in ${dataDir}: set DATA_DIR to the folder, or DATABASE_URL.`);
  const SEALING_KEYS = process.env.SEALING_KEYS?.trim() || openSecrets(dataDir).sealingKeys;
  const folder = path.join(dataDir, 'postgres');
  const unlock = tryLock(path.join(dataDir, 'start.lock'));
  if (!unlock) {
    const cluster = openCluster(folder);
    const server = await adopt(cluster);
    if (!server) throw new Error(`Tessera is starting or stopping on ${dataDir}: try again in a moment.`);
    return rotate({ DATABASE_URL: address(cluster, server.port, 'tessera'), SEALING_KEYS });
  }
  try {
    const postgres = await startPostgres({ dataDir: folder });
    try {
      return await rotate({ DATABASE_URL: postgres.url, SEALING_KEYS });
    } finally {
      await postgres.stop();
    }
  } finally {
    unlock();
  }
}

// Ctrl-C reaches the program too; its exit leads to the cleanup here.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

try {
  process.exitCode = process.env.DATABASE_URL?.trim()
    ? await rotate({})
    : await rotateDataFolder(readSettings(process.env).dataDir);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = error instanceof SettingsError ? BAD_CONFIGURATION : 1;
}
