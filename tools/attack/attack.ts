/**
 * `npm run attack`: attacks a server of its own, on a database of its own and over loopback alone, and reports what held:
 * bodies of growing size for every operation, slow requests, many connections, guesses at passwords, revoked access.
 * `--only=bodies|connections|sign-ins|revocations`, comma-joined. Ends with 1 when a promise is missed.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from '../bench/servers.ts';
import { startPostgres } from '../start/postgres/postgres.ts';
import { root } from '../start/settings.mjs';
import { growingBodies } from './bodies.ts';
import { manyConnections, slowRequests } from './connections.ts';
import { Probe } from './probe.ts';
import { type Result, table } from './report.ts';
import { revokedAccess } from './revocations.ts';
import { LOGIN_ATTEMPTS, racingGuesses, spraying, strangersLockOut } from './sign-ins.ts';
import { World } from './world.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const isWanted = (part: string): boolean => !values.only || values.only.split(',').includes(part);

const folder = mkdtempSync(path.join(tmpdir(), 'tessera-attack-'));
const closing: (() => Promise<unknown>)[] = [];
const results: Result[] = [];

async function end(): Promise<void> {
  for (const close of closing.splice(0).reverse())
    await close().catch((error: Error) => console.error(error.message));
  rmSync(folder, { recursive: true, force: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void end().then(() => process.exit(1)));

async function run(): Promise<void> {
  console.log('Starting a database and a server of its own.');
  const postgres = await startPostgres({
    dataDir: folder,
    settings: { max_connections: '100', TimeZone: 'UTC' },
  });
  closing.push(() => postgres.stop());
  execFileSync(process.execPath, [path.join(root, 'apps/bff/dist/migrate.cjs')], {
    env: { PATH: process.env.PATH, DATABASE_URL: postgres.url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const server = await startProduct(postgres.serverUrl, path.join(folder, 'secrets'), {
    LOGIN_ATTEMPTS: String(LOGIN_ATTEMPTS),
    // The defaults of these, which the benchmarks raise.
    CONNECTIONS_PER_ADDRESS: '500',
    CONNECTIONS: '8000',
    STREAMS_PER_SESSION: '30',
    STREAMS_PER_USER: '100',
  });
  closing.push(server.stop);
  const world = new World(server.port);
  await world.prepare();
  const probe = new Probe(server.port);
  closing.push(() => probe.stop());
  const report = (found: Result | Result[]) => {
    for (const result of [found].flat()) {
      results.push(result);
      console.log(`${result.kept ? 'kept  ' : 'MISSED'}  ${result.attack}: ${result.outcome}`);
    }
  };
  if (isWanted('bodies')) report(await growingBodies(world, probe));
  if (isWanted('connections')) {
    report(await manyConnections(world));
    report(await slowRequests(world));
  }
  if (isWanted('revocations')) report(await revokedAccess(world));
  if (isWanted('sign-ins')) {
    await world.signIn();
    report(await racingGuesses(world));
    report(await strangersLockOut(world));
    report(await spraying(world));
  }
}

try {
  await run();
  console.log(`\n${table(results)}`);
  const missed = results.filter(({ kept }) => !kept).length;
  console.log(
    missed === 0 ? '\nEvery promise was kept.' : `\n${missed} of ${results.length} promises were missed.`,
  );
  process.exitCode = missed === 0 ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await end();
}
