import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import pg from 'pg';
import type { Postgres } from '../../start/postgres/postgres.ts';
import { Cleanup } from '../installation/scratch.ts';
import { waitFor } from '../installation/wait-for.ts';
import { Machine } from './machine.ts';
import { Network } from './network.ts';

const MACHINES = 3;
const START_MS = 120_000;
/** How long a killed or cut-off machine may take to be a standby again; a copy of all data is included. */
const REJOIN_MS = 120_000;
const ANSWER_MS = 2_000;

/** A member as Patroni lists it. */
interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

type Role = 'postgres' | 'tessera' | 'tessera_server';

/** Three machines with etcd, Patroni and PostgreSQL; two of them agree on which is the primary. */
export class PatroniCluster {
  readonly machines: readonly Machine[];
  private readonly network: Network;
  private readonly passwords: Record<Role | 'replication', string>;
  private readonly cleanup = new Cleanup();
  private primaryAddress = '';

  /** `folder` gets the machines' data; every account must be able to enter the folder that it is in. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o711);
    const password = () => randomBytes(18).toString('base64url');
    this.passwords = {
      postgres: password(),
      tessera: password(),
      tessera_server: password(),
      replication: password(),
    };
    this.network = new Network(MACHINES, this.cleanup);
    const passwords = { superuser: this.passwords.postgres, replication: this.passwords.replication };
    this.machines = this.network.addresses.map(
      (_, index) => new Machine(index, { network: this.network, folder, passwords }),
    );
  }

  /** Starts the cluster and waits until it has a primary, a synchronous standby and another standby. */
  async start(): Promise<void> {
    for (const machine of this.machines) machine.startEtcd();
    await waitFor('the three etcd agree', () => this.isEtcdHealthy(), { withinMs: START_MS });
    for (const machine of this.machines) machine.startPatroni();
    await this.waitUntilWhole(START_MS);
  }

  /** The cluster as the product uses it: addresses with the three hosts; the superuser's address is the present primary's. */
  asPostgres(): Postgres {
    const adminUrl = () => this.addressOf('postgres', this.primaryAddress);
    return {
      url: this.hostsAddressOf('tessera'),
      serverUrl: this.hostsAddressOf('tessera_server'),
      get adminUrl() {
        return adminUrl();
      },
      pid: () => 0,
      kill: () => this.machines.find(({ address }) => address === this.primaryAddress)?.killPostgres(),
      stop: () => this.stop(),
    };
  }

  /** The settings with which `tessera roles` makes the product's roles and database. */
  rolesSettings(): NodeJS.ProcessEnv {
    return {
      ADMIN_DATABASE_URL: this.hostsAddressOf('postgres'),
      TESSERA_DB_PASSWORD: this.passwords.tessera,
      TESSERA_SERVER_DB_PASSWORD: this.passwords.tessera_server,
    };
  }

  /** Stops all and removes the network. */
  async stop(): Promise<void> {
    await Promise.all(this.machines.map((machine) => machine.stop()));
    await this.cleanup.end();
  }

  /** The machine whose Patroni says that it is the primary, of `candidates` or of all. */
  async findPrimary(candidates: readonly Machine[] = this.machines): Promise<Machine | null> {
    const answers = await Promise.all(
      candidates.map(async (machine) =>
        (await isOk(`http://${machine.address}:8008/primary`)) ? machine : null,
      ),
    );
    const found = answers.find((machine) => machine !== null) ?? null;
    if (found) this.primaryAddress = found.address;
    return found;
  }

  /** The primary. Throws when there is none. */
  async primary(): Promise<Machine> {
    const found = await this.findPrimary();
    if (!found) throw new Error('There is no primary');
    return found;
  }

  /** The standby that each commit waits for. Throws when there is none. */
  async synchronousStandby(): Promise<Machine> {
    const { name } = (await this.members()).find(({ role }) => role === 'sync_standby') ?? {};
    const found = this.machines.find((machine) => machine.name === name);
    if (!found) throw new Error('There is no synchronous standby');
    return found;
  }

