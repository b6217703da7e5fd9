import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../workspace/test/browser.ts';
import type { Credentials } from './client.ts';

/** How long a page waits for something: a guard, not a promise. */
export const WAIT_MS = 180_000;

/** Starts Chromium, which has to be closed. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findBrowser(console.log),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/** Opens a console in a session of its own, whatever signed its certificate, and signs in by the form. */
export async function openConsole(
  browser: Browser,
  baseURL: string,
  { email, password }: Credentials,
): Promise<Page> {
  const context = await browser.newContext({ baseURL, ignoreHTTPSErrors: true });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return page;
}
