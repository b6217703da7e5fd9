import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildProbe, readManifest } from './harness/probe-module.ts';
import { registerTeam, type Team } from './harness/probe-team.ts';
import { openMenuEntry } from './harness/sign-in.ts';
import { expect, test as base } from './harness/test.ts';

interface Versions {
  version: string;
  packages: Record<string, string>;
}

const shell = path.resolve(import.meta.dirname, '../../shell/dist');

/** The version whose minor is this one's with the distance added, e.g. `1.2.3` and 1 → `1.3.0`. */
function withMinor(version: string, distance: number): string {
  const [major = '', minor = ''] = version.split('.');
  return `${major}.${Number(minor) + distance}.0`;
}

const test = base.extend<object, { team: Team; provided: Versions; webDir: string }>({
  /** A copy of the shell that provides the next minor version of its contract and of each package. */
  webDir: [
    async ({}, use) => {
      const folder = path.join(mkdtempSync(path.join(tmpdir(), 'tessera-shell-')), 'dist');
      cpSync(shell, folder, { recursive: true });
      await use(folder);
    },
    { scope: 'worker' },
  ],
  provided: [
    async ({ webDir }, use) => {
      const file = path.join(webDir, 'shell-contract.json');
      const contract = JSON.parse(readFileSync(file, 'utf8')) as Versions;
      const packages = Object.fromEntries(
        Object.entries(contract.packages).map(([name, version]) => [name, withMinor(version, 1)]),
      );
      const provided = { ...contract, version: withMinor(contract.version, 1), packages };
      writeFileSync(file, JSON.stringify(provided));
      await use(provided);
    },
    { scope: 'worker' },
  ],
  environment: [async ({ webDir }, use) => use({ WEB_DIR: webDir }), { scope: 'worker' }],
  team: [
    async ({ product }, use) => use(await registerTeam(product, 'Probe team', ['mf-probe'])),
    { scope: 'worker' },
  ],
});

interface Needs {
  version: string;
  shell?: string;
  packages?: Record<string, string>;
}

/** Returns a function that has the release state other needs in its module.json, which is signed afterwards. */
function needsOf(dist: string): (needs: Needs) => void {
  const manifest = JSON.parse(readManifest(dist)) as Needs;
  return (needs) => {
    const packages = { ...manifest.packages, ...needs.packages };
    writeFileSync(path.join(dist, 'module.json'), JSON.stringify({ ...manifest, ...needs, packages }));
  };
}

test('runs a module that was built against the minor version before of every package', async ({
  openContext,
  team,
  provided,
}) => {
  const dist = await buildProbe('1.0.0');
  const packages = Object.fromEntries(
    Object.entries(provided.packages).map(([name, version]) => [name, `^${withMinor(version, -1)}`]),
  );
  needsOf(dist)({ version: '1.0.0', packages });
  await team.publish(dist);
  await team.run('promote', 'mf-probe@1.0.0');
  const page = await (await openContext('owner')).newPage();
  await page.goto('/probe');
  await expect(page.getByRole('heading', { name: 'Probe 1.0.0' })).toBeVisible();
  for (const entry of ['Tasks', 'Sites']) {
    await openMenuEntry(page, entry);
    await expect(page.getByRole('heading', { level: 1, name: entry })).toBeVisible();
  }
});

test('refuses a module that was built against the next minor version of any package, and says which', async ({
  team,
  provided,
}) => {
  const dist = await buildProbe('1.1.0');
  const state = needsOf(dist);
  for (const [name, version] of Object.entries(provided.packages)) {
    const needed = `^${withMinor(version, 1)}`;
    state({ version: '1.1.0', packages: { [name]: needed } });
    await expect(team.publish(dist)).rejects.toThrow(
      `mf-probe 1.1.0 needs ${name} ${needed}; the shell provides ${version}`,
    );
  }
  const needed = `^${withMinor(provided.version, 1)}`;
  state({ version: '1.1.0', shell: needed });
  await expect(team.publish(dist)).rejects.toThrow(
    `mf-probe 1.1.0 needs the shell contract ${needed}; the shell provides ${provided.version}`,
  );
});
