import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../start/ports.ts';
import { type Postgres, startPostgres } from '../../start/postgres/postgres.ts';
import { openSecrets } from '../../start/secrets.ts';
import { serverCommandOf } from '../../start/server-command.ts';
import { root } from '../../start/settings.mjs';
import type { CleanupStack } from './cleanup-stack.ts';
import { Client, type Credentials } from './client.ts';
import { startNameServer } from './name-server.ts';
import { startNginx } from './nginx.ts';
import { startPooler } from './pooler.ts';
import { Program } from './program.ts';
import { waitFor } from './wait-for.ts';

/** A server process of the product. */
export interface Bff {
  url: string;
  port: number;
  program: Program;
}

/** A worker process; `console` is the address of its server. */
export interface Worker {
  name: string;
  program: Program;
  console: string;
}

/** nginx with the shipped template in front of the servers. */
export interface Front {
  url: string;
  /** Gives nginx the addresses of the servers that run. */
  announce(running: readonly boolean[]): void;
}

/** The product as docs/operate/install.md describes a manual start: a database, two servers, three workers, the sandbox. */
export interface Installation {
  /** Where the installation keeps its files. */
  folder: string;
  postgres: Postgres;
  /** Address of the database for servers: the pooler's where there is one. */
  databaseUrl: string;
  /** The servers' settings. */
  serverEnv: NodeJS.ProcessEnv;
  /** Connections as superuser, which bypass row-level security. */
  db: pg.Pool;
  sandboxUrl: string;
  bffs: readonly Bff[];
  front: Front | null;
  /** Addresses that clients use: nginx's where it is in front, else the servers'. */
  urls: readonly string[];
  workers: readonly Worker[];
  admin: Credentials;
  workerToken: string;
  /** Restarts servers and workers with other database and server addresses; without arguments with the default ones. */
  restart(databases?: readonly string[], consoles?: readonly string[]): Promise<void>;
  /** Restarts the workers only. */
  restartWorkers(consoles?: readonly string[]): Promise<void>;
}

/** Folders and settings of an installation; `postgresFolder` may be on another disk. */
export interface InstallationOptions {
  folder: string;
  postgresFolder: string;
  settings?: Record<string, string>;
  /** Starts nginx in front of the servers, for clients and workers; also with `BEHIND_NGINX=on`. */
  nginx?: boolean;
  /** The built workspace that migrations, servers and workers are started from; by default this one. */
  home?: string;
  /** Starts the database in place of one in `postgresFolder`. */
  startDatabase?: () => Promise<Postgres>;
  /** Receives messages about restarts of the database. */
  log?: (line: string) => void;
  /** Returns additional environment variables of the servers. */
  serverEnv?: (sandboxUrl: string) => NodeJS.ProcessEnv;
}

const WORKERS = ['worker-1', 'worker-2', 'worker-3'];
const CAPACITY = 4;
/** Behind nginx the servers share one port, as behind a name with several addresses. */
const HOSTS = ['127.0.0.1', '127.0.0.2'];
const START_MS = 90_000;

/** Returns whether a server reports that it is ready. */
export async function isReady(url: string, ms = 2_000): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ms) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.ok === true;
}

/** The superuser's address of the product's database. */
export const productUrlOf = (adminUrl: string, name = 'tessera'): string =>
  adminUrl.replace(/\/[^/]*$/, `/${name}`);

/** Connects to the product's database, or another one, at a superuser's address, past row-level security. */
export function connectAsAdmin(adminUrl: string, name = 'tessera'): pg.Pool {
  const db = new pg.Pool({ connectionString: productUrlOf(adminUrl, name), max: 4 });
  db.on('error', () => undefined);
  return db;
}

