import type { PatroniCluster } from './cluster.ts';
import type { Machine } from './machine.ts';

/** A fault that was injected. */
export interface Injected {
  /** The machine that has it. */
  machine: Machine;
  /** Ends the fault; what the machine does then, it does by itself. */
  heal: () => void;
}

/** One kind of fault. */
export interface Fault {
  title: string;
  /** Whether another machine must become the primary. */
  failsOver: boolean;
  inject: (cluster: PatroniCluster) => Promise<Injected>;
}

const postgresKilled: Fault = {
  title: "the primary's PostgreSQL is killed",
  failsOver: true,
  async inject(cluster) {
    const machine = await cluster.primary();
    machine.killPostgres();
    return { machine, heal: () => undefined };
  },
};

const machineKilled: Fault = {
  title: "the primary's machine dies",
  failsOver: true,
  async inject(cluster) {
    const machine = await cluster.primary();
    await machine.killAll();
    return { machine, heal: () => machine.startAll() };
  },
};

const etcdLeaderKilled: Fault = {
  title: 'the leading etcd is killed',
  failsOver: false,
  async inject(cluster) {
    const machine = await cluster.etcdLeader();
    await machine.killEtcd();
    return { machine, heal: () => machine.startEtcd() };
  },
};

const etcdOfPrimaryKilled: Fault = {
  title: "the etcd on the primary's machine is killed",
  failsOver: false,
  async inject(cluster) {
    const machine = await cluster.primary();
    await machine.killEtcd();
    return { machine, heal: () => machine.startEtcd() };
  },
};

const cutOff: Fault = {
  title: 'the primary is cut off from all',
  failsOver: true,
  async inject(cluster) {
    const machine = await cluster.primary();
    cluster.cutOff(machine);
    return { machine, heal: () => cluster.join(machine) };
  },
};

const cutFromOthers: Fault = {
  title: 'the primary is cut off from the other machines, not from the servers',
  failsOver: true,
  async inject(cluster) {
    const machine = await cluster.primary();
    cluster.cutFromOthers(machine);
    return { machine, heal: () => cluster.joinOthers(machine) };
  },
};

const standbyCutOff: Fault = {
  title: 'the synchronous standby is cut off from all',
  failsOver: false,
  async inject(cluster) {
    const machine = await cluster.synchronousStandby();
    cluster.cutOff(machine);
    return { machine, heal: () => cluster.join(machine) };
  },
};

/** Ten faults, in turn. */
export const faults: readonly Fault[] = [
  postgresKilled,
  machineKilled,
  etcdLeaderKilled,
  cutOff,
  standbyCutOff,
  machineKilled,
  etcdOfPrimaryKilled,
  cutFromOthers,
  postgresKilled,
  cutOff,
];
