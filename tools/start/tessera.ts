/**
 * `npm run tessera -- <command>`: the operators' commands (docs/operate). They use DATABASE_URL and the other settings when it
 * is set, else the data folder of `npm start` (`--data-dir`, or DATA_DIR), whether that runs or not.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { type Cluster, openCluster } from './postgres/cluster.ts';
import { startPostgres } from './postgres/postgres.ts';
import { address, adopt } from './postgres/server.ts';
import { tryLock } from './prepare/lock.mjs';
import { openSecrets, saveSecrets, type Secrets, secretsFile } from './secrets.ts';
import { readSettings, root, SettingsError } from './settings.mjs';

const BAD_CONFIGURATION = 78;
/** The generated secrets that a backup holds, and the settings that it has them as. */
const secretSettings = [
  ['tokenSecret', 'TOKEN_SECRET'],
  ['sealingKeys', 'SEALING_KEYS'],
  ['vapidPublicKey', 'VAPID_PUBLIC_KEY'],
  ['vapidPrivateKey', 'VAPID_PRIVATE_KEY'],
  ['adminPassword', 'ADMIN_PASSWORD'],
  ['demoOwnerPassword', 'DEMO_OWNER_PASSWORD'],
  ['demoWorkerToken', 'DEMO_WORKER_TOKEN'],
] as const satisfies readonly (readonly [keyof Secrets, string])[];
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

let running: ChildProcess | null = null;

/** Runs the program and returns its exit code. */
async function runCli(args: string[], env: Record<string, string>): Promise<number> {
  if (!existsSync(program))
    throw new Error('The server is not built: run "npm start" or "npx nx build bff" first.');
  const child = spawn(process.execPath, ['--enable-source-maps', program, ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  running = child;
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
    WEB_DIR: process.env.WEB_DIR?.trim() || path.join(root, 'apps/shell/dist'),
    DATABASE_URL: address(cluster, port, 'tessera_server'),
    MIGRATION_DATABASE_URL: address(cluster, port, 'tessera'),
    BACKUP_DATABASE_URL: superuser.href,
    ADMIN_DATABASE_URL: superuser.href,
    // Saved by a backup beside the others, so that a restored installation has the same.
    ADMIN_EMAIL: readSettings(process.env).adminEmail,
    ADMIN_PASSWORD: secrets.adminPassword,
    DEMO_OWNER_PASSWORD: secrets.demoOwnerPassword,
    DEMO_WORKER_TOKEN: secrets.demoWorkerToken,
  };
}

/** Runs a command with the settings of a data folder; `verify-backup` gets an empty database beside the installation's. */
async function runWith(args: string[], env: Record<string, string>): Promise<number> {
  if (args[0] !== 'verify-backup') return runCli(args, env);
  const name = `tessera_verify_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: env.ADMIN_DATABASE_URL });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${name} OWNER tessera`);
    try {
      const scratch = new URL(env.MIGRATION_DATABASE_URL ?? '');
      scratch.pathname = `/${name}`;
      return await runCli(args, { ...env, VERIFY_DATABASE_URL: scratch.href });
    } finally {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  } finally {
    await admin.end();
  }
}

/** Restores a backup into a new data folder, with the secrets of the installation that was backed up. */
async function restoreToFolder(args: string[], dataDir: string): Promise<number> {
  if (existsSync(path.join(dataDir, 'postgres')) || existsSync(secretsFile(dataDir)))
    throw new SettingsError(`${dataDir} holds data already: name a new folder with --data-dir.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const settingsFile = path.join(dataDir, 'restored-settings.json');
  const postgres = await startPostgres({ dataDir: path.join(dataDir, 'postgres') });
  let code = 1;
  try {
    const owner = { MIGRATION_DATABASE_URL: postgres.url };
    code = await runCli([...args, '--settings', settingsFile], { DATA_DIR: dataDir, ...owner });
  } finally {
    await postgres.stop();
    if (code !== 0) rmSync(dataDir, { recursive: true, force: true });
  }
  if (code !== 0) return code;
  const restored = JSON.parse(readFileSync(settingsFile, 'utf8')) as Record<string, string>;
  rmSync(settingsFile);
  const secrets: Secrets = { ...openSecrets(dataDir), announced: true };
  for (const [key, name] of secretSettings) secrets[key] = restored[name] ?? secrets[key];
  saveSecrets(dataDir, secrets);
  console.log(`Start it with: DATA_DIR=${dataDir} npm start`);
  return 0;
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
    return runWith(args, settingsOf(dataDir, cluster, server.port));
  }
  try {
    const postgres = await startPostgres({ dataDir: folder });
    try {
      return await runWith(
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

// The program ends first, which Ctrl-C reaches by itself; its exit leads to the cleanup here.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => running?.kill('SIGTERM'));

try {
  const { dataDir, rest } = takeDataDir(process.argv.slice(2));
  const needsNoData =
    rest.length === 0 || /^(help|-h|--help)$/.test(rest[0] ?? '') || rest.includes('--help');
  if (needsNoData || (!dataDir && process.env.DATABASE_URL?.trim()))
    process.exitCode = await runCli(rest, {});
  else {
    const folder = dataDir ? path.resolve(dataDir) : readSettings(process.env).dataDir;
    process.exitCode = await (rest[0] === 'restore'
      ? restoreToFolder(rest, folder)
      : runOnDataFolder(rest, folder));
  }
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = error instanceof SettingsError ? BAD_CONFIGURATION : 1;
}
