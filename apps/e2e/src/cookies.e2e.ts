import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { collectMessages } from './harness/browser-messages.ts';
import { signIn } from './harness/sign-in.ts';
import { expect, test as base } from './harness/test.ts';

/** Chromium's value of a content setting that blocks. */
const BLOCK = 2;

const test = base.extend<object, { blockingContext: BrowserContext }>({
  /** A profile of Chromium whose own setting blocks all cookies. */
  blockingContext: [
    async ({ playwright, launchOptions }, use) => {
      const profile = mkdtempSync(path.join(tmpdir(), 'tessera-blocked-cookies-'));
      mkdirSync(path.join(profile, 'Default'));
      writeFileSync(
        path.join(profile, 'Default', 'Preferences'),
        JSON.stringify({ profile: { default_content_setting_values: { cookies: BLOCK } } }),
      );
      const context = await playwright.chromium.launchPersistentContext(profile, launchOptions);
      await use(context);
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  page: async ({ blockingContext }, use) => {
    const page = await blockingContext.newPage();
    await use(page);
    await page.close();
  },
});

for (const address of [
  '/',
  '/auth/login',
  '/auth/register#invitation=once',
  '/dashboard',
  '/tasks?status=failed',
  '/sites/1/logins',
  '/no/such/page',
  '/bot-blocked',
])
  test(`shows the blocked page at ${address} while the browser blocks cookies`, async ({
    page,
    product,
    blockingContext,
  }) => {
    const exceptions = collectMessages(blockingContext);
    await page.goto(product.url + address);
    await expect(page.getByRole('heading', { level: 1, name: 'Cookies are turned off' })).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/bot-blocked`);
    expect(exceptions).toEqual([]);
  });

test('continues to the requested page once the browser allows cookies', async ({
  page,
  product,
  blockingContext,
}) => {
  await page.goto(`${product.url}/tasks?status=failed`);
  await expect(page.getByRole('heading', { level: 1, name: 'Cookies are turned off' })).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Cookies are still off.')).toBeVisible();

  const settings = await blockingContext.newPage();
  await settings.goto('chrome://settings/content/siteData');
  await settings.getByRole('radio').first().waitFor();
  // The message that the settings page sends when a person allows cookies.
  await settings.evaluate(() => {
    window.chrome.send('setDefaultValueForContentType', ['cookies', 'allow']);
  });
  await page.getByRole('button', { name: 'Retry' }).click();
  await signIn(page, product.admin);
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible();
  await expect(page).toHaveURL(/\?status=failed$/);
});
