import type { Page } from '@playwright/test';
import { button, heading, type PageState, rows } from './page-state.ts';
import type { DemoIds } from './seed-demo-realm.ts';

const region = (name: string) => (page: Page) => page.getByRole('region', { name }).waitFor();

/** Every page, and the dialogs and tabs that have an address or a button of their own. */
export const pageStates = ({ site, event, job, otherJob, rehearsals }: DemoIds): PageState[] => [
  { name: 'sign-in', path: '/auth/login', visitor: 'anonymous', ready: heading('Sign in to Tessera') },
  {
    name: 'register',
    path: '/auth/register',
    visitor: 'anonymous',
    ready: heading('Create a Tessera account'),
  },
  {
    name: 'forgot',
    path: '/auth/forgot',
    visitor: 'anonymous',
    ready: heading('Forgot your password?'),
  },
  {
    name: 'reset',
    path: '/auth/reset#token=once',
    visitor: 'anonymous',
    ready: heading('Set a new password'),
  },
  {
    name: 'bot-blocked',
    path: '/bot-blocked',
    visitor: 'anonymous',
    ready: heading('Cookies are turned off'),
  },
  { name: 'dashboard', path: '/dashboard', visitor: 'owner', ready: heading('Dashboard') },
  { name: 'dashboard-admin', path: '/dashboard', visitor: 'admin', ready: heading('Dashboard') },
  { name: 'tasks', path: '/tasks', visitor: 'owner', ready: rows },
  {
    name: 'task',
    path: '/tasks',
    visitor: 'owner',
    ready: rows,
    open: async (page) => {
      await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
      await page.getByRole('tab', { name: 'Timeline' }).waitFor();
    },
  },
  { name: 'task-new', path: '/tasks', visitor: 'owner', ready: rows, open: button('New task') },
  { name: 'jobs', path: '/jobs', visitor: 'owner', ready: rows },
  { name: 'job-page', path: `/jobs/${job}`, visitor: 'owner', ready: region('How it went') },
  { name: 'job-page-plan', path: `/jobs/${job}?tab=plan`, visitor: 'owner', ready: rows },
  { name: 'job-page-tasks', path: `/jobs/${job}?tab=tasks`, visitor: 'owner', ready: rows },
  {
    name: 'job-page-machine',
    path: `/jobs/${job}?tab=timeline&of=machine`,
    visitor: 'owner',
    ready: (page) => page.getByRole('tabpanel').getByRole('listitem').first().waitFor(),
  },
  {
    name: 'job-page-compare',
    path: `/jobs/${job}?tab=compare&with=${otherJob}`,
    visitor: 'owner',
    ready: region('Failed attempts by reason'),
  },
  {
    name: 'job-missing',
    path: '/jobs/999999999',
    visitor: 'owner',
    ready: heading('No such job'),
    expectedMessages: /404/,
  },
  { name: 'calendar', path: '/calendar?view=week', visitor: 'owner', ready: heading('Calendar') },
  { name: 'calendar-agenda', path: '/calendar', visitor: 'owner', ready: heading('Calendar') },
  {
    name: 'calendar-subscribe',
    path: '/calendar',
    visitor: 'owner',
    ready: heading('Calendar'),
    open: button('Subscribe'),
  },
  { name: 'rehearsals', path: '/rehearsals', visitor: 'owner', ready: heading('Rehearsals') },
  {
    name: 'rehearse-event',
    path: `/rehearsals?rehearse=event-${event}`,
    visitor: 'owner',
    ready: (page) => page.getByRole('button', { name: 'Start rehearsal' }).waitFor(),
  },
  {
    name: 'rehearsal-comparison',
    path: `/rehearsals/${rehearsals[0]}?with=${rehearsals[1]}`,
    visitor: 'owner',
    ready: (page) => page.getByText('Different results.').waitFor(),
  },
  { name: 'templates', path: '/templates', visitor: 'owner', ready: rows },
  { name: 'template-new', path: '/templates', visitor: 'owner', ready: rows, open: button('New template') },
  { name: 'tickets', path: '/tickets', visitor: 'owner', ready: heading('Ticket Management') },
  { name: 'cart', path: '/tickets?tab=cart', visitor: 'owner', ready: rows },
  { name: 'ledger', path: '/ledger', visitor: 'owner', ready: rows },
  { name: 'notifications', path: '/notifications', visitor: 'owner', ready: heading('Notifications') },
  { name: 'queue-it-links', path: '/queueitlinks', visitor: 'owner', ready: heading('Queue-it Links') },
  {
    name: 'on-sale-room',
    path: `/on-sale/${event}`,
    visitor: 'owner',
    ready: region('Failures by reason'),
  },
  {
    name: 'on-sale-replay',
    path: `/on-sale/${event}`,
    visitor: 'owner',
    ready: region('Failures by reason'),
    open: async (page) => {
      await page.getByRole('button', { name: 'Replay' }).waitFor();
      await page.keyboard.press('v');
      await page.getByRole('group', { name: 'Replay' }).waitFor();
      await page.keyboard.press(' ');
    },
  },
  {
    name: 'on-sale-missing',
    path: '/on-sale/999999999',
    visitor: 'owner',
    ready: (page) => page.getByText(/NOT_FOUND/).waitFor(),
    expectedMessages: /404/,
  },
  {
    name: 'waiting-places',
    path: `/on-sale/${event}/waiting`,
    visitor: 'owner',
    ready: rows,
  },
  {
    name: 'seats',
    path: `/on-sale/${event}/seats?color=job`,
    visitor: 'owner',
    ready: (page) => page.getByRole('gridcell').first().waitFor(),
  },
  {
    name: 'seats-missing',
    path: '/on-sale/999999999/seats',
    visitor: 'owner',
    ready: (page) => page.getByText(/NOT_FOUND/).waitFor(),
    expectedMessages: /404/,
  },
  { name: 'sites', path: '/sites', visitor: 'admin', ready: rows },
  { name: 'site-new', path: '/sites', visitor: 'admin', ready: rows, open: button('New site') },
  { name: 'events', path: `/sites/${site}/events`, visitor: 'owner', ready: rows },
  { name: 'logins', path: `/sites/${site}/logins`, visitor: 'owner', ready: rows },
  { name: 'pools', path: `/sites/${site}/logins?tab=pools`, visitor: 'owner', ready: heading('Logins') },
  {
    name: 'login-new',
    path: `/sites/${site}/logins`,
    visitor: 'owner',
    ready: rows,
    open: button('New login'),
  },
  { name: 'users', path: '/users', visitor: 'admin', ready: rows },
  {
    name: 'mails',
    path: '/users?tab=mails',
    visitor: 'admin',
    ready: (page) => page.getByText('This server sends no e-mail').waitFor(),
  },
  {
    name: 'identities',
    path: '/identities',
    visitor: 'admin',
    ready: heading('Shared identities'),
  },
  { name: 'realms', path: '/realms', visitor: 'admin', ready: rows },
  { name: 'account', path: '/account', visitor: 'owner', ready: heading('Account') },
  { name: 'people', path: '/account/people', visitor: 'owner', ready: rows },
  {
    name: 'service-tokens',
    path: '/service-tokens',
    visitor: 'owner',
    ready: heading('Service tokens'),
  },
  { name: 'webhooks', path: '/webhooks', visitor: 'owner', ready: heading('Webhooks') },
  { name: 'audit', path: '/audit', visitor: 'admin', ready: rows },
  { name: 'audit-of-realm', path: '/audit', visitor: 'owner', ready: rows },
  { name: 'budgets', path: '/budgets', visitor: 'owner', ready: heading('Budgets') },
  {
    name: 'budgets-month',
    path: '/budgets/month',
    visitor: 'owner',
    ready: (page) => page.getByRole('table', { name: 'By event' }).waitFor(),
  },
  { name: 'requests', path: '/requests', visitor: 'owner', ready: heading('Requests') },
  {
    name: 'requests-ask',
    path: '/requests?ask=max_tasks',
    visitor: 'owner',
    ready: (page) => page.getByRole('dialog', { name: 'Ask the administrators' }).waitFor(),
  },
  { name: 'workers', path: '/workers', visitor: 'admin', ready: rows },
  { name: 'worker-tokens', path: '/workers?tab=tokens', visitor: 'admin', ready: rows },
  { name: 'modules', path: '/modules', visitor: 'admin', ready: rows },
  { name: 'module', path: '/modules/mf-tasks', visitor: 'admin', ready: heading('Tasks') },
  {
    name: 'no-publishers',
    path: '/modules?tab=publishers',
    visitor: 'admin',
    ready: heading('Modules'),
  },
  {
    name: 'module-recovery',
    path: '/modules/recovery',
    visitor: 'admin',
    ready: heading('Module recovery'),
  },
  {
    name: 'unauthorized',
    path: '/realms',
    visitor: 'owner',
    ready: (page) => page.getByText('admin:all').waitFor(),
  },
];
