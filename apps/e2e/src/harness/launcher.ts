import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from './free-port.ts';
import { killFirst, type Credentials, type LaunchedProduct } from './launched.ts';
import { until } from './until.ts';

const root = path.resolve(__dirname, '../../../..');
const START_LIMIT_MS = 120_000;

/** The services of a product, by the names its launcher gives them. */
export type ServiceName = 'server' | 'worker' | 'sandbox site' | 'database';

/** The whole product, started with `npm start`'s own launcher on ports and a data folder of its own. */
export interface LauncherProduct extends LaunchedProduct {
  dataDir: string;
  /** Process id of a service at present; null between two lives. */
  pid(service: ServiceName): number | null;
  /** Process id of the launcher. */
  launcher(): number;
}

/** Starts the launcher and waits until it has printed the product's address and credentials. */
export async function startLauncher(environment: NodeJS.ProcessEnv = {}): Promise<LauncherProduct> {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'tessera-e2e-'));
  const env = {
    ...process.env,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    // Sign-ins of many tests from one address are not an attack.
    LOGIN_ATTEMPTS: '1000',
    RATE_LIMIT: '100000',
    ...environment,
    DATA_DIR: dataDir,
  };
  const child = spawn(process.execPath, [path.join(root, 'tools/start/start.mjs')], { env });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface(stream).on('line', (line) => lines.push(line));
  await until(
    'the product is ready',
    () => {
      if (child.exitCode !== null) return 'ended';
      return lines.includes('Ctrl-C ends all of it.') ? 'ready' : undefined;
    },
    { withinMs: START_LIMIT_MS },
  ).catch(async (error: Error) => {
    await end(child);
    throw error;
  });
  const url = /ready: (\S+)/.exec(lines.join('\n'))?.[1];
  if (child.exitCode !== null || !url) throw new Error(`The product did not start:\n${lines.join('\n')}`);

  const runs = () =>
    JSON.parse(readFileSync(path.join(dataDir, 'run.json'), 'utf8')) as {
      sandboxUrl: string | null;
      launcher: number;
      processes: Record<string, number | null>;
    };
  const pid = (service: ServiceName) => runs().processes[service] ?? null;
  const pids = (service: ServiceName) => [pid(service)].filter((found) => found !== null);
  return {
    url,
    apiUrl: url,
    urls: [url],
    sandboxUrl: runs().sandboxUrl ?? '',
    dataDir,
    admin: printedAccount(lines, 'Administrator'),
    owner: printedAccount(lines, 'Demo realm'),
    printed: () => lines.join('\n'),
    pid,
    pids,
    postgresPid: () =>
      Number(readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
    launcher: () => runs().launcher,
    kill: (service) => killFirst(pids(service), service),
    async stop() {
      const code = await end(child);
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGINT');
  return (await ended)[0];
}

function printedAccount(lines: string[], label: string): Credentials {
  const [email = '', password = ''] =
    lines
      .find((line) => line.trim().startsWith(label))
      ?.trim()
      .slice(label.length)
      .trim()
      .split(/\s+/) ?? [];
  return { email, password };
}
