import type { Page } from '@playwright/test';
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
import { neverRespond, respond } from './route-handlers.ts';
import type { DemoIds } from './seed-demo-realm.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();
const press = (key: string) => async (page: Page) => {
  await page.keyboard.press(key);
  await dialog(page).waitFor();
};
/** Selects two rows and chooses an entry of their toolbar's menu. */
const bulkAction = (entry: RegExp) => async (page: Page) => {
  await selectTwo(page);
  await page.getByRole('toolbar').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await dialog(page).waitFor();
};

const reasons = [{ code: 'INVALID_STATE', message: 'It is bought', count: 1, status: 'bought' }];
const bulkResponse = {
  eligible: 19,
  ineligible: 1,
  reasons,
  results: [{ task_id: 1, result: 'done', copy_id: null }],
  eligible_by_status: { waiting_room: 3, running: 4, queued: 12 },
  held_seats: 6,
  undo: [{ command: 'start', ids: [1] }],
};
/** A bulk operation in progress. */
const operation = {
  id: 1,
  realm_id: 1,
  user_id: 1,
  who: 'Desk owner',
  command: 'stop',
  state: 'running',
  total: 20,
  done: 7,
  passed_over: 1,
  reasons,
  created_at: '2026-11-20T20:00:00.000Z',
  updated_at: '2026-11-20T20:00:00.000Z',
  finished_at: null,
};
/** Goes to a step of the wizard, which opens at the plan. */
const step = (title: string) => async (page: Page) => {
  await page.getByRole('button', { name: /^Launch \d/ }).waitFor();
  if (title === 'Plan preview') return;
  await page.getByRole('button', { name: `Change ${title}` }).click();
  await page.getByRole('heading', { level: 2, name: title }).waitFor();
};

async function openSecondFactor(page: Page, password: string): Promise<void> {
  await button('Turn on')(page);
  await dialog(page).getByLabel('Current password').fill(password);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await dialog(page).getByLabel('Code from your app').waitFor();
}

