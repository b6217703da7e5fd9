import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import type { Credentials, Product } from './product.ts';
import { signIn } from './sign-in.ts';

/** Who opens a page; the new owner's realm is empty, a pending user has no realm yet. */
export type Visitor = 'anonymous' | 'admin' | 'owner' | 'reader' | 'newOwner' | 'pending';

export type Accounts = Partial<Record<Visitor, Credentials>>;

/** Opens browser contexts in which a visitor is signed in. */
export type OpenContext = (visitor: Visitor, options?: BrowserContextOptions) => Promise<BrowserContext>;

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Less than the lifetime of an access token, after which each context would refresh the shared session for itself. */
const SHARED_MS = 240_000;

/** Returns a function that opens contexts and shares one session between all contexts of a visitor. */
export function shareSessions(browser: Browser, product: Product, accounts: Accounts): OpenContext {
  const sessions = new Map<Visitor, { state: Promise<StorageState>; since: number }>();
  const createSession = async (credentials: Credentials): Promise<StorageState> => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(product.url);
    await signIn(page, credentials);
    const state = await context.storageState();
    await context.close();
    return state;
  };
  const findSession = (visitor: Visitor, credentials: Credentials): Promise<StorageState> => {
    const session = sessions.get(visitor);
    if (session && Date.now() - session.since < SHARED_MS) return session.state;
    const state = createSession(credentials);
    sessions.set(visitor, { state, since: Date.now() });
    state.catch(() => sessions.delete(visitor));
    return state;
  };
  return async (visitor, options) => {
    const credentials = accounts[visitor];
    if (visitor !== 'anonymous' && !credentials) throw new Error(`There is no account for the ${visitor}.`);
    const storageState = credentials && (await findSession(visitor, credentials));
    const context = await browser.newContext({ ...options, ...(storageState && { storageState }) });
    await keepIntercepting(context);
    return context;
  };
}

/**
 * Keeps request interception enabled. Chromium disables it with the last route, and the first requests after the next
 * `page.route` might pass before it is enabled again.
 */
const keepIntercepting = (context: BrowserContext): Promise<unknown> =>
  context.route('**/never-requested', (route) => route.abort());
