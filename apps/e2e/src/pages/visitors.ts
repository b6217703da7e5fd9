import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signInByForm } from '../harness/browser.ts';
import type { Product } from '../harness/product.ts';
import type { ConsolePage, Visitor } from './every-page.ts';

export interface Look {
  width: number;
  height: number;
  theme: 'light' | 'dark';
}

/** Opens windows of signed-in visitors. */
export type Windows = (visitor: Visitor, look: Look) => Promise<BrowserContext>;

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>;
/** Below an access token's ten minutes: windows that share a session would else refresh it each for itself. */
const sharedForMs = 240_000;

/** Windows that keep a visitor's session, so that not every one signs in anew. */
export function windowsOf(browser: Browser, product: Product): Windows {
  const known = new Map<Visitor, { state: Stored; since: number }>();
  const stateOf = async (visitor: Exclude<Visitor, 'nobody'>): Promise<Stored> => {
    const kept = known.get(visitor);
    if (kept && Date.now() - kept.since < sharedForMs) return kept.state;
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(product.url);
    await signInByForm(page, product[visitor]);
    const state = await context.storageState();
    await context.close();
    known.set(visitor, { state, since: Date.now() });
    return state;
  };
  return async (visitor, { width, height, theme }) => {
    const storageState = visitor === 'nobody' ? undefined : await stateOf(visitor);
    return browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
      ...(storageState && { storageState }),
    });
  };
}

const isNarrow = ({ width }: Pick<Look, 'width'>): boolean => width < 600;

/** Opens a page of the console in a window and waits until it shows what it has. */
export async function visit(
  context: BrowserContext,
  product: Product,
  one: ConsolePage,
  look: Pick<Look, 'width'>,
): Promise<Page> {
  const page = await context.newPage();
  await page.goto(product.url + one.path);
  // Narrow lists have no columns, and their pages fewer buttons in sight.
  if (isNarrow(look)) {
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }
  await one.ready(page);
  await one.act?.(page);
  return page;
}