/** Dialogs, drawers and menus over a page; `password` is the owner's. */
export function dialogStates({ site, template, password }: DemoIds & { password: string }): PageState[] {
  const owner = (name: string, path: string, ready: PageState['ready'], open: PageState['open']) =>
    ({ name, path, visitor: 'owner', ready, open }) as const;
  const admin = (name: string, path: string, open: PageState['open']) =>
    ({ name, path, visitor: 'admin', ready: rows, open }) as const;
  const wizard = `/templates?launch=${template}`;
  const shown = async (page: Page) => dialog(page).waitFor();
  const launch = (name: string, path: string, open: PageState['open']) => owner(name, path, shown, open);
  return [
    owner('palette', '/dashboard', heading('Dashboard'), press('Control+k')),
    owner('shortcuts', '/tasks', rows, press('?')),
    owner('account-menu', '/dashboard', heading('Dashboard'), menu(/^Account of/)),
    owner('views-menu', '/tasks', rows, menu('Saved views')),
    owner('columns-menu', '/jobs', rows, menu('Columns')),
    owner('row-menu', '/templates', rows, async (page) => {
      await page.getByRole('row').nth(1).focus();
      await page.keyboard.press('Shift+F10');
      await page.getByRole('menu').waitFor();
    }),
    owner('save-view', '/jobs', rows, async (page) => {
      await menu('Saved views')(page);
      await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
      await shown(page);
    }),
    owner('filter', '/tasks', rows, async (page) => {
      await menu('Filter')(page);
      await page.getByRole('menuitem', { name: 'Status' }).click();
      await shown(page);
    }),
    owner('date-time', '/tasks', rows, async (page) => {
      await button('New task')(page);
      await page.getByRole('button', { name: 'Starts: choose date and time' }).click();
      await page.getByRole('dialog', { name: 'Date and time' }).getByRole('grid').waitFor();
    }),
    owner('job', '/jobs', rows, async (page) => {
      await page.getByRole('row').nth(1).getByRole('gridcell').first().click();
      await page.getByRole('tab', { name: 'Plan' }).waitFor();
    }),
    owner('job-timeline', '/jobs', rows, async (page) => {
      await page.getByRole('row').nth(1).getByRole('gridcell').first().click();
      await page.getByRole('tab', { name: 'Timeline' }).click();
      await page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
    }),
    owner('bulk-edit', '/tasks?status=carted', rows, bulkAction(/^Edit/)),
    owner('bulk-duplicate', '/tasks?status=carted', rows, bulkAction(/^Duplicate/)),
    owner('login', `/sites/${site}/logins`, rows, async (page) => {
      await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
      await page.getByRole('tab', { name: 'Client details' }).waitFor();
    }),
    owner('login-import', `/sites/${site}/logins`, rows, button('Import CSV')),
    owner('login-import-check', `/sites/${site}/logins`, rows, async (page) => {
      await button('Import CSV')(page);
      await page
        .getByRole('textbox', { name: 'Rows' })
        .fill('email,name\nnew@quayside.example,New one\nnot an address,Faulty');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByRole('grid', { name: 'Rows of the file' }).waitFor();
    }),
    owner('pool-new', `/sites/${site}/logins?tab=pools`, heading('Logins'), button('New pool')),
    owner('event-new', `/sites/${site}/events`, rows, button('New event')),
    owner('link-new', '/queueitlinks', heading('Queue-it Links'), button('Add link')),
    owner('invite', '/account/people', rows, button('Invite')),
    owner('invited', '/account/people', rows, async (page) => {
      await button('Invite')(page);
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByRole('dialog', { name: 'Send this link' }).waitFor();
    }),
    owner('webhook-new', '/webhooks', heading('Webhooks'), button('New webhook')),
    owner('second-factor-rule', '/account/people', rows, button('Two-factor rule')),
    owner('duties', '/account/people?role=realm_user', rows, rowAction('Edit duties')),
    owner('send', '/notifications', heading('Notifications'), button('Send a message')),
    owner('cart-question', '/tickets?tab=cart', rows, async (page) => {
      await page.getByRole('button', { name: 'Mark purchased' }).first().click();
      await page.getByRole('alertdialog').waitFor();
    }),
    owner('reference', '/tickets', rows, async (page) => {
      await drawerButton('Edit reference')(page);
      await dialog(page).waitFor();
    }),
    owner('discard', '/templates', rows, async (page) => {
      await button('New template')(page);
      await page.getByLabel('Name').fill('Half a template');
      await page.keyboard.press('Escape');
      await page.getByRole('alertdialog').waitFor();
    }),
    owner('logins-choice', '/templates', rows, async (page) => {
      await rowAction('Edit')(page);
      await page.getByRole('button', { name: /chosen$/ }).click();
      await page.getByRole('list', { name: /^Chosen/ }).waitFor();
    }),
    {
      ...owner('stale', '/templates', rows, async (page) => {
        await rowAction('Edit')(page);
        await page.getByLabel('Name').fill('Ours');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByRole('dialog', { name: /^Someone else changed / }).waitFor();
      }),
      intercept: (page) =>
        page.route(/\/api\/templates\/\d+$/, (route) =>
          route.request().method() === 'GET'
            ? route.continue()
            : respond(412, { message: 'Changed', code: 'STALE', context: { current: { name: 'Theirs' } } })(
                route,
              ),
        ),
      expectedMessages: /412/,
    },
    launch('launch-template', '/templates?launch=', (page) =>
      page.getByRole('heading', { level: 2, name: 'Template' }).waitFor(),
    ),
    launch('launch-event', wizard, step('Event')),
    launch('launch-logins', wizard, step('Logins')),
    launch('launch-pacing', wizard, step('Schedule and pacing')),
    launch('launch-plan', wizard, step('Plan preview')),
    {
      ...launch('launching', wizard, async (page) => {
        await step('Plan preview')(page);
        await page.getByRole('button', { name: /^Launch \d/ }).click();
        await page.getByRole('heading', { level: 2, name: /^Launching/ }).waitFor();
      }),
      intercept: (page) => page.route(/\/api\/jobs$/, neverRespond),
      // Left, it would be sent after all.
      inFreshContext: true,
    },
    {
      ...owner('bulk-stop', '/tasks?status=carted', rows, async (page) => {
        await selectTwo(page);
        await page.getByRole('toolbar').getByRole('button', { name: /^Stop/ }).click();
        await page.getByText('Skipped 1').waitFor();
      }),
      intercept: (page) => page.route(/\/api\/tasks\/bulk/, respond(200, bulkResponse)),
    },
    {
      ...owner('bulk-progress', '/tasks?status=carted', rows, async (page) => {
        await selectTwo(page);
        await page.getByRole('toolbar').getByRole('button', { name: /^Stop/ }).click();
        await page.getByRole('button', { name: 'Stop 19 tasks' }).click();
        await page.getByRole('dialog', { name: /^Stopping/ }).waitFor();
      }),
      intercept: (page) =>
        page.route(/\/api\/tasks\/bulk/, (route) =>
          respond(
            200,
            route.request().method() === 'POST' ? { ...bulkResponse, operation } : operation,
          )(route),
        ),
    },
    owner('second-factor', '/account', heading('Account'), button('Turn on')),
    owner('second-factor-key', '/account', heading('Account'), (page) => openSecondFactor(page, password)),
    {
      ...owner('second-factor-codes', '/account', heading('Account'), async (page) => {
        await openSecondFactor(page, password);
        await dialog(page).getByLabel('Code from your app').fill('123456');
        await dialog(page).getByRole('button', { name: 'Turn on' }).click();
        await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
      }),
      intercept: (page) =>
        page.route(
          /second-factor\/confirm$/,
          respond(200, { recovery_codes: Array(10).fill('abcd-efgh-jkmn') }),
        ),
    },
    {
      ...owner('second-factor-off', '/account', heading('Account'), button('Turn off')),
      intercept: (page) =>
        page.route(
          /\/me\/second-factor$/,
          respond(200, {
            enabled: true,
            confirmed_at: '2026-11-20T20:00:00.000Z',
            recovery_codes_left: 1,
            required_from: null,
            passkeys: { domain: 'localhost', origin: null, obstacle: null },
          }),
        ),
    },
    {
      ...owner('passkey-add', '/account', heading('Account'), button('Add passkey')),
      intercept: async (page) => {
        const offer = { domain: '127.0.0.1', origin: null, obstacle: null };
        const off = { enabled: false, confirmed_at: null, recovery_codes_left: 9, required_from: null };
        const at = '2026-11-20T20:00:00.000Z';
        const passkey = {
          id: 1,
          name: 'Phone',
          backed_up: true,
          usable: true,
          created_at: at,
          last_used_at: at,
        };
        const old = { ...passkey, id: 2, name: 'Old key', usable: false, last_used_at: null };
        await page.route(/\/me\/second-factor$/, respond(200, { ...off, passkeys: offer }));
        await page.route(/\/me\/passkeys$/, respond(200, [passkey, old]));
      },
    },
    {
      name: 'sign-in-code',
      path: '/auth/login',
      visitor: 'anonymous',
      ready: heading('Sign in to Tessera'),
      intercept: (page) =>
        page.route(
          /auth\/login$/,
          respond(401, { message: 'A code is needed', code: 'SECOND_FACTOR_REQUIRED' }),
        ),
      open: async (page) => {
        await page.getByLabel('E-mail').fill('someone@example.com');
        await page.getByLabel('Password', { exact: true }).fill('anything at all');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await page.getByLabel('Code').waitFor();
      },
      expectedMessages: /401/,
    },
    admin('site-config', '/sites', rowAction('Configure')),
    admin('site-prices', '/sites', rowAction('Prices')),
    admin('site-config-json', '/sites', async (page) => {
      await rowAction('Configure')(page);
      await page.getByLabel('Adult price type').fill('Adult');
      await page.getByRole('button', { name: 'Show changes' }).click();
      await page.getByRole('heading', { name: 'Changes' }).waitFor();
    }),
    admin('user-new', '/users', button('New user')),
    // Sorted so that the first row isn't the administrator's own, which lacks these actions.
    admin('user-password', '/users?sort=-name', rowAction('Set password')),
    admin('user-sessions', '/users?sort=-name', rowAction('Sessions')),
    {
      ...admin('recent-sign-in', '/users?sort=-name', async (page) => {
        await rowAction('Delete')(page);
        await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
        await page.getByLabel('Password', { exact: true }).waitFor();
      }),
      intercept: (page) =>
        page.route(
          /api\/users\/\d+$/,
          respond(401, {
            message: 'This needs a recent sign-in',
            code: 'REAUTH_REQUIRED',
            context: { second_factor: true },
          }),
        ),
      expectedMessages: /401/,
    },
    admin('realm-edit', '/realms', rowAction('Edit')),
    admin('worker-token', '/workers?tab=tokens', button('New token')),
    admin('audit-entry', '/audit', async (page) => {
      await page.getByRole('row').nth(1).getByRole('gridcell').first().click();
      await page.getByRole('button', { name: 'Close' }).waitFor();
    }),
  ];
}
