/**
 * `npm run prove -- containers`: Dockerfile and docker-compose.yml as they are, run by a container engine of its own, with the
 * commands of docs/operate. Needs Debian 12, root and its packages docker.io, debootstrap, iptables and jq; the images that the
 * product begins with are stood in for (bases/Dockerfile). It proves what is committed.
 * `--only=kills,update`: after the start only these steps; `--keep`: keeps the folder; `--stay`: keeps it running until Ctrl-C.
 */
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Check, runStep } from '../checks.ts';
import { Scratch } from '../installation/scratch.ts';
import { Load } from '../load/load.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import { buildBases, COMPOSED_BASES } from './bases.ts';
import { Composed } from './composed.ts';
import { startEngine } from './engine.ts';
import { checkHardening } from './hardening.ts';
import { buildImages, rebuildImages } from './images.ts';
import { killContainers } from './kills.ts';
import { measureRest, observe, restoreBackup, runCommands } from './operations.ts';
import { connect, signIn, startProduct, startWorker } from './start.ts';
import { proveTeamModule } from './team-module.ts';
import { renewModule, updateProduct } from './update.ts';
import { walk } from './walk.ts';

const { values: options } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    stay: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

const only = options.only?.split(',').concat('images', 'start');

/** Runs a step, unless others are asked for. */
async function step(title: string, work: () => Promise<Check[]>): Promise<void> {
  if (!only || only.includes(title)) await runStep(title, work);
}

await using scratch = new Scratch('containers', { keep: options.keep });
const engine = await startEngine(scratch);
await buildBases(engine, COMPOSED_BASES);
const composed = await Composed.prepare(path.join(scratch.folder, 'repository'), engine);
scratch.defer(() => composed.run('docker compose --profile "*" down --volumes --timeout 5'));

await step('images', () => buildImages(composed));
await step('rebuild', () => rebuildImages(composed));
await step('start', () => startProduct(composed));
await step('person', () => signIn(composed));
await startWorker(composed);
const target = await connect(composed, scratch);
await step('purchase', async () => {
  const load = await Load.start(target, new SeededRandom(1), 'Purchase', {
    writers: 2,
    streams: 1,
    buying: 6,
  });
  await delay(10_000);
  return load.finish();
});
await step('walk', () => walk(composed, target));
await step('hardening', () => checkHardening(composed));
await step('backup', () => restoreBackup(composed, target));
await step('commands', () => runCommands(composed));
await step('logs', () => observe(composed));
await step('kills', () => killContainers(composed, target));
await step('update', () => updateProduct(composed, target));
await step('module', () => renewModule(composed));
await step('team', () => proveTeamModule(composed, target, scratch.folder));
await step('rest', () => measureRest(composed));

if (options.stay) {
  console.log(
    `${composed.console}  ${composed.admin.email}  ${composed.admin.password}  (press Ctrl-C to stop)`,
  );
  await once(process, 'SIGINT');
}
