import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { killFirst, type LaunchedProduct, type Product } from './product-types.ts';

const program = path.resolve(import.meta.dirname, '../../../../tools/prove/installation/separate-servers.ts');

/** The program's messages: addresses and accounts once, process ids whenever they change. */
type State = Partial<
  Pick<Product, 'url' | 'urls' | 'sandboxUrl' | 'admin' | 'owner'> & {
    processes: { server: number[]; worker: number[]; postgres: number };
  }
>;

/** Starts two servers and three workers on one database, as docs/operate/install.md does by hand. */
export async function startSeparateServers(environment: NodeJS.ProcessEnv): Promise<LaunchedProduct> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface(stream).on('line', (line) => lines.push(line));
  const state: State = {};
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The servers did not start:\n${lines.join('\n')}`)));
    child.on('message', (message: State) => {
      Object.assign(state, message);
      if (state.processes) resolve();
    });
  });
  const { url = '', urls = [], sandboxUrl = '', admin, owner, processes } = state;
  if (!admin || !owner || !processes) throw new Error(`The servers sent no accounts:\n${lines.join('\n')}`);

  const currentProcesses = () => state.processes ?? processes;
  return {
    url,
    ...serversOf(urls),
    sandboxUrl,
    admin,
    owner,
    output: () => lines.join('\n'),
    pids: (service) => currentProcesses()[service],
    postgresPid: () => currentProcesses().postgres,
    kill: (service) => killFirst(currentProcesses()[service], service),
    async stop() {
      if (child.exitCode !== null) return child.exitCode;
      const exited = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
}

/**
 * Describes a console that is already running; `urls` are its servers, comma-separated. Its demo realm must be
 * untouched. Tests can't kill its processes.
 */
export function describeRunningConsole(urls: string): Product {
  const servers = urls.split(',');
  return {
    url: servers[0] ?? '',
    ...serversOf(servers),
    sandboxUrl: readSetting('SANDBOX_URL'),
    admin: { email: readSetting('ADMIN_EMAIL'), password: readSetting('ADMIN_PASSWORD') },
    owner: { email: readSetting('DEMO_OWNER_EMAIL'), password: readSetting('DEMO_OWNER_PASSWORD') },
    // The process that started it stops it.
    stop: () => Promise.resolve(null),
  };
}

/** Pages use the first server, or nginx, and API calls the last, so that the two must agree. */
const serversOf = (urls: readonly string[]): Pick<Product, 'apiUrl' | 'urls'> => ({
  apiUrl: urls.at(-1) ?? '',
  urls,
});

function readSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`CONSOLE_URLS is set: ${name} is needed too`);
  return value;
}
