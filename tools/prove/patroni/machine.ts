import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseEnv } from 'node:util';
import { root } from '../../start/settings.mjs';
import { waitFor } from '../installation/wait-for.ts';
import type { Network } from './network.ts';

/** PostgreSQL's account, as Debian makes it. */
const ACCOUNT = 'postgres';

/** What the three machines share. */
export interface ClusterSettings {
  network: Network;
  folder: string;
  passwords: { superuser: string; replication: string };
}

/** A machine of the cluster with etcd, Patroni and PostgreSQL, from the files in deploy/patroni. */
export class Machine {
  readonly name: string;
  readonly address: string;
  /** PostgreSQL's data. */
  readonly data: string;
  /** pgBackRest's settings. */
  readonly pgBackRestConfig: string;
  private readonly index: number;
  private readonly network: Network;
  /** The machine's files; PostgreSQL's account owns it. */
  readonly folder: string;
  private readonly values: Record<string, string>;
  private etcd: ChildProcess | null = null;
  private patroni: ChildProcess | null = null;

  constructor(index: number, { network, folder: parent, passwords }: ClusterSettings) {
    this.index = index;
    this.network = network;
    this.name = `db-${index + 1}`;
    this.address = network.addresses[index] ?? '';
    this.folder = path.join(parent, this.name);
    this.data = path.join(this.folder, 'data');
    this.pgBackRestConfig = path.join(this.folder, 'pgbackrest.conf');
    const repository = path.join(parent, 'repository');
    this.values = {
      ...parseEnv(readFileSync(path.join(root, 'deploy/patroni/cluster.env'), 'utf8')),
      NODE: this.name,
      ADDRESS: this.address,
      ...Object.fromEntries(network.addresses.map((address, other) => [`ADDRESS_${other + 1}`, address])),
      NETWORK: network.range,
      DATA_DIR: this.data,
      ETCD_DIR: path.join(this.folder, 'etcd'),
      SOCKET_DIR: this.folder,
      PGPASS: path.join(this.folder, 'pgpass'),
      WATCHDOG: 'off',
      SUPERUSER_PASSWORD: passwords.superuser,
      REPLICATION_PASSWORD: passwords.replication,
      REPOSITORY: repository,
      PGBACKREST_CONFIG: this.pgBackRestConfig,
      PGBACKREST_LOGS: this.folder,
      PGBACKREST_LOCKS: path.join(this.folder, 'locks'),
    };
    for (const folder of [repository, this.folder]) makeFolder(folder);
    for (const file of ['etcd.env', 'patroni.yml', 'pgbackrest.conf']) this.fill(file);
  }

  /** Starts etcd, as at the machine's start. */
  startEtcd(): void {
    this.etcd = this.start('etcd', ['etcd'], parseEnv(readFileSync(this.file('etcd.env'), 'utf8')));
  }

  /** Starts Patroni, which starts PostgreSQL. */
  startPatroni(): void {
    this.patroni = this.start('patroni', ['patroni', this.file('patroni.yml')]);
  }

  /** Starts what doesn't run, as systemd does. */
  startAll(): void {
    if (!this.etcd) this.startEtcd();
    if (!this.patroni) this.startPatroni();
  }

  /** Kills PostgreSQL's main process by SIGKILL. */
  killPostgres(): void {
    const pid = Number(readFileSync(path.join(this.data, 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
  }

  /** Kills etcd by SIGKILL. */
  async killEtcd(): Promise<void> {
    if (!this.etcd) throw new Error(`The etcd of ${this.name} is not running`);
    const ended = once(this.etcd, 'exit');
    this.etcd.kill('SIGKILL');
    await ended;
  }

  /** Kills every process of the machine by SIGKILL, as a loss of power does. */
  async killAll(): Promise<void> {
    await waitFor(`${this.name} is dead`, () => {
      const running = this.network.processes(this.index).filter(isRunning);
      for (const pid of running) process.kill(pid, 'SIGKILL');
      return running.length === 0;
    });
  }

  /** Stops Patroni, which stops PostgreSQL, and etcd. */
  async stop(): Promise<void> {
    for (const child of [this.patroni, this.etcd]) {
      if (!child) continue;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    }
  }

  /** Runs a command on the machine as PostgreSQL's account; returns its output. Throws when it fails. */
  async run(...command: string[]): Promise<string> {
    const [file, ...args] = this.network.command(this.index, ACCOUNT, ...command);
    const { stdout } = await promisify(execFile)(file, args, { cwd: this.folder });
    return stdout;
  }

  private file(name: string): string {
    return path.join(this.folder, name);
  }

  /** Fills in one of the files in deploy/patroni as envsubst does. */
  private fill(name: string): void {
    const template = readFileSync(path.join(root, 'deploy/patroni', name), 'utf8');
    const filled = template.replaceAll(/\$\{([A-Z_0-9]+)\}/g, (_, key: string) => {
      const value = this.values[key];
      if (value === undefined)
        throw new Error(`deploy/patroni/cluster.env has no ${key}, which ${name} needs`);
      return value;
    });
    writeFileSync(this.file(name), filled, { mode: 0o600 });
    chownSync(this.file(name), ...accountIds());
  }

  /** Starts a program on the machine as PostgreSQL's account; its output goes to a log of that name. */
  spawn(name: string, program: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
    const log = openSync(this.file(`${name}.log`), 'a', 0o600);
    const [file, ...args] = this.network.command(this.index, ACCOUNT, ...program);
    const child = spawn(file, args, {
      cwd: this.folder,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
      // Outside the terminal's process group, so that Ctrl-C doesn't end the cluster before its clients.
      detached: true,
    });
    closeSync(log);
    return child;
  }

  private start(name: 'etcd' | 'patroni', program: readonly string[], env?: NodeJS.ProcessEnv): ChildProcess {
    const child = this.spawn(name, program, env);
    child.once('exit', () => {
      if (this[name] === child) this[name] = null;
    });
    return child;
  }
}

/** A process that was killed and that its parent hasn't asked for is still listed. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, ...accountIds());
}

const idOf = (option: '-u' | '-g'): number =>
  Number(spawnSync('id', [option, ACCOUNT], { encoding: 'utf8' }).stdout);

const accountIds = (): [uid: number, gid: number] => [idOf('-u'), idOf('-g')];
