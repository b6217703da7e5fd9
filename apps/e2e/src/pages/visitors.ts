import type { Browser, BrowserContext } from 'playwright-core';
import { signInByForm, WAIT_MS } from '../harness/browser.ts';
import type { Credentials, Product } from '../harness/product.ts';
import type { Visitor } from './every-page.ts';

export interface Look {
  width: number;
  height: number;
  theme: 'light' | 'dark';
  /** By a finger in place of a mouse. */
  touch?: boolean;
}

/** Opens windows of signed-in visitors. */
export type Windows = (visitor: Visitor, look: Look) => Promise<BrowserContext>;

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>;
/** Below an access token's ten minutes: windows that share a session would else refresh it each for itself. */
const sharedForMs = 240_000;

/**
 * Keeps request interception switched on. With the last route gone Chromium switches it off, and the first requests
 * after the next `page.route` may pass before it is on again.
 */
const keepIntercepting = (context: BrowserContext): Promise<unknown> =>
  context.route('**/never-requested', (route) => route.abort());

/** Windows that keep a visitor's session, so that not every one signs in anew. */
export function windowsOf(
  browser: Browser,
  { url }: Product,
  accounts: { [V in Visitor]?: Credentials },
): Windows {
  const known = new Map<Visitor, { state: Promise<Stored>; since: number }>();
  const signedIn = async (credentials: Credentials): Promise<Stored> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(url);
    await signInByForm(page, credentials);
    const state = await context.storageState();
    await context.close();
    return state;
  };
  const stateOf = (visitor: Visitor, credentials: Credentials): Promise<Stored> => {
    const kept = known.get(visitor);
    if (kept && Date.now() - kept.since < sharedForMs) return kept.state;
    const state = signedIn(credentials);
    known.set(visitor, { state, since: Date.now() });
    // One that failed is tried again by the next window.
    state.catch(() => known.delete(visitor));
    return state;
  };
  return async (visitor, { width, height, theme, touch = false }) => {
    const credentials = accounts[visitor];
    const storageState = credentials && (await stateOf(visitor, credentials));
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: 'reduce',
      hasTouch: touch,
      isMobile: touch,
      ...(storageState && { storageState }),
    });
    context.setDefaultTimeout(WAIT_MS);
    await keepIntercepting(context);
    return context;
  };
}
