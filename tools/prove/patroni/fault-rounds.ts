import { setTimeout as delay } from 'node:timers/promises';
import { type Check, expectNone, expectWithin, formatSeconds } from '../checks.ts';
import type { Installation } from '../installation/installation.ts';
import { measureUntil, waitFor } from '../installation/wait-for.ts';
import { Load } from '../load/load.ts';
import type { SeededRandom } from '../load/seeded-random.ts';
import type { PatroniCluster } from './cluster.ts';
import type { Fault } from './faults.ts';
import { isFailure, isServing, measureInterruption } from './interruptions.ts';

/** The promise: after a fault every request is served again within this time, without help. */
const BACK_MS = 30_000;
/** Both servers have served for so long without a failure. */
const STEADY_MS = 3_000;
const STEADY_LIMIT_MS = 120_000;
const TAKE_OVER_MS = 60_000;

/** One fault and what followed, in milliseconds from the fault, or from its end for the return. */
interface Round {
  title: string;
  machine: string;
  primary: string;
  takeOverMs: number | null;
  failsOver: boolean;
  began: number;
  healed: number;
  ended: number;
  returnMs: number | null;
}

/** Injects the faults one after the other under load, each when the cluster is whole again. Prints a table of times. */
export async function runFaults(
  cluster: PatroniCluster,
  installation: Installation,
  faults: readonly Fault[],
  random: SeededRandom,
): Promise<Check[]> {
  const load = await Load.start(installation, random, 'Patroni', {
    writers: 8,
    streams: 3,
    buying: 8,
    staying: true,
  });
  const rounds: Round[] = [];
  for (const fault of faults) {
    await delay(random.between(2_000, 4_000));
    const round = await runRound(cluster, installation, fault, load);
    rounds.push(round);
    const { title, machine, primary, returnMs } = round;
    console.log(
      `  … ${rounds.length} ${title} (${machine}); primary ${primary}; whole again: ${formatSeconds(returnMs)}`,
    );
    if (returnMs === null) break;
  }
  await delay(STEADY_MS);
  const attempts = load.attempts();
  const servers = installation.bffs.map(({ url }) => url);
  const measured = rounds.map((round) => ({
    ...round,
    ...measureInterruption(attempts, servers, { from: round.began, until: round.healed }),
  }));
  const disturbed = rounds.flatMap(({ title, healed, ended }) =>
    attempts
      .filter((attempt) => attempt.began >= healed && attempt.ended < ended && isFailure(attempt))
      .map(({ method, path, status, error }) => `${title}: ${method} ${path} ${status ?? error}`),
  );
  const finished = await load.finish();
  console.table(
    measured.map((round) => ({
      fault: round.title,
      machine: round.machine,
      'primary after it': round.primary,
      'took over': round.failsOver ? formatSeconds(round.takeOverMs) : '–',
      'last failed request': formatSeconds(round.lastFailureMs),
      'longest without a write': formatSeconds(round.longestGapMs),
      'whole again': formatSeconds(round.returnMs),
    })),
  );
  return [
    expectNone(
      'every fault was injected',
      rounds.length === faults.length ? [] : [`${rounds.length} of ${faults.length}`],
      `${rounds.length} faults`,
    ),
    expectWithin(
      'another machine became the primary by itself',
      BACK_MS,
      measured.filter(({ failsOver }) => failsOver).map(({ takeOverMs }) => takeOverMs),
    ),
    expectWithin(
      'the last request failed within 30 s of the fault',
      BACK_MS,
      measured.map(({ lastFailureMs }) => lastFailureMs),
    ),
    expectWithin(
      'each server acknowledged a write at least every 30 s',
      BACK_MS,
      measured.map(({ longestGapMs }) => longestGapMs),
    ),
    expectWithin(
      'the machine was a standby again by itself within 2 min',
      120_000,
      measured.map(({ returnMs }) => returnMs),
    ),
    expectNone('its return disturbed no request', disturbed),
    ...finished,
  ];
}

async function runRound(
  cluster: PatroniCluster,
  installation: Installation,
  { title, failsOver, inject }: Fault,
  load: Load,
): Promise<Round> {
  const began = performance.now();
  const { machine, heal } = await inject(cluster);
  const others = cluster.machines.filter((one) => one !== machine);
  const takeOverMs = failsOver
    ? await measureUntil(async () => (await cluster.findPrimary(others)) !== null, { withinMs: TAKE_OVER_MS })
    : null;
  const servers = installation.bffs.map(({ url }) => url);
  await waitFor(
    'both servers serve',
    () => performance.now() - began > STEADY_MS && isServing(load.attempts(), servers, STEADY_MS),
    { withinMs: STEADY_LIMIT_MS },
  ).catch((error: unknown) => console.error(String(error)));
  const primary = await cluster.findPrimary(failsOver ? others : cluster.machines);
  const old = installation.db;
  installation.db = cluster.connect();
  void old.end();
  const healed = performance.now();
  heal();
  const returnMs = await measureUntil(async () => await cluster.isWhole(), {
    withinMs: 120_000,
    everyMs: 200,
  });
  return {
    title,
    machine: machine.name,
    primary: primary?.name ?? 'none',
    takeOverMs,
    failsOver,
    began,
    healed,
    ended: performance.now(),
    returnMs,
  };
}
