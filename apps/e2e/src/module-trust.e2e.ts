import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { buildProbe, filesOf, readManifest } from './harness/probe-module.ts';
import { openProbe } from './harness/probe-page.ts';
import { integrityOf, registerTeam, signAs, type Team } from './harness/probe-team.ts';
import { openMenuEntry } from './harness/sign-in.ts';
import { expect, test as base } from './harness/test.ts';

interface Release {
  name: string;
  version: string;
  channel: string;
  base_url: string;
  integrity: string;
  signature: string;
  key: string;
}

interface Announcement {
  serial: number;
  publishers: { key: string; public_key: string; modules: string[] }[];
  modules: Release[];
}

interface Probe {
  dist: string;
  team: Team;
  /** A team that may publish another module only. */
  stranger: Team;
}

const test = base.extend<object, { probe: Probe }>({
  /** The probe's release 1.0.0, which every page gets. */
  probe: [
    async ({ product }, use) => {
      const team = await registerTeam(product, 'Probe team', ['mf-probe']);
      const stranger = await registerTeam(product, 'Strangers', ['mf-other']);
      const dist = await buildProbe('1.0.0');
      await team.publish(dist);
      await team.run('promote', 'mf-probe@1.0.0');
      await use({ dist, team, stranger });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  page: async ({ openContext }, use) => {
    const context = await openContext('owner');
    await use(await context.newPage());
  },
});

const ran = (page: Page) => page.evaluate(() => window.probeRan ?? []);

/** Replaces parts of the probe's entry in the announcement that the page gets. */
async function announce(
  page: Page,
  change: (release: Release, announcement: Announcement) => Partial<Release>,
): Promise<void> {
  await page.route(/\/api\/modules(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    const announcement = (await response.json()) as Announcement;
    const modules = announcement.modules.map((release) =>
      release.name === 'mf-probe' ? { ...release, ...change(release, announcement) } : release,
    );
    await route.fulfill({ response, json: { ...announcement, modules } });
  });
}

/** Serves other content for the probe's files whose address matches. */
const serve = (page: Page, file: string, content: string) =>
  page.route(`**/modules/mf-probe/1.0.0/${file}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: content });
  });

/** The probe's page shows a fallback with this reason, nothing of the module has run, and the console goes on. */
async function expectRefused(page: Page, reason: RegExp): Promise<void> {
  await page.goto('/probe');
  await expect(page.getByText(reason).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Probe \d/ })).toHaveCount(0);
  expect(await ran(page)).not.toContain('page 1.0.0');
  await openMenuEntry(page, 'Tasks');
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
}

const notAsPublished = /does not match its published fingerprint/;
const notSigned = /not signed by a publisher/;

test('runs a published release, with its style sheet and its image', async ({ page, probe }) => {
  expect(probe.dist).toBeTruthy();
  await page.goto('/probe');
  await expect(page.getByRole('heading', { name: 'Probe 1.0.0' })).toBeVisible();
  await expect(page.locator('.probe-note')).toHaveCSS('outline-width', '3px');
  await expect(page.getByAltText('Mark of the probe')).toHaveJSProperty('naturalWidth', 16);
});

const kinds: [kind: string, pattern: RegExp][] = [
  ['entry script', /^remoteEntry\.[^.]+\.js$/],
  ['exposed script', /^js\/__federation_expose_.*\.js$/],
  ['script of its page', /^js\/\d+\..*\.js$/],
  ['style sheet', /\.css$/],
  ['image', /\.svg$/],
  ['federation manifest', /^mf-manifest\.json$/],
  ['module.json', /^module\.json$/],
];
for (const [kind, pattern] of kinds) {
  test(`refuses a release whose ${kind} was changed by one byte`, async ({ page, probe }) => {
    const [file] = filesOf(probe.dist, pattern);
    if (!file) throw new Error(`The release has no ${kind}`);
    const content = await readFile(path.join(probe.dist, file), 'utf8');
    await serve(page, file, `${content} `);
    await expectRefused(page, notAsPublished);
  });
}

test('refuses a script that its signed module.json does not list', async ({ page, probe }) => {
  const manifest = JSON.parse(readManifest(probe.dist)) as { files: Record<string, string> };
  const files = Object.fromEntries(
    Object.entries(manifest.files).filter(([file]) => !/^js\/\d+\..*\.js/.test(file)),
  );
  const text = JSON.stringify({ ...manifest, files });
  await serve(page, 'module.json', text);
  await announce(page, () => ({ integrity: integrityOf(text), signature: signAs(probe.team, text) }));
  await expectRefused(page, notAsPublished);
});

test('refuses a release without a signature', async ({ page, probe }) => {
  expect(probe.dist).toBeTruthy();
  await announce(page, () => ({ signature: '' }));
  await expectRefused(page, notSigned);
});

test('refuses a release with a wrong signature', async ({ page, probe }) => {
  await announce(page, () => ({ signature: signAs(probe.team, 'something else') }));
  await expectRefused(page, notSigned);
});

test('refuses a release that is signed by a key of another module', async ({ page, probe }) => {
  await announce(page, () => ({
    key: probe.stranger.keyId,
    signature: signAs(probe.stranger, readManifest(probe.dist)),
  }));
  await expectRefused(page, notSigned);
});

test('refuses a release that is announced as unchecked', async ({ page, probe }) => {
  expect(probe.dist).toBeTruthy();
  await announce(page, () => ({ integrity: 'unchecked' }));
  await expectRefused(page, notAsPublished);
});

test('refuses a release from a foreign origin, signed or announced as local', async ({ page, probe }) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    readFile(path.join(probe.dist, request.url ?? '')).then(
      (content) => response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end(content),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const base_url = `http://127.0.0.1:${port}/`;
  await announce(page, () => ({ base_url }));
  await page.goto('/probe');
  await expect(page.getByRole('heading', { level: 1, name: 'Probe' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Retry/ })).toBeVisible();
  await announce(page, () => ({ base_url, channel: 'local', signature: '', integrity: '' }));
  await page.goto('/probe');
  await openMenuEntry(page, 'Tasks');
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
  expect(requests).toEqual([]);
  expect(await ran(page)).toEqual([]);
  server.close();
});

test('refuses an older announcement than one that it has seen', async ({ page, probe }) => {
  const responses: string[] = [];
  await page.route(/\/api\/modules(\?.*)?$/, async (route) => {
    const response = await route.fetch();
    responses.push(await response.text());
    await route.fulfill({ response });
  });
  await page.goto('/probe');
  await expect(page.getByRole('heading', { name: 'Probe 1.0.0' })).toBeVisible();
  const [old] = responses;
  if (!old) throw new Error('The page did not ask for the announcement');

  await probe.team.publish(await buildProbe('1.1.0'));
  await probe.team.run('promote', 'mf-probe@1.1.0');
  await openProbe(page, 'Probe 1.1.0');

  await page.unrouteAll();
  await page.route(/\/api\/modules(\?.*)?$/, (route) =>
    route.fulfill({ contentType: 'application/json', body: old }),
  );
  await page.goto('/probe');
  await expect(page.getByRole('heading', { name: 'Probe 1.1.0' })).toBeVisible();
  expect(await ran(page)).not.toContain('page 1.0.0');
  await probe.team.run('rollback', 'mf-probe');
});
