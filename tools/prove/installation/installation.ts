import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../start/ports.ts';
import { type Postgres, startPostgres } from '../../start/postgres/postgres.ts';
import { openSecrets } from '../../start/secrets.ts';
import { serverCommandOf } from '../../start/server-command.ts';
import { root } from '../../start/settings.mjs';
import { Client, type Credentials } from './client.ts';
import { startNameServer } from './name-server.ts';
import { startNginx } from './nginx.ts';
import { startPooler } from './pooler.ts';
import { Program } from './program.ts';
import type { Cleanup } from './scratch.ts';
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

/** The product as docs/operate/install.md describes a manual start: a database and servers, with workers and the sandbox or without. */
export interface Installation {
  /** Where the installation keeps its files. */
  folder: string;
  postgres: Postgres;
  /** Address of the database for servers: the pooler's where there is one. */
  databaseUrl: string;
  /** The superuser's address of the product's database. */
  adminUrl: string;
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
  /** Starts one more server on the same database. */
  addServer(): Promise<Bff>;
  /** Runs a command of `tessera` with the servers' settings and more; throws when it fails. */
  tessera(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<void>;
}

/** What an installation consists of, and its folders and settings. */
export interface InstallationOptions {
  folder: string;
  /** May be on another disk; a folder in `folder` if left out. */
  postgresFolder?: string;
  /** PostgreSQL's settings. */
  settings?: Record<string, string>;
  /** How many servers there are; two if left out. */
  servers?: number;
  /** Whether there are three workers and the sandbox too, as there are if left out. */
  workers?: boolean;
  /** The first administrator; a new one if left out. */
  admin?: Credentials;
  /** Starts nginx in front of the servers, for clients and workers; also with `BEHIND_NGINX=on`. */
  nginx?: boolean;
  /** The built workspace that migrations, servers and workers are started from; by default this one. */
  home?: string;
  /** Starts the database in place of one in `postgresFolder`. */
  startDatabase?: () => Promise<Postgres>;
  /** Fills the database, at the superuser's address, after the migrations and before a server starts. */
  fill?: (adminUrl: string) => Promise<void>;
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
export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.ok === true;
}

/** Waits until a server reports that it is ready. */
export const waitUntilReady = (url: string, withinMs = START_MS): Promise<true> =>
  waitFor(`${url} is ready`, () => isReady(url), { withinMs });

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
    postgresFolder = path.join(folder, 'postgres'),
    settings = { max_connections: '100', TimeZone: 'UTC' },
    servers = HOSTS.length,
    workers: hasWorkers = true,
    admin = { email: 'admin@tessera.example', password: randomBytes(15).toString('base64url') },
    nginx = process.env.BEHIND_NGINX === 'on',
    home = root,
    log,
    fill,
    serverEnv,
    startDatabase,
  }: InstallationOptions,
  cleanup: Cleanup,
): Promise<Installation> {
  const logs = path.join(folder, 'logs');
  mkdirSync(logs, { recursive: true, mode: 0o700 });
  const starting = startDatabase
    ? startDatabase()
    : startPostgres({ dataDir: postgresFolder, settings, log });
  cleanup.defer(async () => (await starting).stop());
  const postgres = await starting;
  const db = connectAsAdmin(postgres.adminUrl);
  await migrate(postgres.url, home);
  const adminUrl = productUrlOf(postgres.adminUrl);
  await fill?.(adminUrl);
  const pooler = startDatabase
    ? { DATABASE_URL: postgres.serverUrl }
    : await poolerOf(postgres, folder, cleanup);
  const databaseUrl = pooler.DATABASE_URL;

  const sandbox = hasWorkers ? await startSandbox(folder, logs, cleanup) : null;
  const sandboxUrl = sandbox?.url ?? '';
  const common = {
    ...serverEnvironment(folder, admin),
    ...pooler,
    ...(nginx && { TRUST_PROXY: '127.0.0.1/32' }),
    ...serverEnv?.(sandboxUrl),
  };
  const sharedPort = nginx ? await freePort() : null;
  const bffs: Bff[] = [];
  const makeServer = async (index: number): Promise<Bff> => {
    const port = sharedPort ?? (await freePort());
    const url = `http://${(nginx && HOSTS[index]) || '127.0.0.1'}:${port}`;
    const args = [...serverCommandOf(home)];
    const bff = { url, port, program: new Program({ name: `bff-${index + 1}`, args, env: common, logs }) };
    cleanup.defer(() => bff.program.stop());
    return bff;
  };
  const startServer = ({ url, port, program }: Bff, database = databaseUrl) => {
    program.start({ ...common, HOST: new URL(url).hostname, PORT: String(port), DATABASE_URL: database });
    return waitUntilReady(url);
  };
  const startServers = (databases: readonly string[]) =>
    Promise.all(bffs.map((bff, index) => startServer(bff, databases[index])));
  for (let index = 0; index < servers; index += 1) bffs.push(await makeServer(index));
  await startServers([]);
  await sandbox?.ready();

  const front = sharedPort === null ? null : await startFront(sharedPort, folder, cleanup);
  const urls = front ? [front.url] : bffs.map(({ url }) => url);
  const workerToken = hasWorkers ? await makeWorkerToken(urls, admin) : '';
  const workerEnv = (name: string, console: string) => ({
    TESSERA_URL: console,
    WORKER_TOKEN: workerToken,
    WORKER_NAME: name,
    WORKER_CAPACITY: String(CAPACITY),
    ALLOWED_HOSTS: new URL(sandboxUrl).host,
  });
  const workers = (hasWorkers ? WORKERS : []).map((name, index): Worker => {
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
    adminUrl,
    serverEnv: common,
    db,
    sandboxUrl,
    bffs,
    front,
    urls,
    workers,
    admin,
    workerToken,
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
    async addServer() {
      const bff = await makeServer(bffs.length);
      bffs.push(bff);
      await startServer(bff);
      return bff;
    },
    async tessera(args, env = {}) {
      const command = [path.join(home, 'apps/bff/dist/tessera.cjs'), ...args];
      await promisify(execFile)(process.execPath, command, {
        env: { PATH: process.env.PATH, ...common, ...env },
      });
    },
  };
  cleanup.defer(() => installation.db.end());
  return installation;
}

async function startSandbox(folder: string, logs: string, cleanup: Cleanup) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = new Program({
    name: 'sandbox',
    args: [path.join(root, 'apps/sandbox/src/main.ts')],
    env: { SANDBOX_PORT: String(port), SANDBOX_DATA: path.join(folder, 'sandbox') },
    logs,
  });
  program.start();
  cleanup.defer(() => program.stop());
  const ready = () =>
    waitFor('the sandbox is ready', () => respondsOk(`${url}/healthz`), { withinMs: START_MS });
  return { url, ready };
}

async function makeWorkerToken(urls: readonly string[], admin: Credentials): Promise<string> {
  const client = new Client(urls);
  await client.signIn(admin);
  const made = await client.requestOk<{ token: string }>('POST', '/api/worker-tokens', { name: 'workers' });
  return made.token;
}

/** Starts nginx in front of the servers at `port`. It finds them by a name, as in a cluster. */
async function startFront(port: number, folder: string, cleanup: Cleanup): Promise<Front> {
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
async function poolerOf(postgres: Postgres, folder: string, cleanup: Cleanup) {
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

const respondsOk = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok;

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
