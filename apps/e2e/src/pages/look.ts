import type { Page } from 'playwright-core';
import { faultsIn } from './axe.ts';
import type { ConsolePage } from './every-page.ts';
import { show } from './in-place.ts';
import type { Look, Windows } from './visitors.ts';

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
/** What a change of the theme can break: the rest of a page stays as it is. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** What is wrong with pages, by page. */
export interface Findings {
  /** Why one could not be shown. */
  missing: Record<string, string>;
  /** What axe finds in either theme. */
  axe: Record<string, string[]>;
  /** Errors and warnings of the browser's console. */
  said: Record<string, string[]>;
  /** How many px a page is wider than a narrow screen. */
  over: Record<string, number>;
}

/** Looks at pages one after another in windows that load the console once: both themes and both widths in place. */
export async function lookAt(
  windows: Windows,
  url: string,
  pages: readonly ConsolePage[],
  findings: Findings,
): Promise<void> {
  const opened = new Map<string, Watched>();
  for (const one of pages) {
    const key = one.anew ? one.name : one.visitor;
    const began = Date.now();
    try {
      const view = opened.get(key) ?? (await open(windows, url, one));
      opened.set(key, view);
      view.said.length = 0;
      await show(view.page, one);
      await look(view, one, findings);
    } catch (error) {
      findings.missing[one.name] = (error as Error).message;
      await opened.get(key)?.page.context().close();
      opened.delete(key);
    }
    if (process.env.SHOW_TIMES) console.log(one.name, Date.now() - began);
  }
  await Promise.all([...opened.values()].map(({ page }) => page.context().close()));
}

interface Watched {
  page: Page;
  said: string[];
  theme: Look['theme'];
}

async function open(windows: Windows, url: string, one: ConsolePage): Promise<Watched> {
  const view: Watched = {
    page: await (await windows(one.visitor, { ...wide, theme: 'light' })).newPage(),
    said: [],
    theme: 'light',
  };
  const { page, said } = view;
  page.on('pageerror', (error) => said.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      said.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(url + (one.visitor === 'nobody' ? '/auth/register' : '/unauthorized'));
  await page.getByRole('heading', { level: 1 }).waitFor();
  return view;
}

async function look(
  view: Watched,
  { name, says }: ConsolePage,
  { axe, said, over }: Findings,
): Promise<void> {
  const { page } = view;
  const inOne = (await faultsOf(page)).map((fault) => `${view.theme}: ${fault}`);
  view.theme = view.theme === 'light' ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme: view.theme });
  await page.locator(`:root[data-theme="${view.theme}"]`).waitFor({ state: 'attached' });
  const inOther = (await faultsOf(page, ofColours)).map((fault) => `${view.theme}: ${fault}`);
  if (inOne.length + inOther.length > 0) axe[name] = [...inOne, ...inOther];

  await page.setViewportSize(narrow);
  const px = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        // Once what follows the width has been drawn.
        const measure = () => resolve(document.documentElement.scrollWidth - window.innerWidth);
        requestAnimationFrame(() => requestAnimationFrame(measure));
      }),
  );
  if (px > 0) over[name] = px;
  await page.setViewportSize(wide);

  const unexpected = view.said.filter((words) => !says?.test(words));
  if (unexpected.length > 0) said[name] = unexpected;
}

/** What axe finds on a page, in words; of one with a dialog over it, in the dialog: the page itself is another's. */
async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  const modal = '.MuiModal-root:not(.MuiModal-hidden)';
  const selector = (await page.locator(modal).count()) > 0 ? modal : undefined;
  return faultsIn(page, { selector, rules });
}
