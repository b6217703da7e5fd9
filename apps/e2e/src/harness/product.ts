import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { until } from './until.ts';

const root = path.resolve(__dirname, '../../../..');
const START_LIMIT_MS = 120_000;

/** An account as the launcher printed it. */
export interface Credentials {
  email: string;
  password: string;
}

/** The services of a product, by the names its launcher gives them. */
export type ServiceName = 'server' | 'worker' | 'sandbox site' | 'database';

/** A console with its demo realm and the sandbox site. */
export interface Product {
  /** Where its pages are opened. */
  url: string;
  /** Where the suite calls its API: another server of the same console, where there are several. */
  apiUrl: string;
  sandboxUrl: string;
  admin: Credentials;
  owner: Credentials;
  /** Ends what was started, and removes its data; answers the exit code. */
  stop(): Promise<number | null>;
}

/** The whole product, started with `npm start`'s own launcher on ports and a data folder of its own. */
export interface LaunchedProduct extends Product {
  dataDir: string;
  /** What the launcher printed so far. */
  printed(): string;
  /** Process id of a service at present; null between two lives. */
  pid(service: ServiceName): number | null;
  /** Process id of the Postgres server itself. */
  postgresPid(): number;
  /** Process id of the launcher. */
  launcher(): number;
  /** SIGKILL to a service; answers the id of the process that was killed. */
  kill(service: ServiceName): number;
}

/** A port that nobody uses. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the product and waits until it has printed its address and credentials. */
export async function startProduct(environment: NodeJS.ProcessEnv = {}): Promise<LaunchedProduct> {
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
  );
  const url = /ready: (\S+)/.exec(lines.join('\n'))?.[1];
  if (child.exitCode !== null || !url) throw new Error(`The product did not start:\n${lines.join('\n')}`);

  const runs = () =>
    JSON.parse(readFileSync(path.join(dataDir, 'run.json'), 'utf8')) as {
      sandboxUrl: string | null;
      launcher: number;
      processes: Record<string, number | null>;
    };
  const pid = (service: ServiceName) => runs().processes[service] ?? null;
  return {
    url,
    apiUrl: url,
    sandboxUrl: runs().sandboxUrl ?? '',
    dataDir,
    admin: printedAccount(lines, 'Administrator'),
    owner: printedAccount(lines, 'Demo realm'),
    printed: () => lines.join('\n'),
    pid,
    postgresPid: () =>
      Number(readFileSync(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]),
    launcher: () => runs().launcher,
    kill(service) {
      const victim = pid(service);
      if (victim === null) throw new Error(`No ${service} runs.`);
      process.kill(victim, 'SIGKILL');
      return victim;
    },
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
