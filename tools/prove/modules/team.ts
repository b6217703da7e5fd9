import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client, type Credentials } from '../installation/client.ts';

/** A console that teams publish to: the addresses of its servers, and its first administrator. */
interface Console {
  urls: readonly string[];
  admin: Credentials;
}

/** The team of a module outside the workspace, with a key and a token, which works in the module's folder. */
export class Team {
  readonly folder: string;
  private readonly token: string;
  private readonly server: string;

  private constructor(folder: string, token: string, server: string) {
    this.folder = folder;
    this.token = token;
    this.server = server;
  }

  /** Makes a key in the module's folder, and registers the team as an administrator does. */
  static async register(folder: string, { urls, admin }: Console): Promise<Team> {
    const { public_key } = JSON.parse(await runCommand(folder, ['keygen', '--json'])) as {
      public_key: string;
    };
    const administrator = new Client(urls);
    await administrator.signIn(admin);
    const { id } = await administrator.requestOk<{ id: number }>('POST', '/api/modules/publishers', {
      name: 'Parking team',
      modules: [path.basename(folder)],
      may_promote: true,
    });
    await administrator.requestOk('POST', `/api/modules/publishers/${id}/keys`, { public_key });
    const { token } = await administrator.requestOk<{ token: string }>(
      'POST',
      `/api/modules/publishers/${id}/tokens`,
      { name: 'Pipeline', scopes: ['publish', 'release'] },
    );
    return new Team(folder, token, urls.at(-1) ?? '');
  }

  /** Runs the module's own `tessera-module` against the console and returns what it prints. */
  command(...args: string[]): Promise<string> {
    const env = { ...process.env, TESSERA_MODULE_SERVER: this.server, TESSERA_MODULE_TOKEN: this.token };
    return runCommand(this.folder, args, env);
  }

  /** Builds, signs and publishes the folder's content as this version. */
  async publish(version: string): Promise<void> {
    const file = path.join(this.folder, 'package.json');
    const content = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, `${JSON.stringify({ ...content, version }, null, 2)}\n`);
    await this.command('build');
    await this.command('sign', '--key', 'module-key.pem');
    await this.command('publish');
  }
}

async function runCommand(cwd: string, args: readonly string[], env = process.env): Promise<string> {
  const program = path.join(cwd, 'node_modules/.bin/tessera-module');
  const { stdout } = await promisify(execFile)(program, args, { cwd, env });
  return stdout;
}
