/**
 * `npm run chaos`: the whole product under faults, on a database of its own, with a report in tmp/chaos. Ends by itself;
 * exit code 0 when everything held, 1 when something did not, 2 when a case could not be run here.
 * `--only=a,c`: these cases; `--quick`: few faults of each; `--seed=7`: the same draws again; `--keep`: leaves the folder
 * with the logs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../start/settings.mjs';
import type { ChaosCase } from './cases/case.ts';
import { diskFull } from './cases/disk-full.ts';
import { network } from './cases/network.ts';
import { postgresKills } from './cases/postgres-kills.ts';
import { serverKills } from './cases/server-kills.ts';
import { serverSleep } from './cases/server-sleep.ts';
import { shutdown } from './cases/shutdown.ts';
import { staleWorker } from './cases/stale-worker.ts';
import { workerKills } from './cases/worker-kills.ts';
import { Chance } from './chance.ts';
import { Closing } from './closing.ts';
import { holds, lines, summary, write, type Outcome } from './report.ts';
import { againWithOwnMounts, hasOwnMounts, mountSmallDisk, obstacle, unmount } from './small-disk.ts';
import { startStage, type StagePlan } from './stage.ts';

const { values: asked } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
const seed = Number(asked.seed);
const onUsualDisk = [workerKills, staleWorker, postgresKills, serverKills, serverSleep, shutdown, network];
const keys = [...onUsualDisk.map(({ key }) => key), 'h'];
const wanted = asked.only?.split(',') ?? keys;
const unknown = wanted.filter((key) => !keys.includes(key));
if (unknown.length > 0 || !Number.isInteger(seed)) {
  console.error(unknown.length > 0 ? `--only knows ${keys.join(', ')}` : '--seed must be a whole number');
  process.exit(78);
}

const say = (line: string): void => console.log(line);
const folder = mkdtempSync(path.join(tmpdir(), 'tessera-chaos-'));
const disk = path.join(folder, 'small-disk');
const whyNoDisk = wanted.includes('h') && !hasOwnMounts() ? obstacle(folder) : null;
if (wanted.includes('h') && !hasOwnMounts() && !whyNoDisk) {
  rmSync(folder, { recursive: true, force: true });
  process.exit(await againWithOwnMounts());
}

/** A whole run takes some 20 minutes; one that takes so much longer has got stuck. */
const LIMIT_MS = 45 * 60_000;
const outcomes: Outcome[] = [];
let closing = new Closing();
let ending: Promise<void> | null = null;

/** Ends every process and removes the folder; once. */
function end(): Promise<void> {
  ending ??= (async () => {
    await closing.all();
    unmount(disk);
    if (asked.keep) say(`Logs: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  })();
  return ending;
}
for (const reason of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const)
  process.on(reason, () => void end().then(() => process.exit(1)));
process.channel?.unref();
setTimeout(() => {
  console.error('It took too long.');
  void end().then(() => process.exit(1));
}, LIMIT_MS).unref();
for (const fault of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(fault, (error: Error) => {
    // What is under way while everything ends fails, and that is no news.
    if (!ending) console.error(error);
    void end().then(() => process.exit(1));
  });

async function play(cases: readonly ChaosCase[], plan: StagePlan): Promise<void> {
  if (cases.length === 0) return;
  say('Starting a database, two servers, three workers and the sandbox.');
  closing = new Closing();
  const stage = await startStage(plan, closing);
  for (const one of cases) {
    say(`\n${one.key}. ${one.title}`);
    const began = Date.now();
    const scene = {
      stage,
      chance: new Chance(seed * 1_000 + one.key.charCodeAt(0)),
      quick: asked.quick,
      say: (line: string) => say(`  … ${line}`),
    };
    const verdicts = await one
      .run(scene)
      .catch((error: Error) => [
        { what: 'the case ran to its end', holds: false, figure: String(error.stack ?? error) },
      ]);
    const seconds = Math.round((Date.now() - began) / 1000);
    const outcome = { key: one.key, title: one.title, seconds, verdicts, notRun: null };
    outcomes.push(outcome);
    for (const line of lines(outcome)) say(line);
    say(`  (${seconds} s)`);
    // What a failed case left behind would be the next one's fault.
    if (!holds(outcome)) await stage.rewire();
  }
  await closing.all();
}

const began = Date.now();
say(`Seed ${seed}${asked.quick ? ', quick' : ''}.`);
try {
  const usual = onUsualDisk.filter(({ key }) => wanted.includes(key));
  const settings = { max_connections: '100', TimeZone: 'UTC' };
  await play(usual, {
    folder: path.join(folder, 'usual'),
    postgres: path.join(folder, 'postgres'),
    settings,
  });
  if (wanted.includes('h') && whyNoDisk) {
    const outcome = { key: 'h', title: 'Disk full, and back', seconds: 0, verdicts: [], notRun: whyNoDisk };
    outcomes.push(outcome);
    say(`\nh. ${outcome.title}`);
    for (const line of lines(outcome)) say(line);
  } else if (wanted.includes('h')) {
    mountSmallDisk(disk);
    const small = { ...settings, max_wal_size: '64MB', min_wal_size: '32MB' };
    await play([diskFull(disk)], {
      folder: path.join(folder, 'small'),
      postgres: path.join(disk, 'postgres'),
      settings: small,
    });
  }
} finally {
  await end();
}
const reports = path.join(root, 'tmp/chaos');
write(reports, { seed, quick: asked.quick }, outcomes);
say(
  `\n${summary(outcomes)} (${Math.round((Date.now() - began) / 1000)} s). Report: ${path.relative(root, reports)}/report.md`,
);
const notRun = outcomes.some((outcome) => outcome.notRun !== null);
process.exit(outcomes.some((outcome) => outcome.notRun === null && !holds(outcome)) ? 1 : notRun ? 2 : 0);
