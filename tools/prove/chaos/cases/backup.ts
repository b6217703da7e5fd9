import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '../../../start/ports.ts';
import { serverCommandOf } from '../../../start/server-command.ts';
import { root } from '../../../start/settings.mjs';
import { type Check, expectNone } from '../../checks.ts';
import { Client } from '../../installation/client.ts';
import { connectAsAdmin, type Installation, waitUntilReady } from '../../installation/installation.ts';
import { Program } from '../../installation/program.ts';
import { Publisher } from '../../installation/publisher.ts';
import type { Fixtures } from '../../load/fixtures.ts';
import { checkInvariants } from '../../load/invariants.ts';
import { Load } from '../../load/load.ts';
import type { CaseContext, ChaosCase } from './chaos-case.ts';

const MODULE = 'mf-backup';
const RESTORED = 'restored';
/** Tables whose rows are never removed in the course of this case. */
const KEPT = ['tasks', 'task_events', 'tickets', 'audit'];

/** Backs up under load, and starts a server on what is restored from the last backup. */
export const backup: ChaosCase = {
  key: 'k',
  title: 'Backups under load, and a restore',
  async injectFaults({ installation, random, quick, log }: CaseContext): Promise<Check[]> {
    const folder = mkdtempSync(path.join(installation.folder, 'backup-'));
    const backups = path.join(folder, 'backups');
    const passphrase = randomBytes(24).toString('base64url');
    const administrator = new Client(installation.urls);
    await administrator.signIn(installation.admin);
    const publisher = await Publisher.register(administrator, new Client(installation.urls), MODULE);
    await publisher.publish('1.0.0');
    await publisher.promote('1.0.0');
    const load = await Load.start(installation, random, 'Backup', { writers: 6, streams: 2, buying: 8 });
    const { fixtures } = load;

    let before = new Map<string, Set<string>>();
    const failed: string[] = [];
    for (let time = 1; time <= (quick ? 1 : 5); time += 1) {
      await delay(random.between(2_000, 4_000));
      await killOne(installation, backups, passphrase, random.between(300, 1_500));
      before = await readIds(installation.db);
      const { code, output } = await backUp(installation, backups, passphrase).ended;
      if (code !== 0) failed.push(output);
      log(output.trim());
    }
    const loadChecks = await load.finish();
    const files = readdirSync(backups).filter((name) => name.endsWith('.age'));
    const newest = path.join(backups, files.sort().at(-1) ?? '');
    const after = await readIds(installation.db);

    await installation.db.query(`CREATE DATABASE ${RESTORED} OWNER tessera`);
    const restored = connectAsAdmin(installation.postgres.adminUrl, RESTORED);
    try {
      const restore = await restoreFrom(newest, installation, folder, passphrase).ended;
      log(restore.output.trim().split('\n')[0] ?? '');
      if (restore.code !== 0)
        return [
          expectNone('every backup and the restore succeeded', [...failed, restore.output]),
          ...loadChecks,
        ];
      const ids = await readIds(restored);
      return [
        expectNone('every backup and the restore succeeded', failed, `${files.length} backups`),
        expectNone('what was there before the backup is in it', missingIn(ids, before)),
        expectNone('nothing is in it that never was', missingIn(after, ids), describeSizes(ids)),
        ...(await checkServer(installation, folder, fixtures, restored)),
        ...loadChecks,
      ];
    } finally {
      await restored.end();
      await installation.db.query(`DROP DATABASE ${RESTORED} WITH (FORCE)`);
      rmSync(folder, { recursive: true });
    }
  },
};

interface Run {
  ended: Promise<{ code: number | null; output: string }>;
  kill(): void;
}

