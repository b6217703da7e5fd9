import type { Page, Request, Route } from '@playwright/test';
import { openMenuEntry, signIn } from './harness/sign-in.ts';
import { expect, test } from './harness/test.ts';

const MAX_SCRIPT_BYTES = 350_000;

const dead = (route: Route) => route.abort('connectionrefused');
const failing = (route: Route) => route.fulfill({ status: 500, body: '{}' });
/** Never answers. */
const hanging = () => undefined;

test('works with one module dead, one hanging and one failing, and Retry loads them later', async ({
  openContext,
}) => {
  const page = await (await openContext('owner')).newPage();
  await page.route('**/modules/mf-tasks/**', dead);
  await page.route('**/modules/mf-tickets/**', hanging);
  await page.route('**/modules/mf-admin/**', failing);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent jobs' })).toBeVisible();

  await openMenuEntry(page, 'Tickets');
  await expect(page.getByText('The Tickets module did not answer in time.')).toBeVisible();
  await openMenuEntry(page, 'Tasks');
  await expect(page.getByText('The Tasks module could not be reached.')).toBeVisible();
  await openMenuEntry(page, 'Sites');
  await expect(page.getByText('The Administration module could not be reached.')).toBeVisible();
  await expect(page.getByText(/500/).first()).toBeVisible();
  await openMenuEntry(page, 'Notifications');
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();

  await page.unrouteAll();
  await openMenuEntry(page, 'Tickets');
  const retry = page.getByRole('button', { name: /Retry/ });
  const tab = page.getByRole('tab', { name: 'Cart' });
  await expect(retry.or(tab).first()).toBeVisible();
  // In one step: an automatic attempt may take the button away at any moment.
  await retry.evaluateAll(([button]) => (button as HTMLElement | undefined)?.click());
  await expect(tab).toBeVisible();
});

const registryFaults = [
  ['dead', dead],
  ['failing', failing],
  ['hanging', hanging],
  [
    'empty',
    (route: Route) => route.fulfill({ json: { serial: 0, overrides: false, publishers: [], modules: [] } }),
  ],
] as const;
for (const [fault, answer] of registryFaults) {
  test(`starts with a registry that is ${fault}, without modules and from the last visit's list`, async ({
    browser,
    product,
  }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route(/\/api\/modules(\?.*)?$/, answer);
    await page.goto(product.url);
    await signIn(page, product.owner);
    await expect(page.getByRole('heading', { name: 'Recent jobs' })).toBeVisible();
    await expect(page.getByText(/modules could not be listed|server lists no modules/)).toBeVisible();
    await openMenuEntry(page, 'Notifications');
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();

    await page.unrouteAll();
    await page.goto('/dashboard');
    await openMenuEntry(page, 'Tickets');
    await expect(page.getByRole('tab', { name: 'Cart' })).toBeVisible();
    await page.route(/\/api\/modules(\?.*)?$/, answer);
    await page.goto('/dashboard');
    await openMenuEntry(page, 'Tickets');
    await expect(page.getByRole('tab', { name: 'Cart' })).toBeVisible();
    await context.close();
  });
}

test('runs one React, one router and one theme for shell and remotes', async ({
  page,
  product,
  browserErrors,
}) => {
  await page.addInitScript(() => {
    // Every copy of react-dom registers itself with the hook of the developer tools.
    const renderers: unknown[] = [];
    Object.assign(window, {
      renderers,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: (renderer: unknown) => renderers.push(renderer),
        onCommitFiberRoot: () => undefined,
        onCommitFiberUnmount: () => undefined,
      },
    });
  });
  await page.goto('/');
  await signIn(page, product.admin);
  await openMenuEntry(page, 'Tasks');
  await expect(page.getByRole('button', { name: 'New task' })).toBeVisible();
  await openMenuEntry(page, 'Tickets');
  await expect(page.getByRole('tab', { name: 'Cart' })).toBeVisible();
  await openMenuEntry(page, 'Sites');
  await expect(page.getByRole('button', { name: 'New site' })).toBeVisible();

  expect(await page.evaluate(() => window.renderers.length)).toBe(1);
  expect(browserErrors).toEqual([]);
});

test('loads at most 350 kB of script on the first visit of a signed-in user', async ({
  browser,
  openContext,
}) => {
  const session = await openContext('owner');
  const context = await browser.newContext({ storageState: await session.storageState() });
  const page = await context.newPage();
  const countLoaded = countBytes(page, (request) => request.resourceType() === 'script');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent jobs' })).toBeVisible();
  const bytes = await countLoaded();
  await context.close();
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});

test('shows the brand before its scripts, then the sign-in form, in at most 350 kB', async ({ page }) => {
  const brand = page.getByRole('status', { name: 'Tessera' });
  const countLoaded = countBytes(page, () => true);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/js/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/auth/login', { waitUntil: 'commit' });
  await expect(brand).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  expect(await brand.count()).toBe(0);
  const bytes = await countLoaded();
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
});

/** Counts the bytes of the page's responses from now on; the returned function stops and returns the sum. */
function countBytes(page: Page, isCounted: (request: Request) => boolean): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  const count = (request: Request) => {
    if (isCounted(request)) sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  };
  page.on('requestfinished', count);
  return async () => {
    page.off('requestfinished', count);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  };
}
