import type { Page } from '@playwright/test';
import { launchTemplate } from './harness/launch-template.ts';
import { buildProbe } from './harness/probe-module.ts';
import { promoteForEverybody, registerTeam, type Team } from './harness/probe-team.ts';
import { openAsOwners, openMenuEntry } from './harness/sign-in.ts';
import { expect, test as base } from './harness/test.ts';

const MODULE = 'mf-probe';
const TEMPLATE = 'Harbour City: hold 20 pairs';
const TASKS = 20;

const test = base.extend<object, { team: Team }>({
  team: [
    async ({ product }, use) => {
      const team = await registerTeam(product, 'Probe team', [MODULE]);
      await team.publish(await buildProbe('1.0.0', {}, { fills: true }));
      await promoteForEverybody(product, MODULE, '1.0.0');
      await use(team);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const card = (page: Page) => page.getByRole('heading', { name: 'Probe card' });
const column = (page: Page) => page.getByRole('columnheader', { name: 'Probe notes' });

/** Opens the plan of a template in the wizard. */
async function openPlan(page: Page): Promise<void> {
  await openMenuEntry(page, 'Templates');
  await page.getByRole('button', { name: `Actions for ${TEMPLATE}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Launch' }).click();
}

/** Publishes a release of the probe and gives it to everybody. */
async function give(
  team: Team,
  product: Parameters<typeof promoteForEverybody>[0],
  version: string,
  behavior: Parameters<typeof buildProbe>[1],
): Promise<void> {
  await team.publish(await buildProbe(version, behavior, { fills: true }));
  await promoteForEverybody(product, MODULE, version);
}

// One test after another: each release replaces the one before.
test.describe.configure({ mode: 'serial' });

test('fills a card, a check, a column, a tab that keeps a row, and an entry of the palette', async ({
  openContext,
  team: _,
}) => {
  const page = await (await openContext('owner')).newPage();
  await page.goto('/dashboard');
  await expect(card(page)).toBeVisible();

  await openPlan(page);
  await expect(page.getByText(`${2 * TASKS} seats were checked`)).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).first().click();
  await launchTemplate(page, TEMPLATE, TASKS);

  await page.goto('/tasks');
  await expect(column(page)).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /^note \d+$/ })).toHaveCount(TASKS);
  const loads = await page.evaluate(() => window.probeLoads ?? []);
  // Many rows with one request; a row that changes is loaded again.
  expect(Math.max(...loads.map((ids) => ids.length))).toBeGreaterThan(TASKS / 2);

  await page
    .getByRole('gridcell', { name: /^note \d+$/ })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Probe tab' }).click();
  await expect(page.getByText(/^Probe 1\.0\.0 of task \d+$/)).toBeVisible();

  // A row of the module's own, which is there for the next page view.
  await expect(page.getByText('Its note: none')).toBeVisible();
  await page.getByRole('button', { name: 'Keep a note' }).click();
  await expect(page.getByText('Its note: two aisle seats')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Probe tab' }).click();
  await expect(page.getByText('Its note: two aisle seats')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('find the probe');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Probe 1.0.0' })).toBeVisible();
});

test('keeps the notes that a bundled module adds to tasks and jobs', async ({ openContext, team: _ }) => {
  const page = await (await openContext('owner')).newPage();
  const field = page.getByRole('textbox', { name: 'Note for everyone in the realm' });
  for (const path of ['/tasks', '/jobs']) {
    await page.goto(path);
    await page
      .getByRole('row', { name: /Harbour City/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Note', exact: true }).click();
    await field.fill(`Pay with the club’s card (${path})`);
    await field.press('ControlOrMeta+Enter');
    await expect(page.getByText('Note saved')).toBeVisible();
    await page.reload();
    await page.getByRole('tab', { name: 'Note', exact: true }).click();
    await expect(field).toHaveValue(`Pay with the club’s card (${path})`);
  }
  await page.getByRole('link', { name: 'open its page' }).click();
  await expect(page.getByRole('region', { name: 'Note' }).getByRole('textbox')).toHaveValue(/\(\/jobs\)$/);
});

test('takes away what throws, hangs or is too large, and nothing else', async ({
  openContext,
  product,
  team,
}) => {
  const behavior = { tabThrows: 1, cardThrows: 1, columnIsHuge: 1, checkHangs: 1 };
  await give(team, product, '1.1.0', behavior);
  const page = await (await openContext('owner')).newPage();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent jobs' })).toBeVisible();
  await expect(card(page)).toHaveCount(0);

  await page.goto('/tasks');
  const row = page.getByRole('row', { name: /Harbour City/ }).first();
  await expect(row).toBeVisible();
  await expect(column(page)).toHaveCount(0);
  await row.click();
  await page.getByRole('tab', { name: 'Probe tab' }).click();
  await expect(page.getByRole('tab', { name: 'Probe tab' })).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');

  await openPlan(page);
  await expect(page.getByRole('heading', { name: 'Checks by modules' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Checks by modules' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Launch \d+ tasks?$/ })).toBeEnabled();
});

test('keeps a plan that a check blocks from being launched', async ({ openContext, product, team }) => {
  await give(team, product, '1.2.0', { checkBlocks: 1 });
  const page = await (await openContext('owner')).newPage();
  await page.goto('/templates');
  await openPlan(page);
  await expect(page.getByText(/^Probe check: \d+ seats were checked$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Launch \d+ tasks?$/ })).toBeDisabled();
});

test('takes back a canary whose slot throws by itself', async ({ browser, product, team }) => {
  await give(team, product, '1.3.0', {});
  await team.publish(await buildProbe('1.4.0', { cardThrows: 1 }, { fills: true }));
  await team.run('canary', `${MODULE}@1.4.0`, '--percent', '100');
  const pages = await openAsOwners(browser, product);
  await expect(async () => {
    for (const page of pages) {
      await page.goto('/dashboard');
      await expect(page.getByRole('heading', { name: 'Recent jobs' })).toBeVisible();
    }
    expect(await team.run('list', MODULE)).toMatch(/rolled back/i);
  }).toPass();
  for (const page of pages) await page.context().close();
});
