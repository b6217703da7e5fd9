import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from '../../start/settings.mjs';
import { command, type Engine, type Output } from '../containers/engine.ts';
import type { Cleanup } from '../installation/scratch.ts';
import { waitFor } from '../installation/wait-for.ts';

export const MACHINE_BASES = { 'tessera-prove/machine': 'machine' };
const RIGHTS = ['SYS_ADMIN', 'SYS_PTRACE', 'NET_ADMIN', 'DAC_READ_SEARCH'];
const NAME = 'tessera-machine';
/** The tag of the last commit in the machine's repository. */
export const NEW_VERSION = '0.1.1';

/** A machine with Debian 12, whose first process is systemd, with this repository's last commit in /repository. */
export class Machine {
  private readonly engine: Engine;

  private constructor(engine: Engine) {
    this.engine = engine;
  }

  /** Starts it; it ends with `cleanup`. */
  static async start(engine: Engine, scratch: Cleanup & { folder: string }): Promise<Machine> {
    const repository = path.join(scratch.folder, 'repository');
    execFileSync('git', ['clone', '--quiet', '--bare', '--depth', '1', `file://${root}`, repository]);
    execFileSync('git', ['-C', repository, 'tag', `v${NEW_VERSION}`]);
    await engine.docker(['rm', '--force', '--volumes', NAME]);
    scratch.defer(() => engine.docker(['rm', '--force', '--volumes', NAME]));
    await engine.ok([
      ...['run', '--detach', '--name', NAME, '--hostname', 'machine', '--cgroupns', 'host'],
      // What systemd needs to make the namespaces and limits of units, and this program to look at their processes.
      ...RIGHTS.flatMap((right) => ['--cap-add', right]),
      ...['seccomp', 'apparmor'].flatMap((name) => ['--security-opt', `${name}=unconfined`]),
      ...['--volume', '/sys/fs/cgroup:/sys/fs/cgroup', '--volume', `${repository}:/repository:ro`],
      ...['--tmpfs', '/run', '--tmpfs', '/run/lock', Object.keys(MACHINE_BASES)[0] ?? ''],
    ]);
    const machine = new Machine(engine);
    await machine.waitUntilUp();
    return machine;
  }

  /** Its address on the engine's network. */
  address(): Promise<string> {
    return this.engine.ok([
      'inspect',
      '-f',
      '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}',
      NAME,
    ]);
  }

  /** Runs a script of bash as root and returns what it printed. Throws when a command of it fails. */
  async sh(script: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
    const { code, stdout, stderr } = await this.try(script, env);
    if (code !== 0) throw new Error(`${script}\n${code}: ${stdout.slice(-1_500)}\n${stderr.slice(-1_500)}`);
    return stdout.trimEnd();
  }

  /** Runs a script of bash as root, whatever its exit code is. */
  try(script: string, env: Readonly<Record<string, string>> = {}): Promise<Output> {
    const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
    const args = ['exec', ...settings, NAME, 'bash', '-euo', 'pipefail', '-c', script];
    return command('docker', args, { env: this.engine.env });
  }

  /** Stops it as its owner does, and starts it again. */
  async reboot(): Promise<void> {
    await this.engine.ok(['restart', '--time', '120', NAME]);
    await this.waitUntilUp();
  }

  private async waitUntilUp(): Promise<void> {
    const isUp = async () => /running|degraded/.test((await this.try('systemctl is-system-running')).stdout);
    await waitFor('systemd has started everything', isUp, { withinMs: 120_000 });
  }
}
