import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { run } from '../../start/prepare/run.mjs';
import { type Check, expectNone } from '../checks.ts';
import { launchBrowser, openConsole } from '../installation/browser.ts';
import { Client, type Credentials } from '../installation/client.ts';
import { waitFor } from '../installation/wait-for.ts';
import { createFixtures, type Fixtures, type LoadTarget } from '../load/fixtures.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import { createModule } from '../modules/new-module.ts';
import { Team } from '../modules/team.ts';
import type { Composed } from './composed.ts';
import { backUp, restore } from './operations.ts';

const sources = path.join(import.meta.dirname, '../modules/outside/places');
const TASKS = 4;

/** What each kind of fault breaks: the slots by their ids in the module's module.json. */
const FAULTS: Record<string, readonly string[]> = {
  throws: ['today', 'gate', 'task', 'spaces'],
  hangs: ['today', 'gate', 'task', 'spaces'],
  large: ['gate', 'spaces'],
};

/**
 * A module made in a folder outside fills a tab, a column, a card and a check, and keeps rows: given to one realm, broken in three
 * ways there, and restored from a backup.
 */
export async function proveTeamModule(
  composed: Composed,
  target: LoadTarget,
  scratch: string,
): Promise<Check[]> {
  const outside = path.join(scratch, 'outside');
  mkdirSync(outside);
  const folder = await createModule(outside);
  cpSync(sources, folder, { recursive: true });
  rmSync(path.join(folder, 'src/task-tab'), { recursive: true });
  await run('npm', ['test'], { cwd: folder });

  const realm = await createFixtures(target, new SeededRandom(5), 'Parking');
  const other = await createFixtures(target, new SeededRandom(6), 'Elsewhere');
  const people = [realm.owner, await addUser(composed, realm)];
  await launchTasks(target, realm);
  await launchTasks(target, other);
  // By the shell's own port: npm's programs don't know the name and the certificate of the front.
  const team = await Team.register(folder, { urls: ['http://127.0.0.1:8080'], admin: composed.admin });
  const browser = await launchBrowser();
  try {
    const open = (person: Credentials) => openConsole(browser, composed.console, person);
    const pages = await Promise.all(people.map(open));
    const [owner] = pages;
    if (!owner) throw new Error('Nobody is signed in');
    const stranger = await open(other.owner);
    await team.publish('1.0.0');
    await team.command('canary', '1.0.0', '--realm', String(realm.realmId));
    const checks = [
      expectNone('a canary fills a tab, a column, a card and a check', await useEveryPlace(owner)),
      expectNone('people of another realm see none of it', await findPlaces(stranger)),
      expectNone('no other realm and no other module reads its row', await findLeaks(target, realm, other)),
    ];
    await team.command('promote', '1.0.0');
    for (const [index, [fault, slots]] of Object.entries(FAULTS).entries())
      checks.push(
        expectNone(
          `a canary that ${fault === 'large' ? 'answers with 1 MB' : fault} disappears alone and is rolled back by itself`,
          await breakRelease(team, `1.${index + 1}.0`, fault, slots, realm.realmId, pages),
        ),
      );
    await restore(composed, await backUp(composed));
    await owner.goto('/tasks');
    const gates = await countGates(owner);
    return [...checks, { title: 'its row is in the backup and restored', passed: gates === 1, detail: '' }];
  } catch (error) {
    const pages = browser.contexts().flatMap((context) => context.pages());
    const seen = await Promise.all(
      pages.map(async (page) => `${page.url()}: ${await page.innerText('body')}`),
    );
    throw new Error(`With these pages:\n${seen.join('\n')}`, { cause: error });
  } finally {
    await browser.close();
  }
}

async function addUser(composed: Composed, { realmId }: Fixtures): Promise<Credentials> {
  const admin = new Client([composed.console]);
  await admin.signIn(composed.admin);
  const user = {
    email: `user-${realmId}@quayside.example`,
    password: randomBytes(15).toString('base64url'),
  };
  await admin.requestOk('POST', '/api/users', {
    ...user,
    name: 'User',
    role: 'realm_user',
    realm_id: realmId,
  });
  return user;
}

async function launchTasks(target: LoadTarget, { owner, events, loginIds }: Fixtures): Promise<void> {
  const client = new Client(target.urls);
  await client.signIn(owner);
  const body = {
    template_id: events[0]?.templateId,
    login_ids: loginIds.slice(0, TASKS),
    worker_count: TASKS,
    seats_per_worker: 1,
  };
  await client.requestOk('POST', '/api/jobs', body, `team-${owner.email}`);
}

const card = (page: Page) => page.getByRole('heading', { name: 'Car parks' });
const column = (page: Page) => page.getByRole('columnheader', { name: 'Gate' });
const tab = (page: Page) => page.getByRole('tab', { name: 'Parking' });
const countGates = async (page: Page): Promise<number> => {
  await page.getByRole('gridcell', { name: 'no gate' }).first().waitFor();
  return page.getByRole('gridcell', { name: 'North', exact: true }).count();
};

