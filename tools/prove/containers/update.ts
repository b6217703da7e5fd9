import semver from 'semver';
import { readVersion } from '../../release/version-files.ts';
import { root } from '../../start/settings.mjs';
import { type Check, expectNone, expectWithin, formatSeconds } from '../checks.ts';
import { findLost } from '../installation/client.ts';
import { waitFor } from '../installation/wait-for.ts';
import type { LoadTarget } from '../load/fixtures.ts';
import { Load } from '../load/load.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import type { Composed } from './composed.ts';
import { readCommands } from './documented.ts';

const NEW_VERSION = String(semver.inc(readVersion(root), 'patch'));
/** How soon servers announce a new release (install.md). */
const PROMISED_MS = 15_000;
const UPDATED = ['bff', 'shell', 'worker', 'mf-tasks', 'mf-tickets', 'mf-admin'];

/** Updates everything to another tag under load, by the commands of upgrade.md in their order. */
export async function updateProduct(composed: Composed, target: LoadTarget): Promise<Check[]> {
  for (const line of readCommands('upgrade.md', 'Before'))
    await composed.shell(line.replace('<new>', NEW_VERSION));
  composed.set('TESSERA_VERSION', NEW_VERSION);
  const old = (await composed.containers('bff')).map(({ id }) => id);
  const lines = readCommands('upgrade.md', 'With Docker Compose');
  const load = await Load.start(target, new SeededRandom(4), 'Update', { writers: 6, streams: 2, buying: 8 });
  const began = performance.now();
  const lost: string[] = [];
  let seen = 0;
  for (const line of lines) {
    await composed.shell(line.replaceAll('<each old container>', old.join(' ')));
    if (line.startsWith('docker compose ps bff')) await composed.waitUntilHealthy('bff', 2 * old.length);
    if (line.endsWith(' shell')) await composed.waitUntilHealthy('shell');
    if (line.endsWith(' worker')) await composed.waitUntilHealthy('worker');
    lost.push(...findLost(load.attempts(), seen).map((request) => `${line}: ${request}`));
    seen = performance.now();
  }
  const seconds = formatSeconds(performance.now() - began);
  const count = load.attempts().length;
  const found = await load.finish({ isProxied: true });
  const stale = (await composed.inspectAll(...UPDATED)).filter(
    ({ Config }) => !Config.Image.endsWith(`:${NEW_VERSION}`),
  );
  return [
    expectNone(
      'no request was lost or answered with an error of a server',
      lost,
      `${count} requests in ${seconds}`,
    ),
    expectNone(
      'everything is of the new version',
      stale.map(({ Config }) => Config.Image),
      `${UPDATED.length} services`,
    ),
    ...found,
  ];
}

/** Another release of a module, copied by its image, is announced without a restart, and the release before stays served. */
export async function renewModule(composed: Composed): Promise<Check[]> {
  const read = async () => {
    const answer = await fetch(`${composed.console}/api/modules`);
    const { modules } = (await answer.json()) as {
      modules: { name: string; version: string; base_url: string }[];
    };
    return modules.find(({ name }) => name === 'mf-tasks');
  };
  const before = await read();
  const change = `sed -i 's/"version": *"[^"]*"/"version":"99.0.0"/' /dist/module.json && copy-module /dist /bundled/mf-tasks`;
  const volume = ['--volume', 'tessera_bundled:/bundled'];
  await composed.engine.ok(['run', '--rm', ...volume, `tessera/mf-tasks:${NEW_VERSION}`, 'sh', '-c', change]);
  const began = performance.now();
  await waitFor('it is announced', async () => (await read())?.version === '99.0.0', { withinMs: 60_000 });
  const elapsed = performance.now() - began;
  const { ok } = await fetch(`${composed.console}${before?.base_url}module.json`);
  return [
    expectWithin('a module that is copied again is announced without a restart', PROMISED_MS, [elapsed]),
    { title: 'and its release before stays served', passed: ok, detail: before?.version ?? '' },
  ];
}
