import type { Browser } from 'playwright-core';
import { openBrowser } from './harness/browser.ts';
import { startProduct, type LaunchedProduct } from './harness/product.ts';
import { rowsAskew } from './pages/beside.ts';
import { everyPage, type ConsolePage, type Visitor } from './pages/every-page.ts';
import { show } from './pages/in-place.ts';
import { litRows } from './pages/lit-rows.ts';
import { lookAt, type Findings } from './pages/look.ts';
import { keptAfterLeaving, repeatedOn } from './pages/requests.ts';
import { rowsOfOtherHeight } from './pages/row-heights.ts';
import { setStage } from './pages/set-stage.ts';
import { windowsOf, type Windows } from './pages/visitors.ts';

let product: LaunchedProduct;
let browser: Browser;
let windows: Windows;
let pages: ConsolePage[];
/** Pages that show what the console knows already. */
const readsNothing = new Set(['unauthorized']);
const findings: Findings = { missing: {}, axe: {}, said: {}, over: {} };

beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  const { stage, accounts, all } = await setStage(product);
  windows = windowsOf(browser, product, accounts);
  pages = everyPage(stage);
  const of = (...visitors: Visitor[]) => all.filter(({ visitor }) => visitors.includes(visitor));
  const owners = of('owner');
  const half = Math.ceil(owners.length / 2);
  // Side by side: while one page waits, another is looked at.
  const walks = [
    owners.slice(0, half),
    owners.slice(half),
    of('admin'),
    of('nobody', 'newcomer', 'reader', 'waiting'),
  ];
  await Promise.all(walks.map((walk) => lookAt(windows, product.url, walk, findings)));
}, 1_200_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('shows every page, dialog and state', () => {
  expect(findings.missing).toEqual({});
});

it('has no page, dialog or state on which axe finds anything in either theme', () => {
  expect(findings.axe).toEqual({});
});

it('has no page, dialog or state that says anything in the browser’s console', () => {
  expect(findings.said).toEqual({});
});

it('has no page, dialog or state that is wider than a narrow screen', () => {
  expect(findings.over).toEqual({});
});

it.each(['owner', 'admin'] as const)(
  'asks for nothing twice while a page opens, and gives up what a page waits for when it is left: %s',
  async (visitor) => {
    const context = await windows(visitor, { width: 1440, height: 900, theme: 'light' });
    const page = await context.newPage();
    const found: Record<string, string[]> = {};
    const note = (name: string, addresses: string[]) => {
      if (addresses.length > 0) found[name] = addresses;
    };
    // The console itself with its first page.
    const first = await repeatedOn(page, async () => {
      await page.goto(`${product.url}/tasks`);
      await page.getByRole('row').nth(1).waitFor();
    });
    note('loaded anew', first);
    const others = pages.filter((one) => one.visitor === visitor && one.act === undefined);
    for (const one of others) {
      note(`${one.name}, opened`, await repeatedOn(page, () => show(page, one)));
      if (!readsNothing.has(one.name)) note(`${one.name}, left`, await keptAfterLeaving(page, one));
    }
    await context.close();
    expect(found).toEqual({});
  },
);

it('has lists that use all of their room beside what is opened in place', async () => {
  const context = await windows('owner', { width: 1024, height: 768, theme: 'light' });
  const page = await context.newPage();
  for (const path of ['/tasks', '/jobs']) {
    await page.goto(product.url + path);
    const rows = page.locator('tr[data-index]');
    await rows.nth(2).waitFor();
    for (const row of [0, 2]) {
      await rows.nth(row).focus();
      await page.keyboard.press('Enter');
      await page.locator('aside h2').waitFor();
      await expect(rowsAskew(page)).resolves.toBe(0);
      await page.keyboard.press('Escape');
      await page.locator('aside h2').waitFor({ state: 'detached' });
      await expect(rowsAskew(page)).resolves.toBe(0);
    }
  }
  await context.close();
});

