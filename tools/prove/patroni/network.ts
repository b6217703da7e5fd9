import { spawnSync } from 'node:child_process';
import type { Cleanup } from '../installation/scratch.ts';

/** A packet that is sent there arrives nowhere. */
const NOBODY = '02:00:00:00:00:01';

/**
 * Machines in network namespaces, joined by a bridge. The bridge has a namespace too, so that this machine's firewall doesn't apply.
 * This machine reaches them at their addresses.
 */
export class Network {
  readonly addresses: readonly string[];
  /** The network of all addresses, as `10.213.7.0/24`. */
  readonly range: string;
  private readonly prefix = `tessera-${process.pid}`;
  private readonly hub = `${this.prefix}-hub`;
  private readonly link = `tsr${process.pid}`;

  constructor(machines: number, cleanup: Cleanup) {
    const subnet = `10.213.${process.pid % 256}`;
    this.range = `${subnet}.0/24`;
    this.addresses = Array.from({ length: machines }, (_, index) => `${subnet}.${index + 1}`);
    cleanup.defer(() => this.remove());
    ip('netns', 'add', this.hub);
    ip('-n', this.hub, 'link', 'add', 'bridge', 'type', 'bridge');
    ip('-n', this.hub, 'link', 'set', 'bridge', 'up');
    this.addresses.forEach((address, index) => this.addMachine(address, index));
    ip('link', 'add', 'here', 'netns', this.hub, 'type', 'veth', 'peer', 'name', this.link);
    ip('-n', this.hub, 'link', 'set', 'here', 'master', 'bridge', 'up');
    ip('addr', 'add', `${subnet}.254/24`, 'dev', this.link);
    ip('link', 'set', this.link, 'up');
  }

  /** The command that runs a program on a machine as an account of this machine; it ends when this process does. */
  command(index: number, account: string, ...program: string[]): [file: string, ...args: string[]] {
    const identity = [`--reuid=${account}`, `--regid=${account}`, '--init-groups', '--pdeathsig=TERM'];
    return ['ip', 'netns', 'exec', this.namespace(index), 'setpriv', ...identity, ...program];
  }

  /** The processes that run on a machine. */
  processes(index: number): number[] {
    return ip('netns', 'pids', this.namespace(index)).trim().split('\n').filter(Boolean).map(Number);
  }

  /** Cuts a machine off from all others and from this machine; packets are lost silently. */
  cutOff(index: number): void {
    ip('-n', this.hub, 'link', 'set', `m${index}`, 'nomaster');
  }

  /** Cuts a machine off from the other machines; this machine still reaches it. */
  cutFromOthers(index: number): void {
    this.forOthers(index, (namespace, address) =>
      ip('-n', namespace, 'neigh', 'replace', address, 'lladdr', NOBODY, 'dev', 'eth0', 'nud', 'permanent'),
    );
  }

  /** Ends what `cutOff` began. */
  join(index: number): void {
    ip('-n', this.hub, 'link', 'set', `m${index}`, 'master', 'bridge');
  }

  /** Ends what `cutFromOthers` began. */
  joinOthers(index: number): void {
    this.forOthers(index, (namespace, address) =>
      ip('-n', namespace, 'neigh', 'del', address, 'dev', 'eth0'),
    );
  }

  /** Kills what still runs on the machines and removes them. */
  private remove(): void {
    this.addresses.forEach((_, index) => {
      const pids = spawnSync('ip', ['netns', 'pids', this.namespace(index)], { encoding: 'utf8' }).stdout;
      for (const pid of pids.split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
    });
    spawnSync('ip', ['link', 'del', this.link]);
    for (const name of [...this.addresses.map((_, index) => this.namespace(index)), this.hub])
      spawnSync('ip', ['netns', 'del', name]);
  }

  private addMachine(address: string, index: number): void {
    const namespace = this.namespace(index);
    const port = `m${index}`;
    ip('netns', 'add', namespace);
    ip('link', 'add', port, 'netns', this.hub, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('-n', this.hub, 'link', 'set', port, 'master', 'bridge', 'up');
    ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
  }

  /** Each direction between the machine and each other one. */
  private forOthers(index: number, apply: (namespace: string, address: string) => void): void {
    const own = this.addresses[index] ?? '';
    this.addresses.forEach((address, other) => {
      if (other === index) return;
      apply(this.namespace(index), address);
      apply(this.namespace(other), own);
    });
  }

  private namespace(index: number): string {
    return `${this.prefix}-db-${index + 1}`;
  }
}

function ip(...args: string[]): string {
  const done = spawnSync('ip', args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`ip ${args.join(' ')}: ${done.stderr || done.error?.message}`);
  return done.stdout;
}
