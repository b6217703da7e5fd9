import { expect, type Page, test } from '@playwright/test';
import axeCore, { type RunOptions } from 'axe-core';
import { collectMessages } from '../harness/browser-messages.ts';
import type { OpenContext } from '../harness/sessions.ts';
import type { PageState } from './page-state.ts';
import { loadConsole, showState } from './show-state.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 390, height: 844 };
/** The rules that a change of the theme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

interface InspectedPage {
  page: Page;
  messages: string[];
  theme: 'light' | 'dark';
}

/**
 * Shows states one after another, in one page per visitor, and expects of each: no violation found by axe in either theme,
 * no console message, and no content wider than a narrow screen.
 */
export async function inspectStates(openContext: OpenContext, states: readonly PageState[]): Promise<void> {
  const pages = new Map<string, InspectedPage>();
  for (const state of states) {
    const key = state.inFreshContext ? state.name : state.visitor;
    await test.step(state.name, async () => {
      try {
        const inspected = pages.get(key) ?? (await openPage(openContext, state));
        pages.set(key, inspected);
        inspected.messages.length = 0;
        await showState(inspected.page, state);
        await inspect(inspected, state);
      } catch (error) {
        // The other states are still inspected, in a new page.
        expect.soft((error as Error).message, `${state.name} can be shown`).toBe('');
        await pages.get(key)?.page.context().close();
        pages.delete(key);
      }
    });
  }
  for (const { page } of pages.values()) await page.context().close();
}

async function openPage(openContext: OpenContext, state: PageState): Promise<InspectedPage> {
  const context = await openContext(state.visitor, {
    viewport: WIDE,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const messages = collectMessages(context, ['error', 'warning']);
  const page = await context.newPage();
  await loadConsole(page, state);
  return { page, messages, theme: 'light' };
}

async function inspect(inspected: InspectedPage, { name, expectedMessages }: PageState): Promise<void> {
  const { page } = inspected;
  expect.soft(await findViolations(page), `${name}: axe, ${inspected.theme}`).toEqual([]);
  inspected.theme = inspected.theme === 'light' ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme: inspected.theme });
  await page.locator(`:root[data-theme="${inspected.theme}"]`).waitFor({ state: 'attached' });
  expect.soft(await findViolations(page, COLOUR_RULES), `${name}: axe, ${inspected.theme}`).toEqual([]);

  const cut = await page
    .getByRole('complementary', { name: 'Tessera' })
    .evaluateAll((menus) => menus.filter((menu) => menu.scrollWidth > menu.clientWidth).length);
  expect.soft(cut, `${name}: entries wider than the menu`).toBe(0);

  await page.setViewportSize(NARROW);
  const overflow = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Two frames later everything that depends on the width is drawn.
        const measure = () => resolve(document.documentElement.scrollWidth - window.innerWidth);
        requestAnimationFrame(() => requestAnimationFrame(measure));
      }),
  );
  expect.soft(overflow, `${name}: horizontal overflow on a narrow screen`).toBeLessThanOrEqual(0);
  await page.setViewportSize(WIDE);

  const unexpected = inspected.messages.filter((message) => !expectedMessages?.test(message));
  expect.soft(unexpected, `${name}: console messages`).toEqual([]);
}

const baseOptions: RunOptions = {
  // Passed checks are not reported, which takes half of the time.
  resultTypes: ['violations'],
  // Would load every style sheet again, for rules that are not among the default ones.
  preload: false,
};

/** Runs axe on the page, or on its open dialog, with the default rules or with `rules` alone; returns the violations. */
async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const modal = '.MuiModal-root:not(.MuiModal-hidden)';
  const selector = (await page.locator(modal).count()) > 0 ? modal : undefined;
  // The page stays loaded between states, and axe with it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const options: RunOptions = rules
    ? { ...baseOptions, runOnly: { type: 'rule', values: [...rules] } }
    : baseOptions;
  return page.evaluate(
    async ([part, runOptions]) => {
      const { violations } = await window.axe.run(part ?? document, runOptions);
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    },
    [selector, options] as const,
  );
}
