import type { Page } from '@playwright/test';
import type { Visitor } from '../harness/sessions.ts';
import {
  button,
  drawerButton,
  heading,
  menu,
  type PageState,
  rowAction,
  rows,
  selectTwo,
} from './page-state.ts';
import type { DemoIds } from './seed-demo-realm.ts';

const firstRow = async (page: Page): Promise<void> =>
  page.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
/** Opens a tab of the first row's drawer. */
const drawerTab = (tab: string | RegExp) => async (page: Page) => {
  await firstRow(page);
  await page.getByRole('complementary').getByRole('tab', { name: tab }).click();
  await page.getByRole('complementary').getByRole('tab', { name: tab, selected: true }).waitFor();
};
const question = (open: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await open(page);
  await page.getByRole('alertdialog').waitFor();
};
const waitingNotice = (page: Page) => page.getByText('Waiting for an administrator').waitFor();
/** A list whose filters are longer than a chip. */
const filtered =
  '/tasks?status=!bought,failed,expired,stopped,stopping,idle,scheduled&mode=hold&seats_at_least=1';

/** Drawers and tabs, selections, filters and confirmations; and what a reader and a pending user see. */
export const panelStates = ({ site }: DemoIds): PageState[] => {
  const of =
    (visitor: Visitor) =>
    (name: string, path: string, open?: PageState['open'], ready: PageState['ready'] = rows): PageState => ({
      name,
      path,
      visitor,
      ready,
      ...(open && { open }),
    });
  const owner = of('owner');
  const admin = of('admin');
  const reader = of('reader');
  const pending = of('pending');
  return [
    owner('filtered', filtered, (page) => page.getByRole('button', { name: /^Status is not/ }).waitFor()),
    owner('selected', '/tasks?status=carted', selectTwo),
    owner('task-timeline', '/tasks', drawerTab(/^Timeline/)),
    owner('task-configuration', '/tasks', drawerTab('Configuration')),
    owner('task-note', '/tasks', drawerTab('Note')),
    owner('job-plan', '/jobs', drawerTab('Plan')),
    owner('job-tasks', '/jobs', drawerTab(/^Tasks/)),
    owner('event', `/sites/${site}/events`, async (page) => {
      await firstRow(page);
      // The menu is complementary too.
      const navigation = page.getByRole('navigation');
      await page.getByRole('complementary').filter({ hasNot: navigation }).waitFor();
    }),
    owner('login-details', `/sites/${site}/logins`, drawerTab('Client details')),
    owner('login-history', `/sites/${site}/logins`, drawerTab('History')),
    owner('pool', `/sites/${site}/logins?tab=pools`, async (page) => {
      await firstRow(page);
      await page
        .getByRole('button', { name: /^Move / })
        .first()
        .waitFor();
    }),
    owner('link', '/queueitlinks', async (page) => {
      await firstRow(page);
      await page.getByRole('dialog').waitFor();
    }),
    owner('cart-open', '/tickets?tab=cart', async (page) => {
      await selectTwo(page);
      await page
        .getByRole('button', { name: /^Expand / })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Remove seat/ })
        .first()
        .waitFor();
    }),
    owner(
      'cart-remove',
      '/tickets?tab=cart',
      question((page) => page.getByRole('button', { name: 'Remove group from cart' }).first().click()),
    ),
    owner('ticket-delete', '/tickets', question(drawerButton('Delete'))),
    owner(
      'dashboard-table',
      '/dashboard',
      async (page) => {
        await page.getByRole('button', { name: 'Show as a table' }).click();
        await page.getByRole('table', { name: /^Unfinished tasks by status/ }).waitFor();
      },
      heading('Dashboard'),
    ),
    owner(
      'palette-found',
      '/dashboard',
      async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('harbour');
        await page
          .getByRole('option', { name: /Harbour City/ })
          .first()
          .waitFor();
      },
      heading('Dashboard'),
    ),
    admin('realm-new', '/realms', button('New realm')),
    admin('realm-suspend', '/realms', question(rowAction('Suspend'))),
    admin('site-off', '/sites', async (page) => {
      await page.getByRole('row').nth(1).getByRole('switch').click();
      await page.getByText(/until you enable it again/).waitFor();
    }),
    admin('user-edit', '/users', rowAction('Edit')),
    admin('site-edit', '/sites', rowAction('Edit')),
    admin('token-revoke', '/workers?tab=tokens', question(rowAction('Revoke'))),
    reader('reader-dashboard', '/dashboard', undefined, heading('Dashboard')),
    reader('reader-tasks', '/tasks', drawerTab('Configuration')),
    reader('reader-task-filter', '/tasks', async (page) => {
      await menu('Filter')(page);
      await page.getByRole('menuitem', { name: 'Login' }).click();
      await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    }),
    reader('reader-job', '/jobs', drawerTab('Plan')),
    reader('reader-links', '/queueitlinks'),
    reader('reader-event', `/sites/${site}/events`, firstRow),
    reader('reader-tickets', '/tickets'),
    reader('reader-cart', '/tickets?tab=cart'),
    reader('reader-sites', '/sites'),
    reader('reader-templates', '/templates', undefined, (page) => page.getByText('write:own').waitFor()),
    pending('waiting-dashboard', '/dashboard', waitingNotice, heading('Dashboard')),
    pending('waiting-tasks', '/tasks', waitingNotice, heading('Tasks')),
  ];
};