/** Starts the installation and waits until it is ready. Registers each process in `cleanup` as soon as it starts. */
export async function startInstallation(
  {
    folder,
    postgresFolder: disk,
    settings,
    nginx = process.env.BEHIND_NGINX === 'on',
    home = root,
    log,
    serverEnv,
    startDatabase,
  }: InstallationOptions,
  cleanup: CleanupStack,
): Promise<Installation> {
  const logs = path.join(folder, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const starting = startDatabase ? startDatabase() : startPostgres({ dataDir: disk, settings, log });
  cleanup.defer(async () => (await starting).stop());
  const postgres = await starting;
  const db = connectAsAdmin(postgres.adminUrl);
  await migrate(postgres.url, home);
  const pooler = startDatabase
    ? { DATABASE_URL: postgres.serverUrl }
    : await poolerOf(postgres, folder, cleanup);
  const databaseUrl = pooler.DATABASE_URL;

  const sandboxPort = await freePort();
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const sandbox = new Program({
    name: 'sandbox',
    args: [path.join(root, 'apps/sandbox/src/main.ts')],
    env: { SANDBOX_PORT: String(sandboxPort), SANDBOX_DATA: path.join(folder, 'sandbox') },
    logs,
  });
  sandbox.start();
  cleanup.defer(() => sandbox.stop());

  const admin = { email: 'admin@tessera.example', password: randomBytes(15).toString('base64url') };
  const common = {
    ...serverEnvironment(folder, admin),
    ...pooler,
    ...(nginx && { TRUST_PROXY: '127.0.0.1/32' }),
    ...serverEnv?.(sandboxUrl),
  };
  const bffs: Bff[] = [];
  const sharedPort = nginx ? await freePort() : null;
  for (const [index, name] of ['bff-1', 'bff-2'].entries()) {
    const port = sharedPort ?? (await freePort());
    const url = `http://${(nginx && HOSTS[index]) || '127.0.0.1'}:${port}`;
    bffs.push({
      url,
      port,
      program: new Program({ name, args: [...serverCommandOf(home)], env: common, logs }),
    });
  }
  const startServers = async (databases: readonly string[]) => {
    bffs.forEach(({ url, port, program }, index) => {
      const { hostname } = new URL(url);
      const database = databases[index] ?? databaseUrl;
      program.start({ ...common, HOST: hostname, PORT: String(port), DATABASE_URL: database });
    });
    await Promise.all(bffs.map(({ url }) => waitUntilReady(url)));
  };
  cleanup.defer(() => Promise.all(bffs.map(({ program }) => program.stop())));
  await startServers([]);
  await waitFor('the sandbox is ready', () => respondsOk(`${sandboxUrl}/healthz`), { withinMs: START_MS });

  const front = sharedPort === null ? null : await startFront(sharedPort, folder, cleanup);
  const urls = front ? [front.url] : bffs.map(({ url }) => url);
  const client = new Client(urls);
  await client.signIn(admin);
  const { token } = await client.requestOk<{ token: string }>('POST', '/api/worker-tokens', {
    name: 'chaos',
  });
  const workerEnv = (name: string, console: string) => ({
    TESSERA_URL: console,
    WORKER_TOKEN: token,
    WORKER_NAME: name,
    WORKER_CAPACITY: String(CAPACITY),
    ALLOWED_HOSTS: new URL(sandboxUrl).host,
  });
  const workers = WORKERS.map((name, index): Worker => {
    const console = urls[index % urls.length] ?? '';
    const args = [path.join(home, 'apps/worker/src/main.ts')];
    return { name, console, program: new Program({ name, args, env: workerEnv(name, console), logs }) };
  });
  const startWorkers = (consoles: readonly string[]) =>
    workers.forEach(({ name, console, program }, index) =>
      program.start(workerEnv(name, consoles[index % consoles.length] ?? console)),
    );
  const stopWorkers = () => Promise.all(workers.map(({ program }) => program.stop()));
  cleanup.defer(stopWorkers);
  startWorkers([]);

  const installation: Installation = {
    folder,
    postgres,
    databaseUrl,
    serverEnv: common,
    db,
    sandboxUrl,
    bffs,
    front,
    urls,
    workers,
    admin,
    workerToken: token,
    async restart(databases = [], consoles = []) {
      await stopWorkers();
      await Promise.all(bffs.map(({ program }) => program.stop()));
      await startServers(databases);
      startWorkers(consoles);
    },
    async restartWorkers(consoles = []) {
      await stopWorkers();
      startWorkers(consoles);
    },
  };
  cleanup.defer(() => installation.db.end());
  return installation;
}

/** Starts nginx in front of the servers at `port`. It finds them by a name, as in a cluster. */
async function startFront(port: number, folder: string, cleanup: CleanupStack): Promise<Front> {
  const names = await startNameServer();
  cleanup.defer(() => names.close());
  names.setAddresses(HOSTS);
  const own = await freePort();
  const url = `http://127.0.0.1:${own}`;
  const nginx = startNginx(
    path.join(folder, 'nginx'),
    { PORT: String(own), BFF_URL: `http://bff:${port}`, RESOLVER: `127.0.0.1:${names.port}` },
    { logs: true },
  );
  const ended = once(nginx, 'exit');
  cleanup.defer(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  await waitFor('nginx is ready', () => respondsOk(`${url}/healthz`), { withinMs: START_MS });
  return { url, announce: (running) => names.setAddresses(HOSTS.filter((_, index) => running[index])) };
}

/** The servers' settings of the database; with `POOLER`, the path of PgBouncer, one in transaction mode is in between. */
async function poolerOf(postgres: Postgres, folder: string, cleanup: CleanupStack) {
  const program = process.env.POOLER;
  if (!program) return { DATABASE_URL: postgres.serverUrl };
  const pooler = await startPooler(program, path.join(folder, 'pooler'), postgres.serverUrl);
  cleanup.defer(() => pooler.stop());
  return {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: postgres.serverUrl,
    DATABASE_STATEMENTS: 'unnamed',
  };
}

const respondsOk = async (url: string): Promise<true | undefined> =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok || undefined;

const waitUntilReady = (url: string): Promise<true> =>
  waitFor(`${url} is ready`, async () => (await isReady(url)) || undefined, { withinMs: START_MS });

/** Runs the migrations of a built workspace as a one-shot job. Before `tessera migrate` they were a program of their own. */
export async function migrate(databaseUrl: string, home = root): Promise<void> {
  const [command, older] = ['tessera.cjs', 'migrate.cjs'].map((name) =>
    path.join(home, 'apps/bff/dist', name),
  );
  const args = command && existsSync(command) ? [command, 'migrate'] : [older ?? ''];
  const job = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(job, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The migrations exited with ${code}`);
}

/** All servers share the secrets, so that a session is valid at each of them. */
function serverEnvironment(folder: string, admin: Credentials): NodeJS.ProcessEnv {
  const secrets = openSecrets(path.join(folder, 'secrets'));
  return {
    NODE_ENV: 'production',
    DATA_DIR: folder,
    WEB_DIR: path.join(root, 'apps/shell/dist'),
    TOKEN_SECRET: secrets.tokenSecret,
    SEALING_KEYS: secrets.sealingKeys,
    VAPID_PUBLIC_KEY: secrets.vapidPublicKey,
    VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
    VAPID_SUBJECT: 'mailto:admin@tessera.example',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOGIN_ATTEMPTS: '1000',
    RATE_LIMIT: '10000000',
    LOG_LEVEL: 'info',
  };
}
