import type { Page } from '@playwright/test';
import { heading, type PageState } from './page-state.ts';
import { respond } from './route-handlers.ts';

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
const match = 'Harbour City v Northgate Rovers';

interface Line {
  topic: string;
  kind: string;
  subject?: string;
  count?: number;
  seats?: number;
  params?: object;
  title: string;
  body?: string;
  /** Minutes from the first to the last of what it counts. */
  minutes?: number;
  isRead?: boolean;
}

/** An inbox line, the later the further down. */
const toMessage = (line: Line, index: number) => ({
  id: 900 + index,
  realm_id: 1,
  subject: match,
  count: 1,
  seats: 0,
  params: {},
  body: match,
  path: '/pay?event=1',
  ...line,
  read_at: line.isRead ? inMinutes(-index) : null,
  dismissed_at: null,
  first_at: inMinutes(-index - (line.minutes ?? 0)),
  created_at: inMinutes(-index),
});

const lines = [
  {
    topic: 'escalation',
    kind: 'seats_unpaid',
    params: { minutes: 10, count: 12 },
    title: '12 seats unpaid for 10 min',
    body: `${match}: 12 seats to pay`,
  },
  {
    topic: 'hold_created',
    kind: 'seats_held',
    count: 20,
    seats: 40,
    minutes: 8,
    title: '20 tasks held 40 seats',
  },
  {
    topic: 'threshold',
    kind: 'nothing_moved',
    params: { seconds: 60 },
    title: 'Nothing has moved for 60 s',
  },
  {
    topic: 'escalation',
    kind: 'checks_open',
    params: { minutes: 5, count: 1 },
    title: '1 payment unchecked for 5 min',
    body: `${match}: 1 payment to check`,
    isRead: true,
  },
  {
    topic: 'task_failed',
    kind: 'task_failed',
    count: 67,
    minutes: 30,
    title: '67 tasks failed',
    isRead: true,
  },
].map(toMessage);

const alerts = [
  { kind: 'seats_held', amount: 10, event_id: 1 },
  { kind: 'nothing_moved', amount: 60 },
];

const page = { path: '/notifications', visitor: 'owner', ready: heading('Notifications') } as const;
const thresholds = (one: Page) => one.getByRole('region', { name: 'Thresholds' });

/** The inbox with grouped and escalated lines, thresholds, the search for their job or event, and escalation for readers. */
export const notificationStates: readonly PageState[] = [
  {
    ...page,
    name: 'notification-lines',
    // The preferences stay cached.
    inFreshContext: true,
    intercept: async (one) => {
      await one.route(/\/api\/notifications\?/, respond(200, lines));
      await one.route(/\/api\/events\/1$/, respond(200, { id: 1, name: match }));
      await one.route(/\/api\/me\/preferences$/, respond(200, { alerts }));
    },
    open: async (one) => {
      await thresholds(one).getByRole('button', { name: 'Add threshold' }).click();
      await thresholds(one).getByText(`10 seats held · ${match}`).waitFor();
      await one.getByText(`${match}: 12 seats to pay`).waitFor();
    },
  },
  {
    ...page,
    name: 'threshold-search',
    open: async (one) => {
      await thresholds(one)
        .getByRole('combobox', { name: /^Job or event/ })
        .fill('harbour');
      await one
        .getByRole('option', { name: /^Event: Harbour City/ })
        .first()
        .waitFor();
    },
  },
  {
    ...page,
    name: 'reader-notifications',
    visitor: 'reader',
    open: (one) => one.getByText('After 5 minutes without action').waitFor(),
  },
];
