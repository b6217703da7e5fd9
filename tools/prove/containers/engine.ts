import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Cleanup } from '../installation/scratch.ts';
import { waitFor } from '../installation/wait-for.ts';

/** Where the engine and the stand-ins stay from run to run. */
export const CACHE = process.env.PROVE_CACHE ?? '/var/cache/tessera-prove';
/** Debian's own, whatever else is called docker on this machine. */
const DOCKER = '/usr/bin/docker';
const PLUGINS = { 'docker-compose': 'docker-compose', 'docker-buildx': 'docker-buildx' };
const run = promisify(execFile);
const inCache = (...names: string[]): string => path.join(CACHE, ...names);

/** What a command printed. */
export interface Output {
  code: number;
  stdout: string;
  stderr: string;
}

/** An engine of its own, beside any other on this machine, with Compose and buildx. */
export class Engine {
  /** The environment in which `docker` is this engine. */
  readonly env: NodeJS.ProcessEnv = {
    PATH: `${inCache('bin')}:${process.env.PATH}`,
    HOME: process.env.HOME,
    DOCKER_HOST: `unix://${inCache('docker.sock')}`,
    DOCKER_CONFIG: inCache('config'),
    DOCKER_BUILDKIT: '1',
    BUILDX_NO_DEFAULT_ATTESTATIONS: '1',
  };
  private pid = 0;

  /** Starts it and waits until it answers. Containers that were running when it was killed start again. */
  async start(): Promise<void> {
    const log = openSync(inCache('dockerd.log'), 'a');
    rmSync(inCache('dockerd.pid'), { force: true });
    const daemon = spawn(
      'dockerd',
      [
        ...[
          '--data-root',
          inCache('docker'),
          '--exec-root',
          inCache('run'),
          '--pidfile',
          inCache('dockerd.pid'),
        ],
        ...[
          '--host',
          this.env.DOCKER_HOST ?? '',
          '--default-ulimit',
          'nofile=20000:20000',
          '--log-level',
          'warn',
        ],
      ],
      { stdio: ['ignore', log, log], detached: true },
    );
    this.pid = daemon.pid ?? 0;
    const answers = async () => (await this.docker(['version'])).code === 0;
    await waitFor('dockerd answers', answers, { withinMs: 60_000 });
  }

  /** Stops it and every container. */
  async stop(): Promise<void> {
    process.kill(this.pid, 'SIGTERM');
    await waitFor('dockerd ends', () => !existsSync(`/proc/${this.pid}`) || isZombie(this.pid), {
      withinMs: 90_000,
    });
  }

  /** Ends the engine and everything that it runs at once, as a machine that loses its power. */
  async kill(): Promise<void> {
    const containers = (await this.ok(['ps', '-q'])).split('\n').filter(Boolean);
    const mains =
      containers.length > 0 ? await this.ok(['inspect', '-f', '{{.State.Pid}}', ...containers]) : '';
    const { stdout } = await run('pgrep', ['-f', inCache('run')]).catch(() => ({ stdout: '' }));
    const own = [this.pid, ...`${stdout}\n${mains}`.split('\n').filter(Boolean).map(Number)];
    await run('sh', ['-c', `kill -KILL ${own.join(' ')} || true`]);
    const haveEnded = () => own.every((pid) => !existsSync(`/proc/${pid}`) || isZombie(pid));
    await waitFor('everything has ended', haveEnded);
    rmSync(inCache('run/containerd/containerd.pid'), { force: true });
  }

  /** Runs `docker` and returns what it printed, whatever its exit code is. */
  async docker(
    args: readonly string[],
    { cwd, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
  ): Promise<Output> {
    return command('docker', args, { cwd, env: { ...this.env, ...env } });
  }

  /** Runs `docker` and returns its standard output without the last line break. Throws when it fails. */
  async ok(
    args: readonly string[],
    options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
  ): Promise<string> {
    const { code, stdout, stderr } = await this.docker(args, options);
    if (code !== 0) throw new Error(`docker ${args.join(' ')}: ${code}\n${stderr.slice(-3_000)}`);
    return stdout.trimEnd();
  }
}

/** Runs a program to its end. */
export async function command(
  file: string,
  args: readonly string[],
  { cwd, env }: { cwd?: string; env: NodeJS.ProcessEnv },
): Promise<Output> {
  const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...output, code: code ?? 1 };
}

/** Starts the engine; it ends with `cleanup`. Needs root and the packages docker.io and debootstrap of Debian. */
export async function startEngine(cleanup: Cleanup): Promise<Engine> {
  if (process.getuid?.() !== 0) throw new Error('Only root can start a container engine');
  for (const program of [DOCKER, '/usr/sbin/dockerd', '/usr/sbin/debootstrap'])
    if (!existsSync(program))
      throw new Error(
        `${program} is missing: apt-get install --no-install-recommends docker.io debootstrap iptables`,
      );
  mkdirSync(inCache('bin'), { recursive: true });
  if (!existsSync(inCache('bin/docker'))) symlinkSync(DOCKER, inCache('bin/docker'));
  await installPlugins();
  const engine = new Engine();
  cleanup.defer(() => engine.stop());
  await engine.start();
  return engine;
}

/** Compose and buildx of Debian's next release, which Debian 12 lacks, in a folder of the cache: nothing is installed. */
async function installPlugins(): Promise<void> {
  const folder = inCache('config/cli-plugins');
  if (Object.keys(PLUGINS).every((name) => existsSync(path.join(folder, name)))) return;
  mkdirSync(folder, { recursive: true });
  const files = await unpackPackages('trixie', Object.values(PLUGINS));
  for (const name of Object.keys(PLUGINS)) {
    await run('cp', [path.join(files, 'usr/libexec/docker/cli-plugins', name), folder]);
    chmodSync(path.join(folder, name), 0o755);
  }
  rmSync(files, { recursive: true });
}

/** Unpacks packages of another release of Debian into a folder of the cache, which it returns: nothing is installed. */
export async function unpackPackages(release: string, packages: readonly string[]): Promise<string> {
  const work = inCache('packages');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(path.join(work, 'lists/partial'), { recursive: true });
  const sources = path.join(work, 'release.sources');
  const [first = ''] = readFileSync('/etc/apt/sources.list.d/debian.sources', 'utf8').split('\n\n');
  writeFileSync(sources, `${first.replace(/^Suites:.*$/m, `Suites: ${release}`)}\n`);
  const options = [
    `Dir::Etc::sourcelist=${sources}`,
    'Dir::Etc::sourceparts=/dev/null',
    `Dir::State::lists=${path.join(work, 'lists')}`,
    'Dir::Cache::pkgcache=',
    'Dir::Cache::srcpkgcache=',
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  await run('apt-get', [...options, 'update', '-qq']);
  await run('apt-get', [...options, 'download', ...packages], { cwd: work });
  for (const archive of readdirSync(work).filter((file) => file.endsWith('.deb')))
    await run('dpkg-deb', ['--extract', path.join(work, archive), work]);
  return work;
}

/** Whether a process has ended, and perhaps nobody has waited for it. */
function isZombie(pid: number): boolean {
  try {
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}
