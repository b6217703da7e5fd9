import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './harness/browser.ts';
import { startProduct, type LaunchedProduct } from './harness/product.ts';
import { busyRealm } from './pages/busy-realm.ts';
import { everyPage } from './pages/every-page.ts';
import { visit, windowsOf, type Windows } from './pages/visitors.ts';

let product: LaunchedProduct;
let browser: Browser;
let windows: Windows;
let site: number;

beforeAll(async () => {
  product = await startProduct();
  site = await busyRealm(product);
  browser = await openBrowser();
  windows = windowsOf(browser, product);
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** What axe finds on a page, in words. */
async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** Collects errors and warnings of the browser's console. */
function watch(page: Page, said: string[]): void {
  page.on('pageerror', (error) => said.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      said.push(`${message.text()} ${message.location().url}`);
  });
}

it.each(['light', 'dark'] as const)(
  'has no page or dialog on which axe finds anything, or that says anything in the browser’s console: %s',
  async (theme) => {
    const found: Record<string, string[]> = {};
    for (const one of everyPage(site)) {
      const look = { width: 1440, height: 900, theme };
      const context = await windows(one.visitor, look);
      const said: string[] = [];
      context.on('page', (page) => watch(page, said));
      const page = await visit(context, product, one, look);
      const faults = [...(await faultsOf(page)), ...said];
      if (faults.length > 0) found[one.name] = faults;
      await context.close();
    }
    expect(found).toEqual({});
  },
  300_000,
);

it('has no page that is wider than a narrow screen', async () => {
  const wide: string[] = [];
  for (const one of everyPage(site)) {
    const look = { width: 390, height: 844, theme: 'light' as const };
    const context = await windows(one.visitor, look);
    const page = await visit(context, product, one, look);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) wide.push(`${one.name}: ${over} px`);
    await context.close();
  }
  expect(wide).toEqual([]);
}, 300_000);
