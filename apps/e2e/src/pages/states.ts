import type { Page } from 'playwright-core';
import { answer, never } from './answer.ts';
import { rows, type ConsolePage } from './every-page.ts';

const says = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

const refuse = answer(400, { message: 'Not like this', code: 'BAD_REQUEST', request_id: 'e2e' });
/** Pages whose list of sites is refused from now on. */
const sitesRefused = new WeakSet<Page>();

const list = (path: string): RegExp => new RegExp(`/api/${path}(\\?|$)`);

/** Lists before anything was done, while they are read, where nothing matches, where an answer fails; a module that isn't there. */
export const everyState: readonly ConsolePage[] = [
  ...(
    [
      ['tasks', /^No tasks yet/],
      ['jobs', /^No jobs yet/],
      ['templates', /^No templates yet/],
      ['tickets', 'No tickets found'],
      ['tickets?tab=cart', 'No tickets in cart'],
      ['ledger', 'Nothing has been bought yet'],
      ['queueitlinks', /^No queue places yet/],
      ['dashboard', 'Getting started'],
    ] as const
  ).map(([path, words]) => ({
    name: `empty-${path}`,
    path: `/${path}`,
    visitor: 'newcomer' as const,
    ready: says(words),
  })),
  ...(['tasks', 'jobs', 'dashboard', 'sites'] as const).map((path) => ({
    name: `loading-${path}`,
    path: `/${path}`,
    visitor: 'owner' as const,
    given: (page: Page) => page.route(list(path), never),
    ready: (page: Page) => page.locator('main .MuiSkeleton-root').first().waitFor(),
  })),
  {
    name: 'loading-module',
    path: '/tickets',
    visitor: 'owner',
    given: (page) => page.route(/mf-tickets/, never),
    ready: (page) => page.locator('main [role="progressbar"], main .MuiCircularProgress-root').waitFor(),
    anew: true,
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
    given: (page) => page.route(/\/api\/jobs\?/, refuse),
    ready: (page) => page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor(),
    says: /400/,
  },
  {
    name: 'failed-with-rows',
    path: '/sites',
    visitor: 'admin',
    given: async (page) => {
      sitesRefused.delete(page);
      await page.route(/\/api\/sites\?/, (route) =>
        sitesRefused.has(page) ? refuse(route) : route.continue(),
      );
    },
    ready: rows,
    act: async (page) => {
      sitesRefused.add(page);
      await page.keyboard.press('r');
      await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor();
    },
    says: /400/,
  },
  {
    name: 'module-missing',
    path: '/tickets',
    visitor: 'owner',
    given: (page) => page.route(/mf-tickets/, (route) => route.abort()),
    ready: (page) => page.getByRole('button', { name: 'Copy details' }).waitFor(),
    says: /ERR_FAILED|mf[-_]tickets/,
    anew: true,
  },
];
