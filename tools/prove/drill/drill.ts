/**
 * `npm run prove -- drill`: makes each alert of deploy/prometheus fire in a real Prometheus by the fault that it is for, and asks every
 * query of the dashboards for data. Needs the programs prometheus and promtool, and the right to mount a small disk. It takes
 * about twelve minutes. `--only=TesseraErrors,…`: only the faults of these alerts; `--keep`: keeps the folder with the logs.
 * Exit code 0: each alert fired, named its runbook and ended with its fault, and each panel had data; 1: something didn't;
 * 2: it can't run on this machine, or with these options.
 */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { builtModules } from '../../start/modules.mjs';
import { reportChecks } from '../checks.ts';
import { startInstallation } from '../installation/installation.ts';
import { Scratch } from '../installation/scratch.ts';
import {
  findMountObstacle,
  isInMountNamespace,
  mountSmallDisk,
  rerunInMountNamespace,
  unmount,
} from '../installation/small-disk.ts';
import { waitFor } from '../installation/wait-for.ts';
import { Load } from '../load/load.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import { dataFolder, type Fault, faults, UNREACHABLE_PUSH_SERVICE } from './faults.ts';
import type { Scene } from './interference.ts';
import { findMissingProgram, listPanelQueries, type PanelQuery, Prometheus, rules } from './prometheus.ts';

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, keep: { type: 'boolean', default: false } },
});
const selected = options.only?.split(',') ?? rules.map(({ alert }) => alert);
const unknown = selected.filter((name) => !rules.some(({ alert }) => alert === name));
if (unknown.length > 0) {
  console.error(`deploy/prometheus/alerts.yml has no alert ${unknown.join(', ')}`);
  process.exit(2);
}
const missingProgram = findMissingProgram();
if (missingProgram) {
  console.error(`The drill needs the program ${missingProgram}, of the package prometheus`);
  process.exit(2);
}
const FIRE_MS = 60_000;
/** A window of a rate, and what a server needs to recover. */
const END_MS = 90_000;
const QUIET_MS = 25_000;

if (!isInMountNamespace()) {
  const obstacle = findMountObstacle();
  if (obstacle) console.error(`The drill needs a small disk: ${obstacle}`);
  process.exit(obstacle ? 2 : await rerunInMountNamespace('drill'));
}

await using scratch = new Scratch('drill', { keep: options.keep });
const disk = path.join(scratch.folder, 'disk');
// What is kept would end with the namespace of its mount all the same.
scratch.defer(() => unmount(disk));

const report = (title: string, problem: string | null): void =>
  reportChecks([{ title, passed: problem === null, detail: problem ?? '' }]);

const seconds = (began: number): string => `${Math.round((performance.now() - began) / 1000)} s`;

/** Asks for the data of each panel's query, until it had some once. */
class Panels {
  private readonly all = listPanelQueries();
  private readonly missing = new Set<PanelQuery>(this.all);

  async ask(prometheus: Prometheus): Promise<void> {
    for (const query of this.missing) if (await prometheus.hasData(query.expr)) this.missing.delete(query);
  }

  report(): void {
    for (const dashboard of new Set(this.all.map((query) => query.dashboard))) {
      const all = this.all.filter((query) => query.dashboard === dashboard);
      const missing = all.filter((query) => this.missing.has(query));
      report(
        `${dashboard}: ${all.length - missing.length} of ${all.length} queries had data`,
        missing.map(({ panel, expr }) => `none for "${panel}" (${expr})`).join('; ') || null,
      );
    }
  }
}

/** Collects the alerts that fire at any time of a while in which all is well. */
async function watchQuiet(prometheus: Prometheus): Promise<string[]> {
  const fired = new Set<string>();
  for (const began = performance.now(); performance.now() - began < QUIET_MS;) {
    for (const alert of await prometheus.firing()) fired.add(alert);
    await delay(1_000);
  }
  return [...fired];
}

/** A fault that can't be made fails its own alerts; the others are drilled all the same. */
async function drill(fault: Fault, scene: Scene, prometheus: Prometheus, panels: Panels): Promise<void> {
  console.log(`\n${fault.title}`);
  await drillFault(fault, scene, prometheus, panels).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    for (const alert of fault.alerts) report(alert, `its fault could not be made or ended: ${reason}`);
  });
}

async function drillFault(fault: Fault, scene: Scene, prometheus: Prometheus, panels: Panels): Promise<void> {
  let began = performance.now();
  const end = await fault.begin(scene);
  const fired = new Map<string, string>();
  await waitFor(
    'its alerts fire',
    async () => {
      for (const alert of await prometheus.firing()) if (!fired.has(alert)) fired.set(alert, seconds(began));
      return fault.alerts.every((alert) => fired.has(alert));
    },
    { withinMs: fault.withinMs ?? FIRE_MS, everyMs: 500 },
  ).catch(() => undefined);
  await panels.ask(prometheus);
  await end();
  began = performance.now();
  const hasEnded = (alert: string): Promise<boolean | undefined> =>
    waitFor('it ends', async () => !(await prometheus.firing()).has(alert), {
      withinMs: END_MS,
      everyMs: 500,
    }).catch(() => undefined);
  for (const alert of fault.alerts) {
    const after = fired.get(alert);
    if (!after) {
      report(alert, `did not fire; these did: ${[...fired.keys()].join(', ') || 'none'}`);
      continue;
    }
    const ended = await hasEnded(alert);
    const problem = ended ? null : 'did not end with its fault';
    report(`${alert} after ${after}, ended after ${seconds(began)}`, problem);
  }
}

try {
  mountSmallDisk(disk, '1g');
  const installation = await startInstallation(
    {
      folder: path.join(scratch.folder, 'installation'),
      postgresFolder: path.join(disk, 'postgres'),
      settings: { max_connections: '100', TimeZone: 'UTC', max_wal_size: '64MB', min_wal_size: '32MB' },
      serverEnv: () => ({
        MODULES: builtModules,
        PUSH_SERVICES: UNREACHABLE_PUSH_SERVICE,
        DATA_DIR: dataFolder(disk),
      }),
    },
    scratch,
  );
  const random = new SeededRandom(1);
  const load = await Load.start(installation, random, 'Drill', { writers: 2, streams: 2, buying: 10 });
  const { fixtures } = load;
  scratch.defer(() => load.stop());
  const prometheus = await Prometheus.start(
    path.join(scratch.folder, 'prometheus'),
    installation.bffs.map(({ port }) => `127.0.0.1:${port}`),
  );
  scratch.defer(() => prometheus.stop());
  const panels = new Panels();
  const scene = { installation, fixtures, disk };

  const quiet = await watchQuiet(prometheus);
  await panels.ask(prometheus);
  report('no alert fires while all is well', quiet.join(', ') || null);
  const due = faults.filter(({ alerts }) => alerts.some((alert) => selected.includes(alert)));
  const beside = due
    .filter(({ isBeside }) => isBeside)
    .map((fault) => drill(fault, scene, prometheus, panels));
  for (const fault of due) if (!fault.isBeside) await drill(fault, scene, prometheus, panels);
  await Promise.all(beside);
  console.log();
  const drilled = faults.flatMap(({ alerts }) => alerts);
  report(
    'there is a fault for each alert',
    rules.flatMap(({ alert }) => (drilled.includes(alert) ? [] : [alert])).join(', ') || null,
  );
  if (!options.only) panels.report();
} catch (error) {
  report('the drill', error instanceof Error ? (error.stack ?? error.message) : String(error));
}
