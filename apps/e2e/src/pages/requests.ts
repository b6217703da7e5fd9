import type { Page, Request } from 'playwright-core';
import { until } from '../harness/until.ts';
import type { ConsolePage } from './every-page.ts';
import { leave, moveTo } from './in-place.ts';

/** What the console asks for whatever page is shown: leaving a page leaves it alone. */
const ofTheShell =
  /^\/api\/((me|me\/preferences|modules|dashboard|stream|auth\/refresh)(\?|$)|notifications\?.*\bunread=true)/;

const addressOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  return pathname + search;
};
const isRead = (request: Request): boolean =>
  request.method() === 'GET' && addressOf(request).startsWith('/api/');

/** Opens a page and answers the addresses that were read more than once until it was there. */
export async function repeatedOn(page: Page, open: () => Promise<unknown>): Promise<string[]> {
  const read: string[] = [];
  const pending = new Set<Request>();
  const begin = (request: Request) => {
    if (!isRead(request) || addressOf(request) === '/api/stream') return;
    read.push(addressOf(request));
    pending.add(request);
  };
  const end = (request: Request) => pending.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await open();
  await until('nothing is awaited any more', () => pending.size === 0 || undefined);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return [...new Set(read.filter((address, i) => read.indexOf(address) !== i))];
}

/** Leaves a page while none of its reads is answered; answers those that were not given up. */
export async function keptAfterLeaving(page: Page, one: ConsolePage): Promise<string[]> {
  const waiting = new Set<Request>();
  const asked: Request[] = [];
  const end = (request: Request) => waiting.delete(request);
  page.on('requestfailed', end);
  await leave(page, one);
  await page.route(/\/api\//, (route, request) => {
    if (!isRead(request) || ofTheShell.test(addressOf(request))) return route.fallback();
    asked.push(request);
    waiting.add(request);
    return undefined;
  });
  await moveTo(page, one.path);
  await until('the page asks', () => asked.length > 0 || undefined);
  await moveTo(page, '/unauthorized');
  await page.getByRole('heading', { level: 1, name: 'No permission' }).waitFor();
  await until('what it asked for is given up', () => waiting.size === 0 || undefined).catch(() => undefined);
  page.off('requestfailed', end);
  return [...waiting].map(addressOf);
}
