import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { killFirst, type LaunchedProduct, type Product } from './launched.ts';
import { until } from './until.ts';

const program = path.resolve(__dirname, '../../../../tools/test/by-hand.ts');
const START_LIMIT_MS = 180_000;

/** What the program tells over its channel: where all of it is, and its processes as they come and go. */
type Told = Partial<
  Pick<Product, 'urls' | 'sandboxUrl' | 'admin' | 'owner'> & {
    processes: { server: number[]; worker: number[]; postgres: number };
  }
>;

/** Two servers and three workers as docs/operations.md has them started by hand, for the suite alone. */
export async function startByHand(environment: NodeJS.ProcessEnv): Promise<LaunchedProduct> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on('line', (line) => lines.push(line));
  const told: Told = {};
  child.on('message', (message: Told) => Object.assign(told, message));
  await until(
    'two servers and three workers are ready',
    () => child.exitCode !== null || told.processes !== undefined || undefined,
    { withinMs: START_LIMIT_MS },
  );
  const { urls = [], sandboxUrl = '', admin, owner, processes } = told;
  if (!admin || !owner || !processes) throw new Error(`They did not start:\n${lines.join('\n')}`);

  const now = () => told.processes ?? processes;
  return {
    ...ofServers(urls),
    sandboxUrl,
    admin,
    owner,
    printed: () => lines.join('\n'),
    pids: (service) => now()[service],
    postgresPid: () => now().postgres,
    kill: (service) => killFirst(now()[service], service),
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

/**
 * A console that somebody has started and goes on with; `CONSOLE_URLS` names its servers, comma-joined. Its demo realm
 * must be untouched, and nothing of it can be broken.
 */
export function givenConsole(urls: string): Product {
  return {
    ...ofServers(urls.split(',')),
    sandboxUrl: setting('SANDBOX_URL'),
    admin: { email: setting('ADMIN_EMAIL'), password: setting('ADMIN_PASSWORD') },
    owner: { email: setting('DEMO_OWNER_EMAIL'), password: setting('DEMO_OWNER_PASSWORD') },
    // Who started it ends it.
    stop: () => Promise.resolve(null),
  };
}

/** Pages are opened at the first server and the API is called at the last, so that the two must agree. */
function ofServers(urls: readonly string[]): Pick<Product, 'url' | 'apiUrl' | 'urls'> {
  const [url = ''] = urls;
  return { url, apiUrl: urls.at(-1) ?? url, urls };
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`CONSOLE_URLS is set: ${name} is needed too`);
  return value;
}
