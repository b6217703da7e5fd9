import type { BrowserContextOptions, Page } from '@playwright/test';
import { expect, test as base } from '../harness/test.ts';
import { type SeededConsole, seedFixtures } from './seed-fixtures.ts';

export { expect } from '@playwright/test';

interface TestFixtures {
  /** Opens a page of the owner at a path, and waits for the third row of its list. */
  openList: (path: string, options: BrowserContextOptions) => Promise<Page>;
}

/** Playwright's test with a console that holds the fixtures of every state. */
export const test = base.extend<TestFixtures, { seeded: SeededConsole }>({
  seeded: [
    async ({ product }, use) => use(await seedFixtures(product)),
    { scope: 'worker', timeout: 180_000 },
  ],
  accounts: [async ({ seeded }, use) => use(seeded.accounts), { scope: 'worker' }],
  openList: async ({ openContext }, use) => {
    await use(async (path, options) => {
      const context = await openContext('owner', {
        colorScheme: 'light',
        reducedMotion: 'reduce',
        ...options,
      });
      const page = await context.newPage();
      await page.goto(path);
      await expect(page.locator('tr[data-index]').nth(2)).toBeVisible();
      return page;
    });
  },
});
