import type { Browser, Page } from 'playwright-core';
import { WAIT_MS } from '../harness/browser.ts';
import { keyboardOf, type Keyboard } from '../harness/keyboard.ts';
import type { Credentials, Product } from '../harness/product.ts';

/** A window of the console that is worked without a pointer. */
export interface Desk {
  page: Page;
  keys: Keyboard;
  /** What went wrong in the page. */
  problems: string[];
}

/** Opens the console without a pointer: nothing of it is ever clicked. */
export async function sitDown(browser: Browser, product: Product): Promise<Desk> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    hasTouch: false,
  });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(product.url);
  return { page, keys: keyboardOf(page), problems };
}

/** Signs in by keys, from the field that has the focus as the page opens. */
export async function signInByKeys({ page, keys }: Desk, { email, password }: Credentials): Promise<void> {
  await keys.on(page.getByLabel('E-mail'));
  await keys.type(email);
  await keys.press('Tab');
  await keys.on(page.getByLabel('Password', { exact: true }));
  await keys.type(password);
  await keys.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await keys.on(page.getByRole('main'));
}
