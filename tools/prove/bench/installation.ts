import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../../start/postgres/postgres.ts';
import { openSecrets } from '../../start/secrets.ts';
import { serverCommand } from '../../start/server-command.ts';
import { root } from '../../start/settings.mjs';

const execFileAsync = promisify(execFile);

/** A server process on a port of its own choosing. */
export interface Server {
  port: number;
  pid: number;
  /** Bytes of resident memory (Linux). */
  memory: () => number;
  stop: () => Promise<void>;
}

/** A database and the built server, thrown away at the end. */
export interface Installation {
  server: Server;
  /** Starts another server process on the same database. */
  startServer(): Promise<Server>;
  /** Runs a command of `tessera` with the server's settings and more; throws when it fails. */
  tessera(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<void>;
  /** Connected as superuser, past row-level security. */
  db: pg.Client;
  adminUrl: string;
  postgresPid: number | undefined;
  /** A folder that the server and Postgres can write to. */
  folder: string;
}

/** The first administrator of each installation. */
export const admin = { email: 'admin@tessera.example', password: randomBytes(12).toString('base64url') };

/** Signs the administrator of a kept database in with the password that it was made with. */
function keepPassword(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'admin-password');
  if (existsSync(file)) admin.password = readFileSync(file, 'utf8');
  else writeFileSync(file, admin.password, { mode: 0o600 });
}

/** Disposes of `stack` on a termination signal. */
export function disposeOnSignals(stack: AsyncDisposableStack): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)));
}

/**
 * Starts Postgres, migrates, and starts the built server in production mode; `stack` ends all of it.
 *
 * @param env more of the server's environment
 * @param fill called after the migrations and before the server starts, with the superuser's address
 * @param kept a folder that stays, whose database is used again, more of the database's settings, and what gets each line
 *   that a server prints
 */
export async function startInstallation(
  stack: AsyncDisposableStack,
  env: NodeJS.ProcessEnv = {},
  fill?: (adminUrl: string) => Promise<void>,
  kept: { folder?: string; settings?: Record<string, string>; onLine?: (line: string) => void } = {},
): Promise<Installation> {
  const folder = kept.folder ?? mkdtempSync(path.join(tmpdir(), 'tessera-perf-'));
  if (kept.folder) keepPassword(folder);
  else stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const settings = {
    max_connections: '100',
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    TimeZone: 'UTC',
    ...kept.settings,
  };
  const postgres = await startPostgres({ dataDir: folder, settings });
  stack.defer(() => postgres.stop());
  execFileSync(process.execPath, [path.join(root, 'apps/bff/dist/tessera.cjs'), 'migrate'], {
    env: { PATH: process.env.PATH, DATABASE_URL: postgres.url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const adminUrl = postgres.adminUrl.replace(/\/[^/]*$/, '/tessera');
  await fill?.(adminUrl);
  const db = new pg.Client({ connectionString: adminUrl });
  db.on('error', (error) => console.error(error.message));
  await db.connect();
  stack.defer(() => db.end());
  const productEnv = productEnvironment(postgres.serverUrl, path.join(folder, 'secrets'), {
    MODULE_STORE: path.join(folder, 'modules'),
    ...env,
  });
  const startServer = async () => {
    const server = await startListening(serverCommand, productEnv, kept.onLine);
    stack.defer(server.stop);
    return server;
  };
  const tessera = async (args: readonly string[], more: NodeJS.ProcessEnv = {}) => {
    const command = [path.join(root, 'apps/bff/dist/tessera.cjs'), ...args];
    await execFileAsync(process.execPath, command, {
      env: { PATH: process.env.PATH, ...productEnv, ...more },
    });
  };
  return {
    server: await startServer(),
    startServer,
    tessera,
    db,
    adminUrl,
    postgresPid: postgres.pid(),
    folder,
  };
}

/** Starts a Node process that prints `{"msg":"listening","port":…}` once it listens. */
export async function startListening(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  onLine?: (line: string) => void,
): Promise<Server> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    // In a session of its own, whose share of the processor can be lowered.
    detached: process.platform !== 'win32',
  });
  const port = await readPort(child, onLine);
  const { pid } = child;
  if (pid === undefined) throw new Error('A server process has no id');
  return { port, pid, memory: () => residentBytes(pid), stop: () => stop(child) };
}

function productEnvironment(databaseUrl: string, folder: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const secrets = openSecrets(folder);
  return {
    PORT: '0',
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    TOKEN_SECRET: secrets.tokenSecret,
    SEALING_KEYS: secrets.sealingKeys,
    VAPID_PUBLIC_KEY: secrets.vapidPublicKey,
    VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
    VAPID_SUBJECT: 'mailto:admin@tessera.example',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    ...env,
  };
}

function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

function readPort(child: ChildProcess, onLine?: (line: string) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`A server process exited with ${code}`)));
    if (!child.stdout) return reject(new Error('A server process has no output'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      onLine?.(line);
      const { msg, port } = JSON.parse(line) as { msg?: string; port?: number };
      if (msg === 'listening' && port) resolve(port);
    });
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.removeAllListeners('exit').once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