/** Runs a command of `tessera`. */
function tessera(args: readonly string[], env: NodeJS.ProcessEnv): Run {
  const child = spawn(process.execPath, [path.join(root, 'apps/bff/dist/tessera.cjs'), ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { ended, kill: () => child.kill('SIGKILL') };
}

const backUp = ({ serverEnv, postgres }: Installation, backups: string, passphrase: string): Run =>
  tessera(['backup', backups], {
    ...serverEnv,
    BACKUP_DATABASE_URL: toDatabase(postgres.adminUrl, 'tessera'),
    BACKUP_PASSPHRASE: passphrase,
  });

/** Kills a backup, which must not leave a file that looks like one. */
async function killOne(
  installation: Installation,
  backups: string,
  passphrase: string,
  afterMs: number,
): Promise<void> {
  mkdirSync(backups, { recursive: true });
  const list = () => readdirSync(backups).filter((name) => name.endsWith('.age')).length;
  const count = list();
  const killed = backUp(installation, backups, passphrase);
  await delay(afterMs);
  killed.kill();
  const { code } = await killed.ended;
  if (code === null && list() !== count) throw new Error('A killed backup left a file');
}

const toDatabase = (url: string, name: string): string => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

const settingsFile = (folder: string): string => path.join(folder, 'restored.json');
const storeFolder = (folder: string): string => path.join(folder, 'modules');

const restoreFrom = (file: string, { postgres }: Installation, folder: string, passphrase: string): Run =>
  tessera(['restore', file, '--settings', settingsFile(folder)], {
    DATABASE_URL: toDatabase(postgres.url, RESTORED),
    MODULE_STORE: storeFolder(folder),
    BACKUP_PASSPHRASE: passphrase,
  });

/** The ids of all rows of the kept tables, by table. */
async function readIds(db: pg.Pool): Promise<Map<string, Set<string>>> {
  const tables = KEPT.map(async (table) => {
    const { rows } = await db.query<{ id: string }>(`SELECT id::text AS id FROM ${table}`);
    return [table, new Set(rows.map(({ id }) => id))] as const;
  });
  return new Map(await Promise.all(tables));
}

/** Lists the ids of `ids` that `all` lacks. */
const missingIn = (
  all: ReadonlyMap<string, ReadonlySet<string>>,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): string[] =>
  [...ids].flatMap(([table, some]) =>
    [...some].filter((id) => !all.get(table)?.has(id)).map((id) => `${table} ${id}`),
  );

const describeSizes = (ids: ReadonlyMap<string, ReadonlySet<string>>): string =>
  [...ids].map(([table, some]) => `${some.size} ${table}`).join(', ');

/** Starts a server on the restored database: people sign in, modules load, and its sweeps leave consistent tables. */
async function checkServer(
  { serverEnv, postgres, admin }: Installation,
  folder: string,
  { owner }: Fixtures,
  restored: pg.Pool,
): Promise<Check[]> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = new Program({
    name: 'restored',
    args: [...serverCommandOf(root)],
    logs: folder,
    env: {
      ...serverEnv,
      ...(JSON.parse(readFileSync(settingsFile(folder), 'utf8')) as NodeJS.ProcessEnv),
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: folder,
      MODULE_STORE: storeFolder(folder),
      DATABASE_URL: toDatabase(postgres.serverUrl, RESTORED),
      DATABASE_DIRECT_URL: undefined,
      DATABASE_STATEMENTS: undefined,
    },
  });
  server.start();
  try {
    await waitUntilReady(url, 90_000);
    const client = new Client([url]);
    const faults: string[] = [];
    for (const account of [admin, owner])
      await client.signIn(account).catch((error: unknown) => faults.push(String(error)));
    const answer = await fetch(`${url}/api/modules`);
    const { modules } = (await answer.json()) as { modules: { name: string; base_url: string }[] };
    const module = modules.find(({ name }) => name === MODULE);
    const file = await fetch(`${url}${module?.base_url ?? '/none/'}entry.js`);
    if (!(await file.text()).includes(MODULE)) faults.push(`${MODULE} was answered with ${file.status}`);
    return [
      expectNone('people sign in and modules load on what was restored', faults),
      ...(await checkInvariants(restored)),
    ];
  } finally {
    await server.stop();
  }
}
