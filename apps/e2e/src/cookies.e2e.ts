import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { browserOptions } from './harness/browser.ts';
import { givenProduct, type Product } from './harness/product.ts';

/** Values of Chromium's content setting for cookies. */
const BLOCK = 2;

let product: Product;
let profile: string;
let context: BrowserContext;
let page: Page;
let problems: string[];

beforeAll(async () => {
  product = await givenProduct({ DEMO: 'off' });
  profile = mkdtempSync(path.join(tmpdir(), 'tessera-blocked-cookies-'));
  mkdirSync(path.join(profile, 'Default'));
  writeFileSync(
    path.join(profile, 'Default', 'Preferences'),
    JSON.stringify({ profile: { default_content_setting_values: { cookies: BLOCK } } }),
  );
  context = await chromium.launchPersistentContext(profile, browserOptions());
});
afterAll(async () => {
  await context?.close();
  await product?.stop();
  if (profile) rmSync(profile, { recursive: true, force: true });
});

beforeEach(async () => {
  page = await context.newPage();
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(() => page.close());

const isBlocked = async (): Promise<void> => {
  await page.getByRole('heading', { level: 1, name: 'Cookies are turned off' }).waitFor();
};

it.each([
  '/',
  '/auth/login',
  '/auth/register#invitation=once',
  '/dashboard',
  '/tasks?status=failed',
  '/sites/1/logins',
  '/no/such/page',
  '/bot-blocked',
])('shows the blocked page at %s where the browser blocks cookies', async (address) => {
  await page.goto(product.url + address);
  await isBlocked();
  expect(new URL(page.url()).pathname).toBe('/bot-blocked');
  expect(problems).toEqual([]);
});

it('says that cookies are still off, and leads on once the setting allows them', async () => {
  await page.goto(`${product.url}/tasks?status=failed`);
  await isBlocked();
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByText('Cookies are still off.').waitFor();

  const settings = await context.newPage();
  await settings.goto('chrome://settings/content/siteData');
  await settings.getByRole('radio').first().waitFor();
  // What the settings page sends when a person chooses to allow cookies.
  await settings.evaluate(() => {
    const { chrome } = globalThis as unknown as { chrome: { send(message: string, args: string[]): void } };
    chrome.send('setDefaultValueForContentType', ['cookies', 'allow']);
  });
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByLabel('E-mail').fill(product.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(product.admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
  expect(new URL(page.url()).search).toBe('?status=failed');
});
