import { type BrowserContext, type BrowserContextOptions, test as base } from '@playwright/test';
import { collectMessages } from './browser-messages.ts';
import { isLaunched, type LaunchedProduct, type Product, startProduct } from './product.ts';
import { type Accounts, type OpenContext, shareSessions, type Visitor } from './sessions.ts';

export { expect } from '@playwright/test';

/** Set for each project in playwright.config.ts. */
export interface ConsoleOptions {
  /** Environment of the product that the project's tests use. */
  environment: NodeJS.ProcessEnv;
}

interface WorkerFixtures extends ConsoleOptions {
  /** The console under test, started once per project and worker. */
  product: Product;
  /** The same console, for tests that kill its processes. */
  launchedProduct: LaunchedProduct;
  /** Accounts as which `openPage` can open pages. */
  accounts: Accounts;
  openSharedContext: OpenContext;
}

interface TestFixtures {
  /** Opens a context in which a visitor is signed in; it is closed when the test ends. */
  openContext: (visitor: Visitor, options?: BrowserContextOptions) => Promise<BrowserContext>;
  /** Exceptions and console errors of the test's own context. */
  browserErrors: string[];
}

/** Playwright's test with a started product; `page.goto` takes paths of its console. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  environment: [{}, { scope: 'worker', option: true }],
  product: [
    async ({ environment }, use) => {
      const product = await startProduct(environment);
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  launchedProduct: [
    async ({ product }, use) => {
      if (!isLaunched(product))
        throw new Error(
          'CONSOLE_URLS is set, and this test needs a console of its own: see npm run prove -- e2e-two',
        );
      await use(product);
    },
    { scope: 'worker' },
  ],
  accounts: [async ({ product: { admin, owner } }, use) => use({ admin, owner }), { scope: 'worker' }],
  openSharedContext: [
    async ({ browser, product, accounts }, use) => use(shareSessions(browser, product, accounts)),
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  openContext: async ({ openSharedContext }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (visitor, options) => {
      const context = await openSharedContext(visitor, options);
      contexts.push(context);
      return context;
    });
    for (const context of contexts) await context.close();
  },
  browserErrors: async ({ context }, use) => use(collectMessages(context, ['error'])),
});