/** Opens the first task's drawer, whose tabs begin with the overview. */
async function openTask(page: Page): Promise<void> {
  await page.goto('/tasks');
  await page
    .getByRole('row', { name: /harbour-city/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Overview' }).waitFor();
}

async function openPlan(page: Page): Promise<void> {
  await page.goto('/templates');
  await page
    .getByRole('button', { name: /^Actions for Buy copper/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Launch' }).click();
}

/** Looks at every place that the module fills, and keeps a row in its tab. Returns what isn't as it should be. */
async function useEveryPlace(page: Page): Promise<string[]> {
  await page.goto('/dashboard');
  await card(page).waitFor();
  await openPlan(page);
  await page.getByText(/\d+ spaces are free/).waitFor();
  await openTask(page);
  await tab(page).click();
  await page.getByText('Gate: none').waitFor();
  await page.getByRole('button', { name: 'Park at the north gate' }).click();
  await page.getByText('Gate: North').waitFor();
  await page.goto('/tasks');
  await column(page).waitFor();
  const gates = await countGates(page);
  return gates === 1 ? [] : [`${gates} rows have a gate`];
}

/** Returns the places in which a person sees the module, on pages that are complete. */
async function findPlaces(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Recent jobs' }).waitFor();
  if ((await card(page).count()) > 0) found.push('the card');
  await openTask(page);
  if ((await column(page).count()) > 0) found.push('the column');
  if ((await tab(page).count()) > 0) found.push('the tab');
  return found;
}

/** Tries to read the realm's row from another realm, and with the token of another module. */
async function findLeaks(target: LoadTarget, realm: Fixtures, other: Fixtures): Promise<string[]> {
  const leaks: string[] = [];
  for (const [person, module] of [
    [other.owner, 'mf-parking'],
    [realm.owner, 'mf-tasks'],
  ] as const) {
    const client = new Client(target.urls);
    await client.signIn(person);
    const issued = await client.request<{ token?: string }>('POST', `/api/module-data/${module}/token`, {});
    const headers = { 'X-Module-Token': issued.body.token ?? '' };
    const read = await client.request('GET', '/api/module-data/mf-parking/space', undefined, headers);
    if (JSON.stringify(read.body).includes('North')) leaks.push(`${person.email} with a token of ${module}`);
  }
  return leaks;
}

/**
 * Gives a realm a release with a fault and looks at its pages until the release is rolled back by itself. Returns what isn't as it
 * should be: a slot that stays, or a page that isn't whole without it.
 */
async function breakRelease(
  team: Team,
  version: string,
  fault: string,
  slots: readonly string[],
  realmId: number,
  pages: readonly Page[],
): Promise<string[]> {
  writeFileSync(
    path.join(team.folder, 'src/release.ts'),
    `export const fault: '' | 'throws' | 'hangs' | 'large' = '${fault}';\n`,
  );
  await team.publish(version);
  await team.command('canary', version, '--realm', String(realmId));
  const faults: string[] = [];
  const isRolledBack = async () =>
    new RegExp(`${version.replaceAll('.', '\\.')} +rolled back`).test(await team.command('list'));
  await waitFor(
    `${version} is rolled back`,
    async () => {
      for (const [index, page] of pages.entries())
        if (!(await isRolledBack())) faults.push(...(await findStaying(page, version, slots, index === 0)));
      return isRolledBack();
    },
    { withinMs: 180_000, everyMs: 1_000 },
  );
  return faults;
}

/** Opens each page with a broken slot, waits until the browser's console says that it failed, and looks whether it is gone. */
async function findStaying(
  page: Page,
  version: string,
  slots: readonly string[],
  mayLaunch: boolean,
): Promise<string[]> {
  const failed = new Set<string>();
  const hear = (message: { text: () => string }) => {
    const [, slot] = new RegExp(`The slot (\\w+) of mf-parking ${version}`).exec(message.text()) ?? [];
    if (slot) failed.add(slot);
  };
  page.on('console', hear);
  const hasFailed = (slot: string) =>
    waitFor(`${slot} of ${version} fails`, () => failed.has(slot), { withinMs: 15_000 });
  const found: string[] = [];
  const isGone = async (slot: string, place: ReturnType<Page['getByRole']>) => {
    await hasFailed(slot);
    await delay(100);
    if ((await place.count()) > 0) found.push(`${slot} of ${version} stays`);
  };
  await page.goto('/dashboard');
  await page.getByRole('heading', { name: 'Recent jobs' }).waitFor();
  if (slots.includes('today')) await isGone('today', card(page));
  await openTask(page);
  await isGone('gate', column(page));
  if (slots.includes('task')) {
    await tab(page).click();
    await isGone('task', tab(page));
  }
  if (mayLaunch) {
    await openPlan(page);
    await isGone('spaces', page.getByRole('heading', { name: 'Checks by modules' }));
    const launch = page.getByRole('button', { name: /^Launch \d+ tasks?$/ });
    if (!(await launch.isEnabled())) found.push(`a plan can't be launched with ${version}`);
  }
  page.off('console', hear);
  return found;
}
