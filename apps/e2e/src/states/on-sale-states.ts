import type { Page } from '@playwright/test';
import { button, type PageState } from './page-state.ts';
import { respond } from './route-handlers.ts';
import type { DemoIds } from './seed-demo-realm.ts';

const minutesFromNow = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

const noHelp = {
  count: null,
  seconds: null,
  job_id: null,
  job_name: null,
  tasks: null,
  levels: null,
  expire: 0,
  last_start_at: null,
};

/** A forecast by which baskets expire unless somebody helps; `job`: that can still be moved, null in a plan. */
const forecast = (job: number | null) => {
  const of = { job_id: job, job_name: job === null ? null : 'North stand fours, members', tasks: 20 };
  return {
    baskets: 60,
    held: 6,
    waiting: 3,
    baskets_per_minute: 12,
    paid_per_minute: 4.3,
    expire: 31,
    first_expiry_at: minutesFromNow(8),
    pace_s: 60,
    help: [
      { ...noHelp, kind: 'payers', count: 2 },
      { ...noHelp, ...of, kind: 'spread', seconds: 40, last_start_at: minutesFromNow(33) },
      { ...noHelp, ...of, kind: 'buy', levels: ['C', 'D'], expire: 4 },
    ],
  };
};

const payers = (job: number) => ({
  at: minutesFromNow(0),
  payers: ['Nel Harper', 'Ada Lind'].map((name, index) => ({
    user_id: 1000 + index,
    name,
    since: minutesFromNow(-20 + index),
  })),
  others: 3,
  me: { may_pay: true, is_on: false, pace_s: 45 },
  forecast: forecast(job),
});

const handOver = () => {
  const change = { who: 'Ada Lind', job_id: null, job_name: null, before: null, after: null };
  return {
    from: minutesFromNow(-60),
    to: minutesFromNow(0),
    paid: {
      baskets: 3,
      seats: 8,
      totals: [{ currency: 'GBP', seats: 8, total: 340 }],
      by: [
        { who: 'Nel Harper', baskets: 2, seats: 6 },
        { who: null, baskets: 1, seats: 2 },
      ],
    },
    reversed_seats: 1,
    expired: { baskets: 1, seats: 2 },
    held: { baskets: 9, seats: 22 },
    failures: [
      { kind: 'sold_out', count: 12 },
      { kind: 'rate_limited', count: 5 },
    ],
    commands: [
      {
        at: minutesFromNow(-30),
        who: 'Nel Harper',
        what: 'pause',
        job_id: 1,
        job_name: 'North stand fours',
        tasks: 12,
      },
    ],
    changes: [
      { ...change, at: minutesFromNow(-50), what: 'event.payer_on' },
      { ...change, at: minutesFromNow(-40), what: 'job.launch', job_name: 'Members', after: { tasks: 20 } },
      {
        ...change,
        at: minutesFromNow(-20),
        what: 'event.budget',
        before: { amount: 2000 },
        after: { amount: 2600 },
      },
    ],
    reads_audit: true,
    open: { baskets: 6, seats: 16, next_expires_at: minutesFromNow(4) },
  };
};

/** The on-sale room with people who pay, and what helps where they are too few; in the plan of a launch too. */
export const onSaleStates = ({ event, job, template }: DemoIds): PageState[] => {
  const room = { path: `/on-sale/${event}`, visitor: 'owner' } as const;
  const shown = (page: Page) => page.getByRole('button', { name: /^Spread the starts/ }).waitFor();
  const withPayers = (page: Page) =>
    page.route(new RegExp(`/api/on-sale/${event}/payers$`), respond(200, payers(job)));
  return [
    { ...room, name: 'on-sale-payers', ready: shown, intercept: withPayers },
    {
      ...room,
      name: 'on-sale-spread',
      ready: shown,
      intercept: withPayers,
      open: async (page) => {
        await page.getByRole('button', { name: /^Spread the starts/ }).click();
        await page.getByText(/start 40 s after each other/).waitFor();
      },
    },
    {
      ...room,
      name: 'on-sale-ask',
      ready: shown,
      intercept: withPayers,
      open: async (page) => {
        await page.getByRole('button', { name: 'Ask for 2 more people' }).click();
        await page.getByText('3 people who may pay').waitFor();
      },
    },
    {
      ...room,
      name: 'on-sale-hand-over',
      ready: shown,
      intercept: async (page) => {
        await withPayers(page);
        await page.route(new RegExp(`/api/on-sale/${event}/hand-over`), respond(200, handOver()));
      },
      open: async (page) => {
        await button('Hand-over note')(page);
        await page.getByText(/^Hand-over: /).waitFor();
      },
    },
    {
      name: 'launch-payments',
      path: `/templates?launch=${template}`,
      visitor: 'owner',
      ready: shown,
      intercept: (page) =>
        page.route(/\/api\/jobs\/preview$/, async (route) => {
          const response = await route.fetch();
          const plan = (await response.json()) as object;
          await route.fulfill({ response, json: { ...plan, payments: forecast(null) } });
        }),
    },
  ];
};