  /** The machine whose etcd leads the three. Throws when there is none. */
  async etcdLeader(): Promise<Machine> {
    for (const machine of this.machines) {
      type Status = { leader?: string; header?: { member_id?: string } };
      const { leader, header } = await readJson<Status>(
        `http://${machine.address}:2379/v3/maintenance/status`,
        { method: 'POST', body: '{}' },
      );
      if (leader !== undefined && leader === header?.member_id) return machine;
    }
    throw new Error('No etcd leads');
  }

  /** Cuts a machine off from all others and from Tessera's servers. */
  cutOff(machine: Machine): void {
    this.network.cutOff(this.machines.indexOf(machine));
  }

  /** Ends what `cutOff` began. */
  join(machine: Machine): void {
    this.network.join(this.machines.indexOf(machine));
  }

  /** Cuts a machine off from the other two, while Tessera's servers still reach it. */
  cutFromOthers(machine: Machine): void {
    this.network.cutFromOthers(this.machines.indexOf(machine));
  }

  /** Ends what `cutFromOthers` began. */
  joinOthers(machine: Machine): void {
    this.network.joinOthers(this.machines.indexOf(machine));
  }

  /** Waits until all three members work: one primary, standbys on its timeline, one of them synchronous. */
  async waitUntilWhole(withinMs = REJOIN_MS): Promise<void> {
    await waitFor('the cluster is whole', () => this.isWhole(), { withinMs, everyMs: 200 });
  }

  /** Connects as superuser to a database of the present primary, or of another server on one of the machines. */
  connect(database = 'tessera', host = this.primaryAddress): pg.Pool {
    const connectionString = this.addressOf('postgres', host, database);
    // A machine that is cut off doesn't say that it is gone.
    const db = new pg.Pool({
      connectionString,
      max: 4,
      query_timeout: 15_000,
      connectionTimeoutMillis: 5_000,
    });
    db.on('error', () => undefined);
    return db;
  }

  /** Whether all three members work. */
  async isWhole(): Promise<boolean> {
    if (!(await this.isEtcdHealthy()) || !(await this.findPrimary())) return false;
    const members = await this.members();
    const standbys = members.filter(({ role }) => role !== 'leader');
    const agree =
      members.length === MACHINES &&
      standbys.length === MACHINES - 1 &&
      standbys.some(({ role }) => role === 'sync_standby') &&
      members.every(({ state }) => state === 'running' || state === 'streaming') &&
      new Set(members.map(({ timeline }) => timeline)).size === 1;
    return agree && (await this.countStreaming()) === MACHINES - 1;
  }

  private async countStreaming(): Promise<number> {
    const db = this.connect('postgres');
    try {
      const { rows } = await db.query<{ streaming: number; synchronous: number }>(
        `SELECT count(*)::int AS streaming, (count(*) FILTER (WHERE sync_state = 'sync'))::int AS synchronous
         FROM pg_stat_replication WHERE state = 'streaming' AND application_name LIKE 'db-%'`,
      );
      return rows[0]?.synchronous === 1 ? rows[0].streaming : 0;
    } finally {
      await db.end();
    }
  }

  private async members(): Promise<Member[]> {
    return (await readJson<{ members: Member[] }>(`http://${this.primaryAddress}:8008/cluster`)).members;
  }

  private async isEtcdHealthy(): Promise<boolean> {
    const healthy = await Promise.all(
      this.machines.map(({ address }) => isOk(`http://${address}:2379/health`)),
    );
    return healthy.every(Boolean);
  }

  private hostsAddressOf(role: Role): string {
    const hosts = this.machines.map(({ address }) => `${address}:5432`).join(',');
    return `${this.addressOf(role, hosts)}?target_session_attrs=read-write`;
  }

  private addressOf(
    role: Role,
    host: string,
    database = role === 'postgres' ? 'postgres' : 'tessera',
  ): string {
    return `postgres://${role}:${this.passwords[role]}@${host.includes(':') ? host : `${host}:5432`}/${database}`;
  }
}

async function isOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null);
  await answer?.arrayBuffer().catch(() => null);
  return answer?.ok === true;
}

async function readJson<T>(url: string, request: RequestInit = {}): Promise<T> {
  const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_MS) });
  return (await answer.json()) as T;
}
