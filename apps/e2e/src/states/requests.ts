import { expect, type Page, type Request } from '@playwright/test';
import type { PageState } from './page-state.ts';
import { leavePage, navigate } from './show-state.ts';

/** Reads of the shell, which leaving a page doesn't abort. */
const SHELL_READS =
  /^\/api\/((me|me\/preferences|modules|dashboard|dashboard\/live|stream|auth\/refresh)(\?|$)|notifications\?.*\bunread=true)/;

const addressOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url());
  return pathname + search;
};
const isRead = (request: Request): boolean =>
  request.method() === 'GET' && addressOf(request).startsWith('/api/');

/** Keeps the live stream open without news, which would have the console read again what it shows. Call before the page loads. */
export async function silenceNews(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { fetch } = globalThis;
    const heartbeat = new TextEncoder().encode(':\n\n');
    const openStream = () =>
      new ReadableStream({
        pull: async (stream) => {
          await new Promise((resolve) => setTimeout(resolve, 1_000));
          stream.enqueue(heartbeat);
        },
      });
    globalThis.fetch = (input, init) =>
      (input instanceof Request ? input.url : String(input)).endsWith('/api/stream')
        ? Promise.resolve(new Response(openStream()))
        : fetch(input, init);
  });
}

/** Opens a page and returns the addresses that it read more than once. */
export async function findRepeatedReads(page: Page, open: () => Promise<unknown>): Promise<string[]> {
  const addresses: string[] = [];
  const pending = new Set<Request>();
  const begin = (request: Request) => {
    if (!isRead(request)) return;
    addresses.push(addressOf(request));
    pending.add(request);
  };
  const end = (request: Request) => pending.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await open();
  await expect.poll(() => [...pending].map(addressOf), { intervals: [50] }).toEqual([]);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return [...new Set(addresses.filter((address, index) => addresses.indexOf(address) !== index))];
}

/** Leaves a page while all of its reads are pending, and expects it to abort them. */
export async function expectReadsAborted(page: Page, state: PageState): Promise<void> {
  const pending = new Set<Request>();
  let readCount = 0;
  const end = (request: Request) => pending.delete(request);
  page.on('requestfailed', end);
  await leavePage(page, state);
  await page.route(/\/api\//, (route, request) => {
    if (!isRead(request) || SHELL_READS.test(addressOf(request))) return route.fallback();
    readCount += 1;
    pending.add(request);
    return undefined;
  });
  await navigate(page, state.path);
  await expect.poll(() => readCount, { message: `${state.name} reads`, intervals: [50] }).toBeGreaterThan(0);
  await navigate(page, '/unauthorized');
  await expect(page.getByRole('heading', { level: 1, name: 'No permission' })).toBeVisible();
  await expect
    .poll(() => [...pending].map(addressOf), { message: `${state.name} aborts its reads`, intervals: [50] })
    .toEqual([]);
  page.off('requestfailed', end);
}
