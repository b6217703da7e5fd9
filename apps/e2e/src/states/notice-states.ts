import type { Page } from '@playwright/test';
import { type PageState, rows } from './page-state.ts';
import { respond } from './route-handlers.ts';
import type { DemoIds } from './seed-demo-realm.ts';

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

/** Refuses a call for half a minute. */
const refuse = (call: RegExp) => (page: Page) =>
  page.route(call, (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '30' }, json: { message: 'Too many requests' } }),
  );
const waitBar = (page: Page) => page.getByText(/^Too many requests/).waitFor();

/** Two seats that expire within two minutes. */
const withExpiringSeats = (page: Page) =>
  page.route(
    /\/api\/dashboard\/live/,
    respond(200, {
      at: inSeconds(0),
      events: [],
      to_pay: { baskets: 1, seats: 2, expires_at: inSeconds(100) },
      expiries: [{ at: inSeconds(100), event_id: 1, currency: 'GBP', seats: 2, total: 106 }],
    }),
  );
const expiryBar = (page: Page) => page.getByRole('region', { name: 'Seats about to expire' }).waitFor();

/** What concerns the whole console: seats that expire, requests that wait, and the menu of a phone. Each outlasts its page. */
export const noticeStates = ({ template }: Pick<DemoIds, 'template'>): PageState[] =>
  [
    {
      name: 'seats-expiring',
      path: '/tasks',
      ready: rows,
      intercept: withExpiringSeats,
      open: async (page: Page) => {
        // The figures were read before.
        await page.reload();
        await expiryBar(page);
      },
    },
    {
      name: 'requests-waiting',
      path: '/tasks',
      ready: rows,
      intercept: async (page: Page) => {
        await withExpiringSeats(page);
        await refuse(/\/api\/jobs\?/)(page);
      },
      open: async (page: Page) => {
        await page.reload();
        await rows(page);
        await page.getByRole('link', { name: 'Jobs', exact: true }).click();
        await expiryBar(page);
        await waitBar(page);
      },
      expectedMessages: /429/,
    },
    {
      name: 'launch-waiting',
      path: `/templates?launch=${template}`,
      ready: (page: Page) => page.getByRole('button', { name: /^Launch \d/ }).waitFor(),
      intercept: refuse(/\/api\/jobs$/),
      open: async (page: Page) => {
        await page.getByRole('button', { name: /^Launch \d/ }).click();
        await waitBar(page);
      },
      expectedMessages: /429/,
    },
    {
      name: 'phone-menu',
      path: '/tasks',
      ready: rows,
      open: async (page: Page) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.getByRole('button', { name: 'Open the menu' }).click();
        await page.getByRole('dialog').or(page.locator('.MuiDrawer-paper')).last().waitFor();
      },
    },
  ].map((state) => ({ visitor: 'owner', inFreshContext: true, ...state }));
