import type { Page } from '@playwright/test';
import { heading, type PageState } from './page-state.ts';
import { respond } from './route-handlers.ts';

const queueRequest = /\/api\/pay-queue(\?|$)/;
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

/** A basket of two seats that expires in some minutes. */
function basket(id: number, minutes: number, who: string | null = null) {
  const expires_at = inMinutes(minutes);
  const seat = (number: number) => ({
    id: id * 10 + number,
    area: 'North 104',
    row: '17',
    seat: String(10 + number),
    price: 53,
    currency: 'GBP',
    expires_at,
  });
  return {
    id,
    realm_id: 1,
    task_name: 'HC north 01',
    job_id: null,
    login_id: id,
    login_name: `desk-0${id}@quayside.example`,
    login_email: `desk-0${id}@quayside.example`,
    site_id: 1,
    site_name: 'Harbour Box Office',
    event_id: 1,
    event_name: 'Harbour City v Northgate Rovers',
    basket: `http://127.0.0.1:9/basket/${id}`,
    seat_count: 2,
    seats: [seat(1), seat(2)],
    held_since: inMinutes(minutes - 10),
    expires_at,
    claim:
      who === null ? null : { user_id: 999_999, who, claimed_at: inMinutes(0), expires_at: inMinutes(2) },
  };
}

const none = { set: false, hint: null };
/** The claimed basket with what its login has. */
const claimed = (minutes: number) => ({
  ...basket(1, minutes),
  login_user: null,
  login_supporter_id: '100200',
  password: { set: true, hint: null },
  card: { set: true, hint: '•••• 4242' },
  address: none,
  home_phone: none,
  mobile_phone: none,
});

/** The next basket, which expires in some minutes. The page extends its claim for as long as it is inspected. */
async function withClaim(page: Page, minutes: number): Promise<void> {
  await page.route(/\/api\/pay-queue\/next$/, respond(200, { basket: claimed(minutes) }));
  await page.route(/\/api\/pay-queue\/1\/claim$/, respond(200, claimed(minutes)));
}

/** The queue with a basket of a colleague; the next basket expires in some minutes. */
const withQueue = (minutes: number) => async (page: Page) => {
  await page.route(
    queueRequest,
    respond(200, [basket(1, minutes), basket(2, 4, 'Nel Harper'), basket(3, 8)]),
  );
  await withClaim(page, minutes);
};
const claim = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Pay next basket/ }).click();
  await page.getByRole('textbox', { name: /Order reference/ }).waitFor();
};

/** Leaving the state before releases its basket, which the server doesn't have. */
const released = /\/api\/pay-queue\/1\/release/;

const pay = { path: '/pay', visitor: 'owner', ready: heading('Pay queue') } as const;

/** The pay queue: empty, with baskets, with a claimed one, one that expires soon, and one that expired while it was paid. */
export const payStates: readonly PageState[] = [
  { ...pay, name: 'empty-pay', visitor: 'newOwner' },
  { ...pay, name: 'pay-basket', intercept: withQueue(3), open: claim },
  { ...pay, name: 'pay-expiring', intercept: withQueue(1), open: claim, expectedMessages: released },
  {
    ...pay,
    name: 'pay-expired',
    intercept: async (page) => {
      await page.route(queueRequest, respond(200, [basket(3, 8)]));
      await withClaim(page, -1);
    },
    open: claim,
    expectedMessages: released,
  },
  { ...pay, name: 'pay', intercept: withQueue(3), expectedMessages: released },
  { ...pay, name: 'pay-reader', visitor: 'reader', intercept: withQueue(3) },
];
