import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';
import type { Credentials } from '../installation/client.ts';
import { waitFor } from '../installation/wait-for.ts';
import { command, type Engine, type Output } from './engine.ts';

const START_MS = 300_000;

/** A container of the installation, as `docker compose ps` lists it. */
export interface Container {
  id: string;
  name: string;
  service: string;
}

/** What `docker inspect` reports of a container. */
export interface Inspected {
  Id: string;
  Image: string;
  Config: { Env: string[]; User: string; Image: string };
  State: { Pid: number; Status: string; ExitCode: number; StartedAt: string; Health?: { Status: string } };
  HostConfig: { Memory: number; PidsLimit: number | null; NanoCpus: number; ReadonlyRootfs: boolean };
  NetworkSettings: { Networks: Record<string, { IPAddress: string }> };
}

/** The committed state of the repository in a folder of its own, started by the commands of docs/operate/install.md. */
export class Composed {
  readonly folder: string;
  readonly engine: Engine;
  /** The name in DOMAIN, for which the front signs by itself. */
  readonly domain = 'console.localhost';

  private constructor(folder: string, engine: Engine) {
    this.folder = folder;
    this.engine = engine;
  }

  /** Clones the repository's last commit into `folder` and gives it secrets and settings. */
  static async prepare(folder: string, engine: Engine): Promise<Composed> {
    await removeLeftovers(engine);
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder]);
    const composed = new Composed(folder, engine);
    await composed.shell('sh deploy/secrets.sh');
    composed.set('ADMIN_EMAIL', 'admin@tessera.example');
    composed.set('DOMAIN', composed.domain);
    composed.set('PUBLIC_URL', `https://${composed.domain}`);
    composed.set('SANDBOX_URL', 'http://sandbox:3001');
    composed.set('SANDBOX_PUBLIC_URL', 'http://127.0.0.1:3001');
    return composed;
  }

  get console(): string {
    return `https://${this.domain}`;
  }

  get admin(): Credentials {
    return { email: 'admin@tessera.example', password: this.secret('admin_password') };
  }

  secret(name: string): string {
    return readFileSync(path.join(this.folder, 'secrets', name), 'utf8');
  }

  /** Writes a setting into .env, as an operator does. */
  set(name: string, value: string): void {
    const file = path.join(this.folder, '.env');
    const lines = readFileSync(file, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.startsWith(`${name}=`));
    if (at < 0) throw new Error(`.env has no ${name}`);
    lines[at] = `${name}=${value}`;
    writeFileSync(file, lines.join('\n'));
  }

  /** Runs a command line in the installation's folder, as an operator's shell does, whatever its exit code is. */
  run(line: string, env: NodeJS.ProcessEnv = {}): Promise<Output> {
    return command('sh', ['-c', line], { cwd: this.folder, env: { ...this.engine.env, ...env } });
  }

  /** Runs a command line and returns its standard output without the last line break. Throws when it fails. */
  async shell(line: string): Promise<string> {
    const { code, stdout, stderr } = await this.run(line);
    if (code !== 0) throw new Error(`${line}: ${code}\n${stdout.slice(-1_000)}\n${stderr.slice(-3_000)}`);
    return stdout.trimEnd();
  }

  /** The containers of some services, or of all; those that have ended too. */
  async containers(...services: string[]): Promise<Container[]> {
    const format = '{{.ID}} {{.Names}} {{.Label "com.docker.compose.service"}}';
    const filter = ['--filter', 'label=com.docker.compose.project=tessera', '--no-trunc'];
    const list = await this.engine.ok(['ps', '-a', ...filter, '--format', format]);
    return list
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [id = '', name = '', service = ''] = line.split(' ');
        return { id, name, service };
      })
      .filter(({ service }) => services.length === 0 || services.includes(service));
  }

  async inspect(id: string): Promise<Inspected> {
    const [found] = JSON.parse(await this.engine.ok(['inspect', id])) as Inspected[];
    if (!found) throw new Error(`There is no container ${id}`);
    return found;
  }

  async inspectAll(...services: string[]): Promise<Inspected[]> {
    return Promise.all((await this.containers(...services)).map(({ id }) => this.inspect(id)));
  }

  /** Waits until `count` containers of a service run and are healthy, where it has a health check. */
  async waitUntilHealthy(service: string, count = 1): Promise<void> {
    const areHealthy = async () => {
      const found = await this.inspectAll(service);
      const good = found.filter(
        ({ State }) => State.Status === 'running' && (State.Health?.Status ?? 'healthy') === 'healthy',
      );
      return found.length === count && good.length === count;
    };
    await waitFor(`${count} × ${service} is healthy`, areHealthy, { withinMs: START_MS, everyMs: 500 });
  }
}

/** Removes the containers, volumes and networks of a run that was interrupted, and the images of all runs. */
async function removeLeftovers(engine: Engine): Promise<void> {
  const ofProject = ['--filter', 'label=com.docker.compose.project=tessera', '--quiet'];
  for (const [list, remove] of [
    [
      ['ps', '--all'],
      ['rm', '--force', '--volumes'],
    ],
    [
      ['volume', 'ls'],
      ['volume', 'rm'],
    ],
    [
      ['network', 'ls'],
      ['network', 'rm'],
    ],
  ] as const) {
    const ids = (await engine.ok([...list, ...ofProject])).split('\n').filter(Boolean);
    if (ids.length > 0) await engine.ok([...remove, ...ids]);
  }
  const ofProduct = ['--filter', 'reference=tessera/*', '--format', '{{.Repository}}:{{.Tag}}'];
  const images = (await engine.ok(['image', 'ls', ...ofProduct])).split('\n').filter(Boolean);
  if (images.length > 0) await engine.ok(['image', 'rm', '--force', ...images]);
}
