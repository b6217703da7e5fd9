import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../ports.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { address, adopt, launch, type Server } from './server.ts';

/** Options of `startPostgres`. */
export interface PostgresOptions {
  /** Folder of the cluster and its passwords; created if missing. */
  dataDir: string;
  /** Port on the loopback; unset: a free one. */
  port?: number;
  /** Postgres settings, e.g. `fsync: 'off'` for tests. */
  settings?: Record<string, string>;
  /** Called with messages for the terminal. */
  log?: (line: string) => void;
}

/** A running embedded Postgres. The addresses don't change on restarts. */
export interface Postgres {
  /** Address for migrations: an ordinary role with CREATEROLE that owns the product's database. */
  url: string;
  /** Address for the server: a role that owns nothing and can't create tables. */
  serverUrl: string;
  /** Address of the superuser, for tests and tools only. */
  adminUrl: string;
  /** Returns the process id of the current server. */
  pid(): number;
  /** Stops the server by a fast shutdown. */
  stop(): Promise<void>;
  /** Kills the server to simulate a crash; the supervisor restarts it. */
  kill(): void;
}

const STOP_LIMIT_MS = 20_000;
const MAX_BACKOFF_MS = 5_000;

/** Starts an embedded Postgres, or adopts the one that already runs on the folder, and restarts it when it exits. */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const { dataDir, settings = {}, log = () => undefined } = options;
  const cluster = openCluster(dataDir);
  let server =
    (await adopt(cluster)) ?? (await launch(cluster, options.port ?? (await freePort()), settings));
  await prepare(cluster, server.port);

  let stopping = false;
  const watching = watch();

  async function watch(): Promise<void> {
    for (;;) {
      const exitReason = await server.ended;
      if (stopping) return;
      log(`Postgres exited (${exitReason}); restarting`);
      const next = await restart(cluster, server.port, settings, log, () => stopping);
      if (!next) return;
      server = next;
      log('Postgres is running again');
    }
  }

  return {
    url: address(cluster, server.port, 'tessera'),
    serverUrl: address(cluster, server.port, 'tessera_server'),
    adminUrl: address(cluster, server.port, 'postgres'),
    pid: () => server.pid,
    kill: () => process.kill(server.pid, 'SIGKILL'),
    async stop() {
      stopping = true;
      signal(cluster, server, 'SIGINT');
      const stoppedInTime = await Promise.race([
        server.ended.then(() => true),
        delay(STOP_LIMIT_MS, false, { ref: false }),
      ]);
      if (!stoppedInTime) signal(cluster, server, 'SIGQUIT');
      await watching;
    },
  };
}

/** Retries with backoff: after a SIGKILL the old processes may still hold the shared memory. */
async function restart(
  cluster: Cluster,
  port: number,
  settings: Record<string, string>,
  log: (line: string) => void,
  cancelled: () => boolean,
): Promise<Server | null> {
  for (let backoffMs = 100; !cancelled(); backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
    try {
      const server = (await adopt(cluster)) ?? (await launch(cluster, port, settings));
      if (!cancelled()) return server;
      signal(cluster, server, 'SIGINT');
      await server.ended;
    } catch (error) {
      log(`${(error as Error).message}; next attempt in ${backoffMs} ms`);
      await delay(backoffMs);
    }
  }
  return null;
}

function signal(cluster: Cluster, server: Server, name: 'SIGINT' | 'SIGQUIT'): void {
  if (process.platform === 'win32') {
    const mode = name === 'SIGINT' ? 'fast' : 'immediate';
    spawnSync(cluster.binaries.pgCtl, ['stop', '-D', cluster.data, '-m', mode]);
    return;
  }
  try {
    process.kill(server.pid, name);
  } catch {
    // The process has already exited.
  }
}

/**
 * The product's database and its roles, as deploy/postgres/10-owner.sh makes them: the owner, for migrations, and the one
 * that serves and owns nothing. Neither is a superuser, so that row-level security binds both.
 */
export async function prepare(cluster: Cluster, port: number): Promise<void> {
  const client = new pg.Client({ connectionString: address(cluster, port, 'postgres') });
  await client.connect();
  try {
    const make = async (role: string, rights: string) => {
      const found = await client.query('select from pg_roles where rolname = $1', [role]);
      if (found.rowCount === 0) await client.query(`create role ${role} ${rights}`);
    };
    // PostgreSQL 15 has no options of a grant.
    const version = await client.query<{ number: number }>(
      "select current_setting('server_version_num')::int as number",
    );
    const options = (version.rows[0]?.number ?? 0) >= 160_000;
    await make('tessera', 'login createrole');
    await make('tessera_server', 'login noinherit');
    for (const role of ['tessera', 'tessera_server'] as const) {
      await client.query(`alter role ${role} password ${client.escapeLiteral(cluster.passwords[role])}`);
    }
    for (const role of ['tessera_realm', 'tessera_all']) {
      await make(role, 'nologin noinherit');
      await client.query(
        `grant ${role} to tessera with ${options ? 'admin true, inherit false, set true' : 'admin option'}`,
      );
      await client.query(`grant ${role} to tessera_server${options ? ' with inherit false, set true' : ''}`);
    }
    const database = await client.query("select from pg_database where datname = 'tessera'");
    if (database.rowCount === 0) await client.query('create database tessera owner tessera');
  } finally {
    await client.end();
  }
}
