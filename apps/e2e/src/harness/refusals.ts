import { randomInt } from 'node:crypto';
import type { Page, Request } from '@playwright/test';

/** One of this number of requests is refused. */
const ONE_OF = 10;
/** A request is refused at most this often in a row, as by a server that recovers. */
const MAX_IN_A_ROW = 2;

/** What the page was refused. */
export interface Refusals {
  /** The requests that were refused, as `POST /api/jobs`. */
  list: string[];
  /** Waits until the page has said of each refused change that it is sent again. */
  expectSaid: () => Promise<void>;
}

/**
 * Refuses one of ten requests of a page to the API, at random, and each kind of change the first time, with 429 or 503 and
 * `Retry-After: 1`. The live stream and what is
 * sent while the page is left are served.
 */
export async function refuseAtRandom(page: Page): Promise<Refusals> {
  const list: string[] = [];
  const said: Promise<void>[] = [];
  const inARow = new Map<string, number>();
  const wait = page.getByText(/Trying again in/);
  await page.route(/\/api\/(?!stream|modules\/reports|spans)/, async (route, request) => {
    const name = nameOf(request);
    const refused = inARow.get(name) ?? 0;
    const isFirstChange = request.method() !== 'GET' && !inARow.has(name);
    if ((!isFirstChange && randomInt(ONE_OF) > 0) || refused === MAX_IN_A_ROW) {
      inARow.set(name, 0);
      return route.fallback();
    }
    inARow.set(name, refused + 1);
    list.push(name);
    if (request.method() !== 'GET') said.push(wait.first().waitFor());
    const [status, code, message] =
      randomInt(2) === 0
        ? ([429, 'RATE_LIMITED', 'Too many requests'] as const)
        : ([503, 'UNAVAILABLE', 'The server is busy. Try again.'] as const);
    return route.fulfill({
      status,
      headers: { 'Retry-After': '1' },
      json: { error: message, message, code, request_id: 'refused' },
    });
  });
  return {
    list,
    expectSaid: async () => {
      await Promise.all(said);
    },
  };
}

const nameOf = (request: Request): string => `${request.method()} ${new URL(request.url()).pathname}`;
