import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser } from '../harness/browser.ts';
import { startProduct } from '../harness/product.ts';
import type { ConsolePage } from './every-page.ts';
import { show } from './in-place.ts';
import { rushHour } from './rush-hour.ts';
import { setStage } from './set-stage.ts';
import { windowsOf, type Windows } from './visitors.ts';

const folder = path.resolve(__dirname, '../../../../docs/screens');
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
const themes = ['light', 'dark'] as const;

/** Those that show what soon has passed come first. */
const hurried = ['cart', 'dashboard', 'tasks'];
const order = ({ name }: ConsolePage): number => hurried.indexOf(name) + 1 || Infinity;

/** An open menu follows what it hangs on a moment after the window has become narrower. */
const menusInside = (): boolean =>
  [...document.querySelectorAll('.MuiPopover-paper')].every(
    (menu) => menu.getBoundingClientRect().right <= window.innerWidth,
  );

/** Takes the pictures of a page that is shown; leaves it wide again. */
async function takeAll(page: Page, { name }: ConsolePage): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.waitForFunction(menusInside);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`:root[data-theme="${theme}"]`).waitFor({ state: 'attached' });
      // Charts that follow the width are drawn one frame later, their lists one after that.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const file = `${name.replaceAll(/\W+/g, '-')}-${size.width}${theme === 'dark' ? '-dark' : ''}.png`;
      await page.screenshot({ path: path.join(folder, file) });
    }
  }
  await page.setViewportSize(sizes[0]!);
}

/** Takes pictures of pages one after another, in one window as long as nothing fails; answers what could not be shown. */
async function walk(windows: Windows, url: string, pages: readonly ConsolePage[]): Promise<string[]> {
  const missed: string[] = [];
  const opened = new Map<string, Page>();
  const take = async (one: ConsolePage): Promise<string | null> => {
    const key = one.anew ? one.name : one.visitor;
    try {
      const page = opened.get(key) ?? (await open(windows, url, one));
      opened.set(key, page);
      await show(page, one);
      await takeAll(page, one);
      return null;
    } catch (error) {
      await opened.get(key)?.context().close();
      opened.delete(key);
      return (error as Error).message;
    }
  };
  for (const one of pages.toSorted((a, b) => order(a) - order(b))) {
    // Once more in a window of its own: what stood there before may have been in the way.
    const failure = (await take(one)) && (await take(one));
    if (failure) missed.push(`${one.name}: ${failure}`);
  }
  await Promise.all([...opened.values()].map((page) => page.context().close()));
  return missed;
}

async function open(windows: Windows, url: string, { visitor }: ConsolePage): Promise<Page> {
  const context = await windows(visitor, { ...sizes[0]!, theme: 'light' });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(url + (visitor === 'nobody' ? '/auth/register' : '/unauthorized'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

// `npm run screenshots` runs this one; the suite does not.
it('takes a picture of every page, dialog and state, in both themes and three widths', async () => {
  mkdirSync(folder, { recursive: true });
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const { accounts, all } = await setStage(product);
    await rushHour(product);
    const windows = windowsOf(browser, product, accounts);
    const owners = all.filter(({ visitor }) => visitor === 'owner');
    const others = all.filter(({ visitor }) => visitor !== 'owner');
    const missed = await Promise.all([owners, others].map((pages) => walk(windows, product.url, pages)));
    expect(missed.flat()).toEqual([]);
  } finally {
    await browser.close();
    await product.stop();
  }
}, 1_800_000);
