import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../../start/ports.ts';
import { type Cluster, openCluster } from '../../start/postgres/cluster.ts';
import { type Postgres, prepare } from '../../start/postgres/postgres.ts';
import { address, launch, type Server } from '../../start/postgres/server.ts';
import { waitFor } from './wait-for.ts';

/** One of the two databases; `server` is null while it doesn't run. */
interface Node {
  cluster: Cluster;
  port: number;
  server: Server | null;
}

const SETTINGS = { max_connections: '100', wal_keep_size: '512MB', TimeZone: 'UTC' };

export interface PairOptions {
  /** Whether a commit is acknowledged only when both have it. */
  synchronous?: boolean;
  /** Further settings of both servers. */
  settings?: Record<string, string>;
}

/**
 * A primary and a standby by streaming replication. The standby is made by PostgreSQL's own functions for backups, since
 * the embedded package has no pg_basebackup.
 */
export class StandbyPair {
  private readonly folder: string;
  private readonly synchronous: boolean;
  private readonly settings: Record<string, string>;
  private nodes: [primary: Node, standby: Node] | null = null;

  constructor(folder: string, { synchronous = true, settings = {} }: PairOptions = {}) {
    this.folder = folder;
    this.synchronous = synchronous;
    this.settings = { ...SETTINGS, ...settings };
  }

  /** Starts both. The addresses for servers name both hosts; the superuser's is the present primary's. */
  async start(): Promise<Postgres> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const cluster = openCluster(this.folder);
    const primary: Node = { cluster, port: await freePort(), server: null };
    primary.server = await launch(cluster, primary.port, this.settings);
    await prepare(cluster, primary.port);
    const other = { ...cluster, data: `${cluster.data}-2`, log: `${cluster.log}-2` };
    this.nodes = [primary, { cluster: other, port: await freePort(), server: null }];
    await this.addStandby();
    const [, standby] = this.nodes;
    const hosts = (role: 'tessera' | 'tessera_server') =>
      `${address(cluster, primary.port, role).replace(/\/tessera$/, `,127.0.0.1:${standby.port}/tessera`)}?target_session_attrs=read-write`;
    const adminUrl = () => this.adminUrl;
    const pid = () => this.primary.server?.pid ?? 0;
    return {
      url: hosts('tessera'),
      serverUrl: hosts('tessera_server'),
      get adminUrl() {
        return adminUrl();
      },
      pid,
      kill: () => process.kill(pid(), 'SIGKILL'),
      stop: () => this.stop(),
    };
  }

  /** The superuser's address of the present primary. */
  get adminUrl(): string {
    return address(this.primary.cluster, this.primary.port, 'postgres');
  }

  /** Kills the primary by SIGKILL and promotes the standby; resolves when that accepts writes. */
  async failOver(): Promise<void> {
    const [primary, standby] = this.both();
    const { server } = primary;
    if (!server) throw new Error('The primary is not running');
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    primary.server = null;
    this.nodes = [standby, primary];
    await this.query('SELECT pg_promote()');
    // Alone it would wait for a standby with each commit.
    await this.setSynchronous('');
  }

  /** Makes a new standby of the node that isn't the primary, and waits until commits wait for it. */
  async addStandby(): Promise<void> {
    const [primary, standby] = this.both();
    const { account, data } = standby.cluster;
    rmSync(data, { recursive: true, force: true });
    const client = await this.connect();
    try {
      await client.query("SELECT pg_backup_start('standby', true)");
      const [file, ...args] = account.command('cp', '-a', primary.cluster.data, data);
      // Files that vanish meanwhile are PostgreSQL's temporary ones.
      spawnSync(file, args, { stdio: 'ignore' });
      const { rows } = await client.query<{ labelfile: string }>(
        'SELECT labelfile FROM pg_backup_stop(false)',
      );
      rmSync(path.join(data, 'postmaster.pid'), { force: true });
      for (const [name, text] of [
        ['backup_label', rows[0]?.labelfile ?? ''],
        ['standby.signal', ''],
      ] as const) {
        writeFileSync(path.join(data, name), text, { mode: 0o600 });
        if (account.uid !== null) chownSync(path.join(data, name), account.uid, account.uid);
      }
    } finally {
      await client.end();
    }
    await this.startStandby();
    if (!this.synchronous) return;
    await this.setSynchronous('*');
    await waitFor('commits wait for the standby', async () => {
      const rows = await this.query("SELECT FROM pg_stat_replication WHERE sync_state = 'sync'");
      return rows > 0;
    });
  }

  /** Starts the standby again on the data that it has. */
  async startStandby(): Promise<void> {
    const [primary, standby] = this.both();
    const { username, password } = new URL(this.adminUrl);
    standby.server = await waitFor(
      'the standby starts',
      () =>
        launch(standby.cluster, standby.port, {
          ...this.settings,
          primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${username} password=${password}`,
        }),
      { withinMs: 60_000, everyMs: 500 },
    );
  }

  /** Kills the standby by SIGKILL. */
  async killStandby(): Promise<void> {
    const [, standby] = this.both();
    const { server } = standby;
    if (!server) return;
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    standby.server = null;
  }

  /** Addresses of each of the two alone: for the server's role and for the superuser. */
  addresses(): Record<'primary' | 'standby', { serverUrl: string; adminUrl: string }> {
    const [primary, standby] = this.both().map(({ cluster, port }) => ({
      serverUrl: address(cluster, port, 'tessera_server'),
      adminUrl: address(cluster, port, 'postgres'),
    }));
    if (!primary || !standby) throw new Error('The databases are not running');
    return { primary, standby };
  }

  /** Stops both at once. */

  async stop(): Promise<void> {
    for (const { server } of this.nodes ?? []) {
      if (!server) continue;
      process.kill(server.pid, 'SIGQUIT');
      await server.ended;
    }
  }

  private both(): [primary: Node, standby: Node] {
    if (!this.nodes) throw new Error('The databases are not running');
    return this.nodes;
  }

  private get primary(): Node {
    return this.both()[0];
  }

  private async setSynchronous(names: string): Promise<void> {
    await this.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
    await this.query('SELECT pg_reload_conf()');
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.adminUrl });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** Runs a statement on the primary; returns how many rows it has. */
  private async query(sql: string): Promise<number> {
    const client = await this.connect();
    try {
      return (await client.query(sql)).rowCount ?? 0;
    } finally {
      await client.end();
    }
  }
}
