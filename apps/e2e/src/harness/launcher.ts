import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort as freePortIn } from '../../../../tools/start/ports';
import { type Credentials, killFirst, type LaunchedProduct } from './product-types.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const START_LIMIT_MS = 120_000;
const LAST_LINE = 'Press Ctrl-C to stop.';

/** The services of a product, by the names that the launcher gives them. */
export type ServiceName = 'server' | 'worker' | 'sandbox site' | 'database';

/** The whole product, started by the launcher of `npm start` on its own ports and data folder. */
export interface LauncherProduct extends LaunchedProduct {
  dataDir: string;
  /** Current process id of a service; null while it isn't running. */
  pid(service: ServiceName): number | null;
  /** Process id of the launcher. */
  launcherPid(): number;
}

/** What the launcher writes into `run.json`. */
interface RunState {
  sandboxUrl: string | null;
  launcher: number;
  processes: Record<string, number | null>;
}

/** Starts the launcher and waits until it has printed the product's address and credentials. */
export async function startLauncher(environment: NodeJS.ProcessEnv = {}): Promise<LauncherProduct> {
  const dataDir = environment.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'tessera-e2e-'));
  const env = {
    ...process.env,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    // Many tests sign in from one address.
    LOGIN_ATTEMPTS: '1000',
    RATE_LIMIT: '100000',
    // Pages say what there is without mail.
    MAILBOX: 'off',
    ...environment,
    DATA_DIR: dataDir,
  };
  const child = spawn(process.execPath, [path.join(root, 'tools/start/start.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  await readUntilReady(child, lines).catch(async (error: unknown) => {
    await stop(child);
    throw error;
  });
  const url = /ready: (\S+)/.exec(lines.join('\n'))?.[1];
  if (!url) throw new Error(`The launcher printed no address:\n${lines.join('\n')}`);

  const readRunState = () => JSON.parse(readFileSync(path.join(dataDir, 'run.json'), 'utf8')) as RunState;
  const pid = (service: ServiceName) => readRunState().processes[service] ?? null;
  const pids = (service: ServiceName) => [pid(service)].filter((found) => found !== null);
  return {
    url,
    apiUrl: url,
    urls: [url],
    sandboxUrl: readRunState().sandboxUrl ?? '',
    dataDir,
    admin: parseAccount(lines, 'Administrator'),
    owner: parseAccount(lines, 'Demo realm'),
    output: () => lines.join('\n'),
    pid,
    pids,
    postgresPid: () =>
      Number(readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
    launcherPid: () => readRunState().launcher,
    kill: (service) => killFirst(pids(service), service),
    async stop() {
      const code = await stop(child);
      rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

/** Adds what the launcher prints to `lines`; resolves with the last line of its start. */
function readUntilReady(child: ChildProcess, lines: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`${reason}:\n${lines.join('\n')}`));
    };
    const timer = setTimeout(
      () => fail(`The product wasn't ready within ${START_LIMIT_MS / 1000} s`),
      START_LIMIT_MS,
    );
    child.once('exit', () => fail('The product did not start'));
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface(stream).on('line', (line) => {
          lines.push(line);
          if (line !== LAST_LINE) return;
          clearTimeout(timer);
          resolve();
        });
  });
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit') as Promise<[number | null]>;
  child.kill('SIGINT');
  return (await exited)[0];
}

function parseAccount(lines: readonly string[], label: string): Credentials {
  const line = lines.map((one) => one.trim()).find((one) => one.startsWith(label));
  const [email = '', password = ''] = line?.slice(label.length).trim().split(/\s+/) ?? [];
  return { email, password };
}

/** Below the range from which a product takes its database's port. */
const LOWEST = 11_000;
const PER_WORKER = 1_300;

/**
 * Returns an unused port, and none twice. A service may be without its port for a while, before it starts or between two lives,
 * so each of Playwright's parallel workers chooses from its own range.
 */
function freePort(): Promise<number> {
  const lowest = LOWEST + Number(process.env.TEST_PARALLEL_INDEX ?? 0) * PER_WORKER;
  return freePortIn('127.0.0.1', { lowest, highest: lowest + PER_WORKER });
}
