import type { Page } from '@playwright/test';
import { drawerButton, heading, type PageState, rows } from './page-state.ts';
import { respond } from './route-handlers.ts';
import type { DemoIds } from './seed-demo-realm.ts';

/** Opens the first row's drawer; the menu is complementary too. */
const openDrawer = async (page: Page) => {
  await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
  await page
    .getByRole('complementary')
    .filter({ hasNot: page.getByRole('navigation') })
    .waitFor();
};

const twin = (id: number, realm_name: string) => ({
  id,
  name: 'Harbour City v Northgate Rovers',
  detail: `hc-ngr · https://tickets.example/e/${id}`,
  realm_id: id,
  realm_name,
  status: 'on_sale',
  bought: 4,
  held: 2,
  max_per_customer: 6,
  deleted: false,
  meets: true,
});
/** Two events of two realms that share their guid. */
const match = {
  id: 900,
  kind: 'event',
  state: 'undecided',
  shared: 'guid',
  identity: 'hc-ngr',
  site_id: 1,
  site_name: 'Harbour Box Office',
  decision: null,
  decisions: ['merged', 'apart'],
  kept_id: null,
  decided_by_name: null,
  decided_at: null,
  row_count: 2,
  rows: [twin(901, 'Quayside Desk'), twin(902, 'Tidewater Desk')],
  created_at: '2026-11-20T20:00:00.000Z',
  updated_at: '2026-11-20T20:00:00.000Z',
};
const withMatch = async (page: Page) => {
  await page.route(/\/api\/identity-matches\?/, respond(200, [match]));
  await page.route(/\/api\/identity-matches\/\d+$/, respond(200, match));
};

/** A job whose tasks all start tomorrow. */
const asScheduled = (page: Page) =>
  page.route(/\/api\/jobs\/\d+$/, async (route) => {
    const response = await route.fetch();
    const job = (await response.json()) as object;
    const scheduled_at = new Date(Date.now() + 86_400_000).toISOString();
    await route.fulfill({
      response,
      json: {
        ...job,
        status: 'scheduled',
        scheduled_at,
        counts: { scheduled: 4 },
        seats_held: 0,
        paused_tasks: 0,
      },
    });
  });

/** Orders and shared identities with their questions, a job that is moved, and an event that nothing is launched for. */
export function recordStates({ job, event, template }: DemoIds): PageState[] {
  const identities = { path: '/identities', visitor: 'admin', ready: rows, intercept: withMatch } as const;
  const decide = (name: RegExp) => async (page: Page) => {
    await drawerButton(name)(page);
    await page.getByRole('alertdialog').waitFor();
  };
  return [
    { name: 'order', path: '/tickets', visitor: 'owner', ready: rows, open: openDrawer },
    {
      name: 'record-reverse',
      path: '/tickets',
      visitor: 'owner',
      ready: rows,
      open: async (page) => {
        await drawerButton(/^Reverse record/)(page);
        await page.getByRole('dialog', { name: 'Reverse this record?' }).waitFor();
      },
    },
    {
      name: 'job-move',
      path: `/jobs/${job}`,
      visitor: 'owner',
      intercept: asScheduled,
      ready: heading(/./),
      open: async (page) => {
        await page.getByRole('button', { name: 'Move', exact: true }).click();
        await page.getByRole('dialog', { name: /^Move / }).waitFor();
      },
    },
    { ...identities, name: 'identity', open: openDrawer },
    { ...identities, name: 'identity-merge', open: decide(/^Keep this one/) },
    { ...identities, name: 'identity-apart', open: decide(/^Keep apart/) },
    {
      name: 'launch-plan-of-event',
      path: `/templates?launch=${template}&launch_event=${event}`,
      visitor: 'owner',
      ready: (page) => page.getByRole('button', { name: /^Launch \d/ }).waitFor(),
    },
    {
      name: 'empty-on-sale-room',
      path: `/on-sale/${event}`,
      visitor: 'newOwner',
      ready: (page) => page.getByRole('region', { name: 'Ready for the on-sale?' }).waitFor(),
    },
  ];
}
