import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { builtModules } from '../../start/modules.mjs';
import { freePort } from '../../start/ports.ts';
import { openConsole } from '../installation/browser.ts';
import { Client } from '../installation/client.ts';
import { type Installation, startInstallation } from '../installation/installation.ts';
import { Cleanup } from '../installation/scratch.ts';
import { createFixtures } from '../load/fixtures.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import { step } from './step.ts';
import { Team } from './team.ts';

/** After a change, a page that loads has it within this time. */
const NEW_PAGE_MS = 2_000;
/** An open page offers a new release within this time. */
const OFFER_MS = 10_000;
const OFFER = 'Another version of Parking is available.';

/**
 * Takes a module from its folder to everybody in a running installation of two production servers, which are not restarted:
 * develops it inside the console, publishes it, gives it to one realm, to everybody, and takes it back.
 */
export async function takeIntoConsole(folder: string, scratch: string, browser: Browser): Promise<void> {
  await using cleanup = new Cleanup();
  const installation = await startInstallation(
    {
      folder: path.join(scratch, 'installation'),
      serverEnv: () => ({ MODULE_OVERRIDES: 'on', MODULES: builtModules }),
    },
    cleanup,
  );
  const pids = installation.bffs.map(({ program }) => program.pid);
  const { realmId, owner } = await createFixtures(installation, new SeededRandom(1), 'Parking');
  const [url = ''] = installation.urls;
  const admin = await openConsole(browser, url, installation.admin);
  const inside = await openConsole(browser, url, owner);
  const team = await Team.register(folder, installation);
  const approve = (version: string) => approveForAdministrators(installation, path.basename(folder), version);
  const command = async (...args: string[]) => console.log((await team.command(...args)).trimEnd());

  await step('develop it inside the console', () => developInside(folder, admin));
  await step('publish it', () => publish(team, '1.0.0', 'Parking'));
  await step('give it to everybody', () => command('promote', '1.0.0'));
  await step('give it to administrators too', () => approve('1.0.0'));
  await showsWithin(inside, 'Parking');
  await step('publish the next release', () => publish(team, '1.1.0', 'Car parks'));
  await showsWithin(inside, 'Parking');
  await step('give it to one realm', () => command('canary', '1.1.0', '--realm', String(realmId)));
  await step('see the offer on an open page', () => acceptOffer(inside, 'Car parks'));
  await showsWithin(admin, 'Parking');
  await step('give it to everybody', () => command('promote', '1.1.0'));
  await step('give it to administrators too', () => approve('1.1.0'));
  await showsWithin(admin, 'Car parks');
  await step('take it back', () => command('rollback'));
  await step('see the offer on an open page', () => acceptOffer(inside, 'Parking'));
  await showsWithin(admin, 'Parking');
  if (installation.bffs.some(({ program }, index) => program.pid !== pids[index]))
    throw new Error('A server was restarted');
}

/** Promotes the stable release for administrators, as one of them does. */
async function approveForAdministrators(
  { bffs, admin }: Installation,
  name: string,
  version: string,
): Promise<void> {
  type Settings = { id: number; releases: { id: number; version: string }[] };
  const administrator = new Client(bffs.map(({ url }) => url));
  await administrator.signIn(admin);
  const [found] = await administrator.requestOk<Settings[]>('GET', `/api/modules/settings?q=${name}`);
  const release = found?.releases.find((one) => one.version === version);
  await administrator.requestOk('PATCH', `/api/modules/settings/${found?.id}`, {
    approved_release_id: release?.id,
  });
}

/** Publishes a version whose page has this title. */
async function publish(team: Team, version: string, title: string): Promise<void> {
  setTitle(team.folder, title);
  await team.publish(version);
}

/** Replaces the title of the module's page, whatever it is. */
function setTitle(folder: string, title: string): void {
  const file = path.join(folder, 'src/texts/en.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/title: '[^']*'/, `title: '${title}'`));
}

/** "after 640 ms", and whether that is more than `limitMs`. */
function since(began: number, limitMs: number): string {
  const ms = Date.now() - began;
  return `after ${ms} ms${ms > limitMs ? ', which is late' : ''}`;
}

const headingOf = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title });

/** Loads the module's page; it has this title in time. */
async function showsWithin(page: Page, title: string): Promise<void> {
  const began = Date.now();
  await page.goto('/parking');
  await headingOf(page, title).waitFor();
  console.log(`  a page that loads shows “${title}” ${since(began, NEW_PAGE_MS)}`);
}

/** The open page offers a new release, and shows it when that is accepted. */
async function acceptOffer(page: Page, title: string): Promise<void> {
  const began = Date.now();
  await page.getByText(OFFER).waitFor();
  console.log(`  an open page offers it ${since(began, OFFER_MS)}`);
  await page.getByRole('button', { name: 'Reload' }).click();
  await headingOf(page, title).waitFor();
}

/** Loads the module, which the installation doesn't know, from this computer, and changes it while it is open. */
async function developInside(folder: string, page: Page): Promise<void> {
  setTitle(folder, 'Parking');
  const port = await freePort();
  const server = await startDevelopment(folder, port, new URL(page.url()).origin);
  try {
    await page.getByRole('button', { name: 'Load modules from this computer' }).click();
    await page.getByRole('textbox', { name: 'Module' }).fill(path.basename(folder));
    await page.getByRole('textbox', { name: 'Address' }).fill(`http://127.0.0.1:${port}`);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('link', { name: /^Parking/ }).click();
    await headingOf(page, 'Parking').waitFor();
    await page.evaluate(() => document.body.setAttribute('data-kept', ''));
    const began = Date.now();
    setTitle(folder, 'Multi-storey');
    await headingOf(page, 'Multi-storey').waitFor();
    console.log(`  a saved file is in the page after ${Date.now() - began} ms`);
    if ((await page.locator('body[data-kept]').count()) === 0) throw new Error('The page was reloaded');
    await page
      .getByRole('button', { name: /from this computer|Local/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Remove/ }).click();
  } finally {
    server.kill();
    await once(server, 'exit');
  }
}

async function startDevelopment(folder: string, port: number, inside: string): Promise<ChildProcess> {
  const child = spawn(
    path.join(folder, 'node_modules/.bin/tessera-module'),
    ['dev', '--inside', inside, '--module-port', String(port)],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await new Promise<void>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`dev exited with ${code}`)));
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('is served at')) resolve();
    });
  });
  return child;
}
