import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { chromium, type Browser } from 'playwright-core';
import type { Closing } from '../../chaos/closing.ts';
import { startPostgres } from '../../start/postgres/postgres.ts';
import { remotes } from '../../start/services.ts';
import { root } from '../../start/settings.mjs';
import { findBrowser } from '../../test/browser.ts';
import { call } from '../product.ts';
import { seed } from '../seed.ts';
import { admin, startProduct } from '../servers.ts';

/** Who signs in. */
export interface Credentials {
  email: string;
  password: string;
}

/** What the pages are measured on: the built product on a database of its own, and a browser. */
export interface Stage {
  url: string;
  browser: Browser;
  /** How many times slower the page's processor is made. */
  slower: number;
  /** The superuser's, past row-level security. */
  db: pg.Client;
  adminUrl: string;
  admin: Credentials;
  /** Owns the one realm, with all its tasks. */
  owner: Credentials;
}

const REALM = 1;
const at = (file: string): string => path.join(root, file);

/** Where it keeps its data, and what is asked of it. */
interface Wanted {
  folder: string;
  /** In the one realm. */
  tasks: number;
  slower: number;
}

/** Starts all of it; what is to be ended is in `closing` from its beginning on. */
export async function startStage({ folder, tasks, slower }: Wanted, closing: Closing): Promise<Stage> {
  const executablePath = await findBrowser(console.log);
  const postgres = await startPostgres({ dataDir: folder, settings: { TimeZone: 'UTC' } });
  closing.add(() => postgres.stop());
  yieldToBrowser(postgres.pid());
  execFileSync(process.execPath, [at('apps/bff/dist/migrate.cjs')], {
    env: { PATH: process.env.PATH, DATABASE_URL: postgres.url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const adminUrl = postgres.adminUrl.replace(/\/[^/]*$/, '/tessera');
  await seed(adminUrl, tasks, REALM);
  const server = await startProduct(postgres.serverUrl, path.join(folder, 'secrets'), {
    WEB_DIR: at('apps/shell/dist'),
    MODULES: remotes.map((name) => at(`apps/${name}/dist/module.json`)).join(','),
  });
  closing.add(server.stop);
  yieldToBrowser(server.pid);
  const db = new pg.Client({ connectionString: adminUrl });
  db.on('error', (error) => console.error(error.message));
  await db.connect();
  closing.add(() => db.end());
  const browser = await chromium.launch({
    executablePath,
    // Chromium's own sandbox can't be had by root; the pages are all ours.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  closing.add(() => browser.close());
  return {
    url: `http://127.0.0.1:${server.port}`,
    browser,
    slower,
    db,
    adminUrl,
    admin,
    owner: await makeOwner(server.port),
  };
}

/**
 * In operation the server and its database stand elsewhere: here they don't take the processor from a page that wants it.
 * Linux shares the processor between sessions first, and heeds a process's priority only within its own (sched(7), "The
 * autogroup feature"): so the process's session, to which the browser doesn't belong, has a lower one as well.
 */
function yieldToBrowser(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const session = `/proc/${pid}/autogroup`;
  if (existsSync(session)) writeFileSync(session, String(constants.priority.PRIORITY_LOW));
}

async function makeOwner(port: number): Promise<Credentials> {
  const { token } = await call<{ token: string }>({ port, token: '' }, 'POST', '/api/auth/login', admin);
  const owner = { email: 'owner@quayside.example', password: randomBytes(15).toString('base64url') };
  const account = { ...owner, name: 'Owner', role: 'realm_owner', realm_id: REALM };
  await call({ port, token }, 'POST', '/api/users', account);
  return owner;
}
