import type { Page, Request } from '@playwright/test';
import { type RemoteServer, serveRemote } from './harness/remote-server.ts';
import { openMenuEntry, signIn } from './harness/sign-in.ts';
import { expect, test as base } from './harness/test.ts';

const MAX_SCRIPT_BYTES = 350_000;

type Remotes = Record<'tasks' | 'tickets' | 'admin', RemoteServer>;

const test = base.extend<object, { remotes: Remotes }>({
  /** Every remote on an origin of its own. */
  remotes: [
    async ({}, use) => {
      const remotes = {
        tasks: await serveRemote('mf-tasks'),
        tickets: await serveRemote('mf-tickets'),
        admin: await serveRemote('mf-admin'),
      };
      await use(remotes);
      await Promise.all(Object.values(remotes).map((remote) => remote.stop()));
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ remotes }, use) => {
      const addresses = Object.values(remotes).map(({ moduleUrl }) => moduleUrl);
      await use({ MODULES: addresses.join(',') });
    },
    { scope: 'worker' },
  ],
});

test('works without a remote that is not served, and Retry loads it later', async ({
  page,
  product,
  remotes,
}) => {
  await page.goto('/');
  await remotes.tickets.stop();
  await signIn(page, product.owner);

  const retry = page.getByRole('button', { name: /Retry/ });
  await openMenuEntry(page, 'Tickets');
  await expect(retry).toBeVisible();
  await openMenuEntry(page, 'Templates');
  await expect(page.getByText('Harbour City: hold 20 pairs')).toBeVisible();
  await openMenuEntry(page, 'Sites');
  await expect(page.getByRole('heading', { level: 1, name: 'Sites' })).toBeVisible();
  await expect(page.getByText('Harbour Box Office (sandbox)').first()).toBeVisible();

  await remotes.tickets.start();
  await openMenuEntry(page, 'Tickets');
  const tab = page.getByRole('tab', { name: 'Cart' });
  await expect(retry.or(tab).first()).toBeVisible();
  if (await retry.isVisible()) await retry.click();
  await expect(tab).toBeVisible();
});

test('runs one React, one router and one theme for shell and remotes', async ({
  page,
  product,
  remotes,
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
  const origins = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => new URL(entry.name).origin),
  );
  for (const { moduleUrl } of Object.values(remotes)) expect(origins).toContain(new URL(moduleUrl).origin);
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
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
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
