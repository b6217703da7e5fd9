import { chromium, type Browser, type LaunchOptions, type Page } from 'playwright-core';
import type { Credentials, Product } from './launched.ts';

/** How Chromium is started: the one that `CHROMIUM` names (`npm test` finds or installs one), else Debian's. */
export const browserOptions = (): LaunchOptions => ({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  // Chromium's own sandbox can't be had by root; the pages are all ours.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/** Longest that a page is waited for: a machine may be busy with much else. */
export const WAIT_MS = 60_000;

/** Opens Chromium. */
export const openBrowser = (): Promise<Browser> => chromium.launch(browserOptions());

/** A page of the console, wide enough for its drawer; collects what goes wrong in it. */
export async function openConsole(
  browser: Browser,
  product: Product,
  path = '/',
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(product.url + path);
  return { page, problems };
}

/** Signs in by the form that the page shows. */
export async function signInByForm(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** Goes to a page by the side menu. */
export async function goTo(page: Page, entry: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${entry}`) }).click();
}
