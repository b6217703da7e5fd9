import type { Browser, Page, Request } from 'playwright-core';
import { goTo, openBrowser, openConsole, signInByForm } from './harness/browser.ts';
import { startProduct, type Product } from './harness/product.ts';
import { serveRemote, type RemoteServer } from './harness/remote-server.ts';

const names = ['mf-tasks', 'mf-tickets', 'mf-admin'] as const;
let product: Product;
let browser: Browser;
let remotes: Record<(typeof names)[number], RemoteServer>;

beforeAll(async () => {
  const served = await Promise.all(names.map(async (name) => [name, await serveRemote(name)] as const));
  remotes = Object.fromEntries(served) as typeof remotes;
  const addresses = Object.values(remotes).map((remote) => remote.moduleUrl);
  product = await startProduct({ MODULES: addresses.join(',') });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await Promise.all(Object.values(remotes ?? {}).map((remote) => remote.stop()));
});

it('goes on without a remote that is not served, and Retry brings it back', async () => {
  const { page } = await openConsole(browser, product);
  await remotes['mf-tickets'].stop();
  await signInByForm(page, product.owner);

  await goTo(page, 'Tickets');
  await page.getByRole('button', { name: /Retry/ }).waitFor();
  await goTo(page, 'Templates');
  await page.getByText('Harbour City: hold 20 pairs').waitFor();
  await goTo(page, 'Sites');
  await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor();
  await page.getByText('Harbour Box Office (sandbox)').first().waitFor();

  await remotes['mf-tickets'].start();
  await goTo(page, 'Tickets');
  const retry = page.getByRole('button', { name: /Retry/ });
  const tab = page.getByRole('tab', { name: 'Cart' });
  await retry.or(tab).first().waitFor();
  if (await retry.isVisible()) await retry.click();
  await tab.waitFor();
});

it('runs one React, one router and one theme for shell and remotes', async () => {
  const { page, problems } = await openConsole(browser, product);
  await page.addInitScript(() => {
    // react-dom announces each of its copies to the developer tools' hook.
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
  await page.reload();
  await signInByForm(page, product.admin);
  const marks = [
    ['Tasks', page.getByRole('button', { name: 'New task' })],
    ['Tickets', page.getByRole('tab', { name: 'Cart' })],
    ['Sites', page.getByRole('button', { name: 'New site' })],
  ] as const;
  for (const [entry, mark] of marks) {
    await goTo(page, entry);
    await mark.waitFor();
  }
  expect(await page.evaluate(() => (window as unknown as { renderers: unknown[] }).renderers.length)).toBe(1);
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => new URL(entry.name).origin),
  );
  for (const remote of Object.values(remotes)) expect(loaded).toContain(new URL(remote.moduleUrl).origin);
  expect(problems).toEqual([]);
});

it('fetches at most 350 kB of script on the first visit of somebody signed in', async () => {
  const { page } = await openConsole(browser, product);
  await signInByForm(page, product.owner);
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ storageState });
  const visit = await context.newPage();
  const bytesOf = countBytes(visit, (request) => request.resourceType() === 'script');
  await visit.goto(`${product.url}/dashboard`);
  await visit.getByRole('heading', { name: 'Recent jobs' }).waitFor();
  const bytes = await bytesOf();
  await context.close();
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(350_000);
});

it('shows the brand before its scripts are there, and the sign-in form then, in at most 350 kB in all', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const visit = await context.newPage();
  const bytesOf = countBytes(visit, () => true);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await visit.route('**/js/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await visit.goto(`${product.url}/auth/login`, { waitUntil: 'commit' });
  await visit.getByRole('status', { name: 'Tessera' }).waitFor();
  release();
  await visit.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await visit.getByRole('status', { name: 'Tessera' }).count()).toBe(0);
  const bytes = await bytesOf();
  await context.close();
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(350_000);
});

/** Counts the bytes of a page's answers from now on; what it answers ends the count and says how many there were. */
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
