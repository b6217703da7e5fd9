import { type run, source, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

/** Only what breaks a rule is put into words: all that keeps it took half of the time. */
const base: RunOptions = {
  resultTypes: ['violations'],
  // Fetches every style sheet again, for rules that aren't among the default ones.
  preload: false,
};

/** What axe finds on a page, or in the part of it that `selector` names; of all its default rules, or of `rules` alone. */
export async function faultsIn(
  page: Page,
  { selector, rules }: { selector?: string; rules?: readonly string[] },
): Promise<string[]> {
  // The page stays loaded from one look to the next, and axe with it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: RunOptions = rules ? { ...base, runOnly: { type: 'rule', values: [...rules] } } : base;
  return page.evaluate(
    async ([part, how]) => {
      const { violations } = await (window as unknown as { axe: { run: typeof run } }).axe.run(
        part ?? document,
        how,
      );
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
    },
    [selector, options] as const,
  );
}
