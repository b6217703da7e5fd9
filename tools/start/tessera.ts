/**
 * `npm run tessera -- <command>`: the operators' commands (docs/operate). They use DATABASE_URL and the other settings when it
 * is set, else the data folder of `npm start` (`--data-dir`, or DATA_DIR), whether that runs or not.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Cluster, openCluster } from './postgres/cluster.ts';
import { startPostgres } from './postgres/postgres.ts';
import { address, adopt } from './postgres/server.ts';
import { tryLock } from './prepare/lock.mjs';
import { openSecrets, secretsFile } from './secrets.ts';
import { readSettings, root, SettingsError } from './settings.mjs';

const BAD_CONFIGURATION = 78;
const program = path.join(root, 'apps/bff/dist/tessera.cjs');

/** Takes `--data-dir <folder>` out of the arguments, since the commands know nothing of the launcher's folder. */
function takeDataDir(args: string[]): { dataDir: string | null; rest: string[] } {
  const at = args.findIndex((arg) => arg === '--data-dir' || arg.startsWith('--data-dir='));
  if (at < 0) return { dataDir: null, rest: args };
  const [, inline] = /^--data-dir=(.*)$/.exec(args[at] ?? '') ?? [];
  const dataDir = inline ?? args[at + 1];
  if (!dataDir) throw new SettingsError('--data-dir needs a folder.');
  return { dataDir, rest: args.toSpliced(at, inline === undefined ? 2 : 1) };
}

/** Runs the program and returns its exit code. */
async function run(args: string[], env: Record<string, string>): Promise<number> {
  if (!existsSync(program))
    throw new Error('The server is not built: run "npm start" or "npx nx build bff" first.');
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** The settings that the launcher gives the server, and the superuser's address, who sees every row. */
function settingsOf(dataDir: string, cluster: Cluster, port: number): Record<string, string> {
  const secrets = openSecrets(dataDir);
  const superuser = new URL(address(cluster, port, 'postgres'));
  superuser.pathname = '/tessera';
  return {
    TOKEN_SECRET: secrets.tokenSecret,
    VAPID_PUBLIC_KEY: secrets.vapidPublicKey,
    VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
    SEALING_KEYS: process.env.SEALING_KEYS?.trim() || secrets.sealingKeys,
    DATA_DIR: dataDir,
    DATABASE_URL: address(cluster, port, 'tessera_server'),
    MIGRATION_DATABASE_URL: address(cluster, port, 'tessera'),
    BACKUP_DATABASE_URL: superuser.href,
  };
}

/** Uses the embedded database: the running one, else starts it temporarily. */
async function runOnDataFolder(args: string[], dataDir: string): Promise<number> {
  if (!existsSync(secretsFile(dataDir)))
    throw new SettingsError(`There is no data in ${dataDir}: set DATA_DIR to the folder, or DATABASE_URL.`);
  const folder = path.join(dataDir, 'postgres');
  const unlock = tryLock(path.join(dataDir, 'start.lock'));
  if (!unlock) {
    const cluster = openCluster(folder);
    const server = await adopt(cluster);
    if (!server) throw new Error(`Tessera is starting or stopping on ${dataDir}: try again in a moment.`);
    return run(args, settingsOf(dataDir, cluster, server.port));
  }
  try {
    const postgres = await startPostgres({ dataDir: folder });
    try {
      return await run(
        args,
        settingsOf(dataDir, openCluster(folder), Number(new URL(postgres.serverUrl).port)),
      );
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
  const { dataDir, rest } = takeDataDir(process.argv.slice(2));
  const needsNoData =
    rest.length === 0 || /^(help|-h|--help)$/.test(rest[0] ?? '') || rest.includes('--help');
  if (needsNoData || (!dataDir && process.env.DATABASE_URL?.trim())) process.exitCode = await run(rest, {});
  else
    process.exitCode = await runOnDataFolder(
      rest,
      dataDir ? path.resolve(dataDir) : readSettings(process.env).dataDir,
    );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = error instanceof SettingsError ? BAD_CONFIGURATION : 1;
}
