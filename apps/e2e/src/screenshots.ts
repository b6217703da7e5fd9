import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { OpenContext } from './harness/sessions.ts';
import { expect, test as base } from './harness/test.ts';
import type { PageState } from './states/page-state.ts';
import { type SeededConsole, seedFixtures } from './states/seed-fixtures.ts';
import { seedScreenshots } from './states/seed-screenshots.ts';
import { loadConsole, showState } from './states/show-state.ts';

const folder = path.resolve(import.meta.dirname, '../../../docs/screens');
const sizes = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;
const themes = ['light', 'dark'] as const;

const test = base.extend<object, { seeded: SeededConsole }>({
  seeded: [
    async ({ product }, use) => {
      const seeded = await seedFixtures(product);
      await seedScreenshots(product);
      await use(seeded);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  accounts: [async ({ seeded }, use) => use(seeded.accounts), { scope: 'worker' }],
});

/** Pages with data that expires soon come first. */
const FIRST = ['cart', 'dashboard', 'tasks'];
const orderOf = ({ name }: PageState): number => FIRST.indexOf(name) + 1 || Infinity;

/** An open menu follows its anchor a moment after the window has become narrower. */
const areMenusInside = (): boolean =>
  [...document.querySelectorAll('.MuiPopover-paper')].every(
    (menu) => menu.getBoundingClientRect().right <= window.innerWidth,
  );

/** Takes the screenshots of the state that a page shows, and restores the page's size. */
async function takeScreenshots(page: Page, { name }: PageState): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.waitForFunction(areMenusInside);
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme });
      await page.locator(`:root[data-theme="${theme}"]`).waitFor({ state: 'attached' });
      // Charts that depend on the width are drawn one frame later, their legends one after that.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const file = `${name.replaceAll(/\W+/g, '-')}-${size.width}${theme === 'dark' ? '-dark' : ''}.png`;
      await page.screenshot({ path: path.join(folder, file) });
    }
  }
  await page.setViewportSize(sizes[0]);
}

/** Takes the screenshots of states one after another, in one page per visitor. */
async function captureStates(openContext: OpenContext, states: readonly PageState[]): Promise<void> {
  const pages = new Map<string, Page>();
  const capture = async (state: PageState): Promise<string> => {
    const key = state.inFreshContext ? state.name : state.visitor;
    try {
      const page = pages.get(key) ?? (await openPage(openContext, state));
      pages.set(key, page);
      await showState(page, state);
      await takeScreenshots(page, state);
      return '';
    } catch (error) {
      await pages.get(key)?.context().close();
      pages.delete(key);
      return (error as Error).message;
    }
  };
  for (const state of states.toSorted((a, b) => orderOf(a) - orderOf(b)))
    await test.step(state.name, async () => {
      // The second attempt uses a new page: the state before may have left something open.
      const failure = (await capture(state)) && (await capture(state));
      expect.soft(failure, `${state.name} can be shown`).toBe('');
    });
  for (const page of pages.values()) await page.context().close();
}

async function openPage(openContext: OpenContext, state: PageState): Promise<Page> {
  const context = await openContext(state.visitor, { viewport: sizes[0], reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await loadConsole(page, state);
  return page;
}

test('takes a screenshot of every page, dialog and state, in both themes and three widths', async ({
  openContext,
  seeded,
}) => {
  test.setTimeout(1_800_000);
  mkdirSync(folder, { recursive: true });
  const owners = seeded.states.filter(({ visitor }) => visitor === 'owner');
  const others = seeded.states.filter(({ visitor }) => visitor !== 'owner');
  await Promise.all([captureStates(openContext, owners), captureStates(openContext, others)]);
});
