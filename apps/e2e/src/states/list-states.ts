import type { Page } from '@playwright/test';
import { type PageState, rows } from './page-state.ts';
import { neverRespond, respond } from './route-handlers.ts';

const shows = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

const refuse = respond(400, { message: 'Not like this', code: 'BAD_REQUEST', request_id: 'e2e' });
/** Pages whose list of sites is refused from now on. */
const sitesRefused = new WeakSet<Page>();

const listRequest = (path: string): RegExp => new RegExp(`/api/${path}(\\?|$)`);
/** Every page reads the dashboard's figures; the requests of its panels are its own. */
const loadingRequest = (path: string): RegExp =>
  path === 'dashboard' ? /\/api\/dashboard/ : listRequest(path);

/** Lists that are empty, loading, without matches or failed; modules that are loading or missing. */
export const listStates: readonly PageState[] = [
  ...(
    [
      ['tasks', /^No tasks yet/],
      ['jobs', /^No jobs yet/],
      ['templates', /^No templates yet/],
      ['tickets', 'No tickets found'],
      ['tickets?tab=cart', 'No tickets in cart'],
      ['ledger', 'No purchases yet'],
      ['queueitlinks', /^No links yet/],
      ['dashboard', 'Getting started'],
    ] as const
  ).map(([path, words]) => ({
    name: `empty-${path}`,
    path: `/${path}`,
    visitor: 'newOwner' as const,
    ready: shows(words),
  })),
  ...(['tasks', 'jobs', 'dashboard', 'sites'] as const).map((path) => ({
    name: `loading-${path}`,
    path: `/${path}`,
    visitor: 'owner' as const,
    intercept: (page: Page) => page.route(loadingRequest(path), neverRespond),
    ready: (page: Page) => page.locator('main .MuiSkeleton-root').first().waitFor(),
    inFreshContext: path === 'dashboard',
  })),
  {
    name: 'loading-module',
    path: '/tickets',
    visitor: 'owner',
    intercept: (page) => page.route(/mf-tickets/, neverRespond),
    ready: (page) => page.locator('main [role="progressbar"], main .MuiCircularProgress-root').waitFor(),
    inFreshContext: true,
  },
  {
    name: 'nothing-matches',
    path: '/tasks?q=nothing-is-called-this',
    visitor: 'owner',
    ready: (page) => page.getByRole('button', { name: 'Clear filters' }).waitFor(),
  },
  {
    name: 'failed-request',
    path: '/jobs',
    visitor: 'owner',
    intercept: (page) => page.route(/\/api\/jobs\?/, refuse),
    ready: (page) => page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor(),
    expectedMessages: /400/,
  },
  {
    name: 'failed-with-rows',
    path: '/sites',
    visitor: 'admin',
    intercept: async (page) => {
      sitesRefused.delete(page);
      await page.route(/\/api\/sites\?/, (route) =>
        sitesRefused.has(page) ? refuse(route) : route.continue(),
      );
    },
    ready: rows,
    open: async (page) => {
      sitesRefused.add(page);
      await page.keyboard.press('r');
      await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor();
    },
    expectedMessages: /400/,
  },
  {
    name: 'module-missing',
    path: '/tickets',
    visitor: 'owner',
    intercept: (page) => page.route(/mf-tickets/, (route) => route.abort()),
    ready: (page) => page.getByRole('button', { name: 'Copy details' }).waitFor(),
    expectedMessages: /ERR_FAILED|mf[-_]tickets/,
    inFreshContext: true,
  },
];
