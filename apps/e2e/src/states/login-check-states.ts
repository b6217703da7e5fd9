import type { Page } from '@playwright/test';
import { type PageState, rows, selectTwo } from './page-state.ts';
import { respond } from './route-handlers.ts';
import type { DemoIds } from './seed-demo-realm.ts';

type Row = Record<string, unknown>;

const AT = '2026-12-04T21:00:00.000Z';
const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

/** What the last checks of the first logins found. */
const found: readonly (Row | null)[] = [
  { state: 'wrong_password', message: 'E-mail or password is wrong', due_at: null, checked_at: AT },
  { state: 'active', message: null, due_at: null, checked_at: AT },
  { state: 'locked', message: 'This account is locked', due_at: null, checked_at: AT },
  {
    state: 'code_needed',
    message: 'Enter the code that was sent to your phone',
    due_at: null,
    checked_at: AT,
  },
  { state: 'waiting', message: null, due_at: AT, checked_at: null },
  { state: 'unknown', message: 'The site answered 503', due_at: null, checked_at: AT },
];

const withChecks = (page: Page) =>
  page.route(/\/api\/sites\/\d+\/logins(\?|$)/, async (route) => {
    const response = await route.fetch();
    const logins = (await response.json()) as Row[];
    await route.fulfill({
      response,
      json: logins.map((login, index) => ({ ...login, last_check: found[index] ?? null })),
    });
  });

const preview = {
  asked: 1,
  open: 1,
  disabled: 0,
  per_minute: 1,
  workers: 0,
  starts_at: AT,
  ends_at: AT,
};

/** The room of a sale to come, whose planned logins were checked. */
const beforeSale = (page: Page) =>
  page.route(/\/api\/on-sale\/\d+(\?|$)/, async (route) => {
    const response = await route.fetch();
    const room = (await response.json()) as Row & { event: Row };
    await route.fulfill({ response, json: { ...room, event: { ...room.event, on_sale_at: inAnHour() } } });
  });

const planned = (event_id: number): Row => {
  const states = ['wrong_password', 'active', 'locked', 'code_needed', 'active', 'active'];
  const count = (state: string): number => states.filter((one) => one === state).length;
  return {
    event_id,
    planned: states.length,
    unchecked: 0,
    waiting: 0,
    running: 0,
    active: count('active'),
    wrong_password: 1,
    locked: 1,
    code_needed: 1,
    unknown: 0,
    workers: 1,
    checked_at: AT,
    ends_at: null,
    logins: states.map((state, index) => ({
      login_id: index + 1,
      realm_id: 1,
      login: `desk-0${index + 1}@quayside.example`,
      state,
      message: null,
      due_at: null,
      checked_at: AT,
    })),
  };
};

/** What checks of logins found: on the page of a site's logins, in the room and on the dashboard. */
export function loginCheckStates({ site, event }: DemoIds): PageState[] {
  const logins = {
    path: `/sites/${site}/logins`,
    visitor: 'owner',
    ready: rows,
    intercept: withChecks,
  } as const;
  return [
    { ...logins, name: 'logins-checked' },
    {
      ...logins,
      name: 'login-checked',
      open: async (page) => {
        await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
        await page.getByRole('region', { name: 'Last check at the site' }).waitFor();
      },
    },
    {
      ...logins,
      name: 'logins-check',
      intercept: async (page) => {
        await withChecks(page);
        await page.route('**/api/sites/*/login-checks', respond(200, preview));
      },
      open: async (page) => {
        await selectTwo(page);
        await page.getByRole('toolbar').getByRole('button', { name: 'Check at the site' }).click();
        await page
          .getByRole('alertdialog')
          .getByText(/A worker signs in/)
          .waitFor();
      },
    },
    {
      name: 'on-sale-logins-checked',
      path: `/on-sale/${event}`,
      visitor: 'owner',
      intercept: async (page) => {
        await beforeSale(page);
        await page.route('**/api/events/*/login-check', respond(200, planned(event)));
      },
      ready: (page) => page.getByRole('region', { name: 'Planned logins' }).waitFor(),
    },
    {
      name: 'dashboard-logins-checked',
      path: '/dashboard',
      visitor: 'owner',
      intercept: (page) =>
        page.route('**/api/dashboard/on-sales*', async (route) => {
          const response = await route.fetch();
          const { sales } = (await response.json()) as { sales: Row[] };
          const { logins: _, ...login_check } = planned(event);
          const check = { check: 'login_check', state: 'warning', have: 3, need: 6 };
          await route.fulfill({
            response,
            json: {
              sales: sales.map((sale) => ({
                ...sale,
                login_check,
                checks: [...(sale.checks as Row[]), check],
              })),
            },
          });
        }),
      ready: (page) =>
        page
          .getByText(/^3 (of|von) 6 /)
          .first()
          .waitFor(),
    },
  ];
}
