import type { Page } from 'playwright-core';
import { rows, type ConsolePage } from './every-page.ts';

const says = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor();

/** Lists before anything was done, where nothing matches, where an answer fails; a module that isn't there. */
export const everyState: readonly ConsolePage[] = [
  ...(
    [
      ['tasks', /^No tasks yet/],
      ['jobs', /^No jobs yet/],
      ['templates', /^No templates yet/],
      ['tickets', 'No tickets found'],
      ['tickets?tab=cart', 'No tickets in cart'],
      ['tickets?tab=ledger', 'Nothing has been bought yet'],
      ['queueitlinks', /^No queue places yet/],
      ['dashboard', 'Getting started'],
    ] as const
  ).map(([path, words]) => ({
    name: `empty-${path}`,
    path: `/${path}`,
    visitor: 'newcomer' as const,
    ready: says(words),
  })),
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
    given: (page) =>
      page.route(/\/api\/jobs\?/, (route) =>
        route.fulfill({
          status: 400,
          json: { message: 'Not like this', code: 'BAD_REQUEST', request_id: 'e2e' },
        }),
      ),
    ready: (page) => page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor(),
    says: /400/,
  },
  {
    name: 'failed-with-rows',
    path: '/sites',
    visitor: 'admin',
    ready: rows,
    act: async (page) => {
      await page.route(/\/api\/sites\?/, (route) =>
        route.fulfill({
          status: 400,
          json: { message: 'Not like this', code: 'BAD_REQUEST', request_id: 'e2e' },
        }),
      );
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
