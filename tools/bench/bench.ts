/**
 * `npm run bench`: measures the product against references on a database of its own, and ends by itself.
 * `--large`: 2 million tasks rather than 200,000; `--write`: writes docs/benchmarks.md; `--quick`: short runs, to see that
 * it works; `--only=reads|depth|writes|leases|live`, comma-joined.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startPostgres } from '../start/postgres/postgres.ts';
import { root } from '../start/settings.mjs';
import { queuedToLeased } from './leases.ts';
import { liveStream } from './live.ts';
import type { Result } from './paired.ts';
import { people } from './product.ts';
import { depth, reads } from './reads.ts';
import { line, markdown, publish, say } from './report.ts';
import { seed, type Seeded } from './seed.ts';
import { type Running, startProduct, startReferences } from './servers.ts';
import { leasedAndReported } from './throughput.ts';
import { launch, manyTasks } from './writes.ts';

const { values: asked } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const tasks = asked.large ? 2_000_000 : 200_000;
const rounds = asked.quick ? 3 : 7;
const ms = asked.quick ? 700 : 1500;
/** The realm whose page is read; another one launches. */
const READ_REALM = 1;

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-bench-'));
const closing: (() => Promise<unknown>)[] = [];
const results: Result[] = [];
const tell = (result: Result): void => {
  results.push(result);
  say(line(result));
};

async function end(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close().catch((error: Error) => say(error.message));
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void end().then(() => process.exit(1)));

/** A cursor as the list gives it, for the task at `row` of the newest. */
async function cursorAt(db: pg.Client, row: number): Promise<string> {
  const { rows } = await db.query<{ at: string; id: number }>(
    `SELECT created_at::text AS at, id FROM tasks WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC OFFSET $1 LIMIT 1`,
    [row - 1],
  );
  return Buffer.from(JSON.stringify([rows[0]?.at, rows[0]?.id])).toString('base64url');
}

async function run(): Promise<void> {
  say('Starting a database of its own.');
  const settings = { max_connections: '100', shared_buffers: '512MB', max_wal_size: '4GB', TimeZone: 'UTC' };
  const postgres = await startPostgres({ dataDir: folder, settings });
  closing.push(() => postgres.stop());
  const adminUrl = postgres.adminUrl.replace(/\/[^/]*$/, '/tessera');
  execFileSync(process.execPath, [path.join(root, 'apps/bff/dist/migrate.cjs')], {
    env: { PATH: process.env.PATH, DATABASE_URL: postgres.url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  say(`Filling it: ${tasks.toLocaleString('en')} tasks in 200 realms.`);
  const seeded = await seed(adminUrl, tasks);
  const startServer = async () => {
    const server = await startProduct(postgres.serverUrl, path.join(folder, 'secrets'));
    closing.push(server.stop);
    return server;
  };
  const bff = await startServer();
  const references = await startReferences(adminUrl);
  closing.push(references.stop);
  const db = new pg.Client({ connectionString: adminUrl });
  db.on('error', (error) => say(error.message));
  await db.connect();
  closing.push(() => db.end());
  await measure({ bff, startServer, references, db, seeded, adminUrl });
  say('Done.');
}

interface Contestants {
  bff: Running;
  startServer(): Promise<Running>;
  references: Running;
  db: pg.Client;
  seeded: Seeded;
  adminUrl: string;
}

async function measure({ bff, startServer, references, db, seeded, adminUrl }: Contestants): Promise<void> {
  const callers = await people(bff.port, READ_REALM, seeded.realm);
  const reading = {
    product: bff.port,
    references: references.port,
    people: callers,
    realm: READ_REALM,
    rounds,
    ms,
  };
  const wants = (part: string): boolean => !asked.only || asked.only.split(',').includes(part);
  say('Median of paired runs (p10–p90).\n');
  if (wants('reads')) await reads(reading, tell);
  if (wants('depth')) tell(await depth(reading, await cursorAt(db, tasks / 2), tasks / 2));
  const writing = { people: callers, db, folder, seeded, rounds };
  if (wants('writes')) tell(await manyTasks(writing));
  if (wants('writes')) tell(await launch(writing));
  const leasing = { people: callers, db, seeded, samples: asked.quick ? 5 : 40 };
  if (wants('leases')) for (const result of await queuedToLeased(leasing)) tell(result);
  if (wants('leases')) tell(await leasedAndReported(leasing, adminUrl, rounds));
  if (wants('live')) {
    // A process that nothing has grown yet tells what a connection takes.
    await bff.stop();
    const fresh = await startServer();
    const living = { product: fresh, db, rounds: asked.quick ? 1 : 3, ms: asked.quick ? 2000 : 5000 };
    for (const result of await liveStream(living)) tell(result);
  }
  if (asked.write) await publish('docs/benchmarks.md', markdown(results, tasks));
}

try {
  await run();
} finally {
  await end();
}
