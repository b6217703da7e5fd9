import type { Page } from 'playwright-core';
import type { Stage } from './busy-realm.ts';

/**
 * Who opens a page: nobody, one of the demo's accounts, who may only read there, the owner of a realm in which nothing was
 * done yet, or who waits for a realm.
 */
export type Visitor = 'nobody' | 'owner' | 'admin' | 'reader' | 'newcomer' | 'waiting';

/** A page of the console. */
export interface ConsolePage {
  /** The name of its picture. */
  name: string;
  path: string;
  visitor: Visitor;
  /** What is visible once the page has what it shows. */
  ready: (page: Page) => Promise<unknown>;
  /** What is done on a wide screen before looking: a dialog that is opened. */
  act?: (page: Page) => Promise<unknown>;
  /** What goes wrong when it is opened: an answer that is a failure, a module that isn't there. */
  given?: (page: Page) => Promise<unknown>;
  /** What the browser's console says of that. */
  says?: RegExp;
  /** In a window of its own, that has loaded nothing but the shell. */
  anew?: boolean;
}

export const heading =
  (name: string | RegExp) =>
  (page: Page): Promise<unknown> =>
    page.getByRole('heading', { level: 1, name }).waitFor();
export const rows = async (page: Page): Promise<unknown> => page.getByRole('row').nth(1).waitFor();
/** Clicks a button that opens a dialog. */
export const button = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
  await page.getByRole('dialog').waitFor();
};

/** Every page, and the dialogs and tabs that have an address or a button of their own. */
export const everyPage = ({ site }: Stage): ConsolePage[] => [
  { name: 'sign-in', path: '/auth/login', visitor: 'nobody', ready: heading('Sign in to Tessera') },
  {
    name: 'register',
    path: '/auth/register',
    visitor: 'nobody',
    ready: heading('Create an account at Tessera'),
  },
  {
    name: 'forgot',
    path: '/auth/forgot',
    visitor: 'nobody',
    ready: heading('Forgot your password?'),
  },
  {
    name: 'reset',
    path: '/auth/reset#token=once',
    visitor: 'nobody',
    ready: heading('Set a new password'),
  },
  { name: 'bot-blocked', path: '/bot-blocked', visitor: 'nobody', ready: heading('Cookies are turned off') },
  { name: 'dashboard', path: '/dashboard', visitor: 'owner', ready: heading('Dashboard') },
  { name: 'dashboard-admin', path: '/dashboard', visitor: 'admin', ready: heading('Dashboard') },
  { name: 'tasks', path: '/tasks', visitor: 'owner', ready: rows },
  {
    name: 'task',
    path: '/tasks',
    visitor: 'owner',
    ready: rows,
    act: async (page) => {
      await page.getByRole('row').nth(1).getByRole('gridcell').nth(1).click();
      await page.getByRole('tab', { name: 'Timeline' }).waitFor();
    },
  },
  { name: 'task-new', path: '/tasks', visitor: 'owner', ready: rows, act: button('New task') },
  { name: 'jobs', path: '/jobs', visitor: 'owner', ready: rows },
  { name: 'templates', path: '/templates', visitor: 'owner', ready: rows },
  { name: 'template-new', path: '/templates', visitor: 'owner', ready: rows, act: button('New template') },
  { name: 'tickets', path: '/tickets', visitor: 'owner', ready: heading('Ticket Management') },
  { name: 'cart', path: '/tickets?tab=cart', visitor: 'owner', ready: rows },
  { name: 'ledger', path: '/ledger', visitor: 'owner', ready: rows },
  { name: 'notifications', path: '/notifications', visitor: 'owner', ready: heading('Notifications') },
  { name: 'queue-it-links', path: '/queueitlinks', visitor: 'owner', ready: heading('Queue-it Links') },
  { name: 'sites', path: '/sites', visitor: 'admin', ready: rows },
  { name: 'site-new', path: '/sites', visitor: 'admin', ready: rows, act: button('New site') },
  { name: 'events', path: `/sites/${site}/events`, visitor: 'owner', ready: rows },
  { name: 'logins', path: `/sites/${site}/logins`, visitor: 'owner', ready: rows },
  { name: 'pools', path: `/sites/${site}/logins?tab=pools`, visitor: 'owner', ready: heading('Logins') },
  {
    name: 'login-new',
    path: `/sites/${site}/logins`,
    visitor: 'owner',
    ready: rows,
    act: button('New login'),
  },
  { name: 'users', path: '/users', visitor: 'admin', ready: rows },
  { name: 'realms', path: '/realms', visitor: 'admin', ready: rows },
  { name: 'account', path: '/account', visitor: 'owner', ready: heading('Account') },
  { name: 'people', path: '/account/people', visitor: 'owner', ready: rows },
  { name: 'audit', path: '/audit', visitor: 'admin', ready: rows },
  { name: 'workers', path: '/workers', visitor: 'admin', ready: rows },
  { name: 'worker-tokens', path: '/workers?tab=tokens', visitor: 'admin', ready: rows },
  { name: 'modules', path: '/modules', visitor: 'admin', ready: rows },
  {
    name: 'unauthorized',
    path: '/realms',
    visitor: 'owner',
    ready: (page) => page.getByText('admin:all').waitFor(),
  },
];
