/**
 * `npm run prove -- chaos`: injects faults into the whole product on a temporary database and writes a report to tmp/chaos.
 * Exit code 0: all checks passed; 1: a check failed; 2: a case could not run on this machine.
 * `--only=a,c`: only these cases; `--quick`: few faults per case; `--seed=7`: seed of the random faults; `--keep`: keeps
 * the folder with the logs; `--postgres=<folder>`: programs of another PostgreSQL; `--pgbouncer=<program>`: servers reach
 * the database through it, in transaction mode; `--nginx`: clients reach the servers through nginx.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../start/settings.mjs';
import { type InstallationOptions, startInstallation } from '../installation/installation.ts';
import { Cleanup, Scratch } from '../installation/scratch.ts';
import {
  findMountObstacle,
  isInMountNamespace,
  mountSmallDisk,
  rerunInMountNamespace,
  unmount,
} from '../installation/small-disk.ts';
import { StandbyPair } from '../installation/standby-pair.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import { backup } from './cases/backup.ts';
import type { ChaosCase } from './cases/chaos-case.ts';
import { diskFull } from './cases/disk-full.ts';
import { failover } from './cases/failover.ts';
import { moduleRelease } from './cases/module-release.ts';
import { network } from './cases/network.ts';
import { postgresKills } from './cases/postgres-kills.ts';
import { serverKills } from './cases/server-kills.ts';
import { serverSleep } from './cases/server-sleep.ts';
import { shutdown } from './cases/shutdown.ts';
import { staleWorker } from './cases/stale-worker.ts';
import { workerKills } from './cases/worker-kills.ts';
import { formatOutcome, formatSummary, hasPassed, type Outcome, writeReport } from './report.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
    postgres: { type: 'string' },
    pgbouncer: { type: 'string' },
    nginx: { type: 'boolean', default: false },
  },
});
if (options.postgres) process.env.POSTGRES_BIN = options.postgres;
if (options.pgbouncer) process.env.POOLER = options.pgbouncer;
if (options.nginx) process.env.BEHIND_NGINX = 'on';
const seed = Number(options.seed);
const casesOnRegularDisk = [
  workerKills,
  staleWorker,
  postgresKills,
  serverKills,
  serverSleep,
  shutdown,
  network,
  moduleRelease,
  backup,
];
const keys = [...casesOnRegularDisk.map(({ key }) => key), 'h', 'j'];
const selected = options.only?.split(',') ?? keys;
const unknown = selected.filter((key) => !keys.includes(key));
if (unknown.length > 0 || !Number.isInteger(seed)) {
  console.error(unknown.length > 0 ? `--only accepts ${keys.join(', ')}` : '--seed must be a whole number');
  process.exit(78);
}

const log = (line: string): void => console.log(line);
const needsMount = selected.includes('h') && !isInMountNamespace();
const diskObstacle = needsMount ? findMountObstacle() : null;
if (needsMount && !diskObstacle) process.exit(await rerunInMountNamespace('chaos'));

/** A whole run takes about 35 minutes; a longer one hangs. */
const LIMIT_MS = 75 * 60_000;
await using scratch = new Scratch('chaos', { keep: options.keep });
const { folder } = scratch;
const disk = path.join(folder, 'small-disk');
scratch.defer(() => unmount(disk));
const outcomes: Outcome[] = [];
setTimeout(() => {
  console.error('Timed out.');
  scratch.abandon();
}, LIMIT_MS).unref();

async function runCases(cases: readonly ChaosCase[], plan: InstallationOptions): Promise<void> {
  if (cases.length === 0) return;
  log('Starting a database, two servers, three workers and the sandbox.');
  await using cleanup = new Cleanup();
  scratch.defer(() => cleanup.end());
  const installation = await startInstallation(plan, cleanup);
  for (const chaosCase of cases) {
    log(`\n${chaosCase.key}. ${chaosCase.title}`);
    const began = Date.now();
    const context = {
      installation,
      random: new SeededRandom(seed * 1_000 + chaosCase.key.charCodeAt(0)),
      quick: options.quick,
      log: (line: string) => log(`  … ${line}`),
    };
    const checks = await chaosCase.injectFaults(context).catch((error: unknown) => [
      {
        title: 'the case completed',
        passed: false,
        detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
      },
    ]);
    const seconds = Math.round((Date.now() - began) / 1000);
    const outcome = { key: chaosCase.key, title: chaosCase.title, seconds, checks, skipReason: null };
    outcomes.push(outcome);
    for (const line of formatOutcome(outcome)) log(line);
    log(`  (${seconds} s)`);
    // Don't let the state of a failed case affect the next one.
    if (!hasPassed(outcome)) await installation.restart();
  }
}

const began = Date.now();
log(`Seed ${seed}${options.quick ? ', quick' : ''}.`);
await runCases(
  casesOnRegularDisk.filter(({ key }) => selected.includes(key)),
  { folder: path.join(folder, 'usual') },
);
if (selected.includes('j')) {
  const pair = new StandbyPair(path.join(folder, 'pair'));
  await runCases([failover(pair)], {
    folder: path.join(folder, 'failover'),
    startDatabase: () => pair.start(),
  });
}
if (selected.includes('h') && diskObstacle) {
  const outcome = { key: 'h', title: 'Disk full', seconds: 0, checks: [], skipReason: diskObstacle };
  outcomes.push(outcome);
  log(`\nh. ${outcome.title}`);
  for (const line of formatOutcome(outcome)) log(line);
} else if (selected.includes('h')) {
  mountSmallDisk(disk);
  await runCases([diskFull(disk)], {
    folder: path.join(folder, 'small'),
    postgresFolder: path.join(disk, 'postgres'),
    settings: { max_connections: '100', TimeZone: 'UTC', max_wal_size: '64MB', min_wal_size: '32MB' },
  });
}
const reports = path.join(root, 'tmp/chaos');
writeReport(reports, { seed, quick: options.quick }, outcomes);
log(
  `\n${formatSummary(outcomes)} (${Math.round((Date.now() - began) / 1000)} s). Report: ${path.relative(root, reports)}/report.md`,
);
const hasFailed = outcomes.some((outcome) => outcome.skipReason === null && !hasPassed(outcome));
process.exitCode = hasFailed ? 1 : outcomes.some(({ skipReason }) => skipReason !== null) ? 2 : 0;
