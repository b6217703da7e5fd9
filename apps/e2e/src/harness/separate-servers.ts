import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startInstallation } from '../../../../tools/prove/installation/installation.ts';
import { Cleanup } from '../../../../tools/prove/installation/scratch.ts';
import { builtModules } from '../../../../tools/start/modules.mjs';
import { DEMO_OWNER_EMAIL } from '../../../../tools/start/services.ts';
import { killFirst, type LaunchedProduct, type Product } from './product-types.ts';

/** Starts two servers and three workers on one database, as docs/operate/install.md does by hand. */
export async function startSeparateServers(environment: NodeJS.ProcessEnv): Promise<LaunchedProduct> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-separate-servers-'));
  const cleanup = new Cleanup();
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const owner = { email: DEMO_OWNER_EMAIL, password: randomBytes(15).toString('base64url') };
  const { DEMO = 'on', MODULES = builtModules, WEB_DIR } = { ...process.env, ...environment };
  const lines: string[] = [];
  const starting = startInstallation(
    {
      folder,
      log: (line) => lines.push(line),
      serverEnv: (sandboxUrl) => ({
        DEMO,
        // As with `npm start`: the suite registers accounts.
        REGISTRATION: 'open',
        SANDBOX_URL: sandboxUrl,
        DEMO_OWNER_EMAIL: owner.email,
        DEMO_OWNER_PASSWORD: owner.password,
        MODULES,
        ...(WEB_DIR && { WEB_DIR }),
      }),
    },
    cleanup,
  );
  const { bffs, workers, postgres, front, sandboxUrl, admin } = await starting.catch(
    async (error: unknown) => {
      await cleanup.end();
      throw error;
    },
  );
  const urls = bffs.map(({ url }) => url);
  const pids = (service: 'server' | 'worker') =>
    (service === 'server' ? bffs : workers).flatMap(({ program }) => program.pid ?? []);
  return {
    url: front?.url ?? urls[0] ?? '',
    ...serversOf(urls),
    sandboxUrl,
    admin,
    owner,
    output: () => lines.join('\n'),
    pids,
    postgresPid: () => postgres.pid(),
    kill: (service) => killFirst(pids(service), service),
    async stop() {
      await cleanup.end();
      return 0;
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
