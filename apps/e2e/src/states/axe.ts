import type { Page } from '@playwright/test';
import axeCore, { type RunOptions } from 'axe-core';

const baseOptions: RunOptions = {
  // Passed checks are not reported, which takes half of the time.
  resultTypes: ['violations'],
  // Would load every style sheet again, for rules that are not among the default ones.
  preload: false,
};

/** Runs axe on the page, or on its open dialog, with the default rules or with `rules` alone; returns the violations. */
export async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
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