it.each([
  { width: 1440, touch: false },
  { width: 1440, touch: true },
  { width: 390, touch: true },
])('has rows of a long list as high as it reckons: %o', async ({ width, touch }) => {
  const context = await windows('owner', { width, height: 844, theme: 'light', touch });
  const page = await context.newPage();
  await page.goto(`${product.url}/tasks`);
  await page.locator('tr[data-index]').nth(2).waitFor();
  await expect(rowsOfOtherHeight(page)).resolves.toBe(0);
  await context.close();
});

it('lights up the row below the pointer, but none while a long list moves', async () => {
  const context = await windows('owner', { width: 1440, height: 320, theme: 'light' });
  const page = await context.newPage();
  await page.goto(`${product.url}/tasks`);
  await page.locator('tr[data-index]').nth(2).waitFor();
  for (let time = 0; time < 2; time += 1) {
    await expect(litRows(page)).resolves.toEqual({ resting: 1, moving: 0 });
    await page.locator('tr[data-pointed]').waitFor();
  }
  await context.close();
});

it('says a filter’s field and operator whole, however long its value is', async () => {
  const context = await windows('owner', { width: 1440, height: 320, theme: 'light' });
  const page = await context.newPage();
  await page.goto(
    `${product.url}/tasks?status=!bought,failed,expired,stopped,stopping,idle,scheduled,running`,
  );
  const chip = page.getByRole('button', { name: /^Status is not Bought/ });
  await chip.waitFor();
  const broken = await chip.evaluate((button) =>
    [...button.children]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
      .map((one) => one.textContent),
  );
  expect(broken).toEqual([]);
  await context.close();
});

it.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('fills the window exactly: nothing above the console, nothing cut off below ($width px)', async (size) => {
  const context = await windows('owner', { ...size, theme: 'light' });
  const page = await context.newPage();
  await page.goto(`${product.url}/tasks`);
  await page.locator('[data-index]').first().waitFor();
  const { top, bottom } = await page.locator('#root').evaluate((root) => root.getBoundingClientRect());
  expect({ top, bottom }).toEqual({ top: 0, bottom: size.height });
  await context.close();
});

it.each(['/tickets', '/tickets?tab=cart&expired=true', '/tasks', '/jobs', '/templates', '/ledger'])(
  'shows each column of %s whole at 1024 px, without scrolling sideways',
  async (path) => {
    const context = await windows('owner', { width: 1024, height: 768, theme: 'light' });
    const page = await context.newPage();
    await page.goto(product.url + path);
    await page.locator('tr[data-index]').first().waitFor();
    const hidden = await page.locator('table').evaluate((table) => {
      const widths = [];
      for (let box = table.parentElement; box; box = box.parentElement)
        widths.push(box.scrollWidth - box.clientWidth);
      return Math.max(...widths);
    });
    expect(hidden).toBe(0);
    await context.close();
  },
);

it('takes the keys that come before a menu is there, in their order', async () => {
  const context = await windows('owner', { width: 1440, height: 320, theme: 'light' });
  const page = await context.newPage();
  await page.goto(`${product.url}/tasks`);
  await page.locator('tr[data-index]').nth(2).waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).focus();
  // All at once: the menu can't have been drawn between two of them.
  const { keyboard } = page;
  await Promise.all(['Enter', 'ArrowDown', 'Enter'].map((key) => keyboard.press(key)));
  await page.getByRole('dialog', { name: 'Filter by Event' }).waitFor();
  await context.close();
});

it('opens what is pressed beside a search that nothing was typed in: nothing goes from under the pointer', async () => {
  const context = await windows('owner', { width: 1440, height: 320, theme: 'light' });
  const page = await context.newPage();
  await page.goto(`${product.url}/tasks`);
  await page.locator('tr[data-index]').nth(2).waitFor();
  await page.getByRole('searchbox').first().focus();
  // As long as a person's, and longer than the field takes to narrow.
  await page.getByRole('button', { name: 'Filter', exact: true }).click({ delay: 400 });
  await page.getByRole('menuitem').first().waitFor();
  await context.close();
});
