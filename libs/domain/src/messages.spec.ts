import './mails';
import { formatTaskReason, messageText } from './messages';
import { formatMessage, messageKinds } from './notifications';
import { german } from './texts/de';
import { german as germanMails } from './texts/de-mails';
import { english as tasks } from './texts/en';
import { english as mails } from './texts/en-mails';
import { english as notifications } from './texts/en-notifications';

const english = { ...notifications, ...tasks };

const message = { subject: 'Derby', count: 1, seats: 0, title: 'Title', body: 'Body' };
const until = '2026-11-28T10:00:00.000Z';

const placeholders = (catalogue: object): [string, string[]][] =>
  Object.entries(catalogue).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'string'
      ? [[name, (text.match(/{{\w+/g) ?? []).toSorted()] as [string, string[]]]
      : placeholders(text as object),
  );

test('German has the placeholders of English', () => {
  expect(new Map(placeholders(german))).toEqual(new Map(placeholders(english)));
  expect(new Map(placeholders(germanMails))).toEqual(new Map(placeholders(mails)));
});

test('every kind of notification has a body, but those of tasks, which show the reason', () => {
  const bodies = Object.keys(english.body).map((name) => name.replace(/_(one|other)$/, ''));
  expect(messageKinds.filter((kind) => !bodies.includes(kind))).toEqual([
    'seats_held',
    'queue_turn',
    'tickets_bought',
    'task_failed',
    'task_expired',
  ]);
});

test.each([
  ['en', 1, '1 seat about to expire'],
  ['en', 1200, '1,200 seats about to expire'],
  ['de', 1, german.title.seats_lapsing_one.replace('{{count}}', '1')],
  ['de', 1200, german.title.seats_lapsing_other.replace('{{count, number}}', '1.200')],
  ['fr', 2, '2 seats about to expire'],
])('selects the plural form and writes numbers in %s: %d', (language, count, text) => {
  expect(messageText(language, 'title', 'seats_lapsing', { count })).toBe(text);
});

test.each([
  [{ kind: 'seats_held', params: {}, count: 20, seats: 40 }, '20 tasks held 40 seats', 'Derby'],
  [{ kind: 'job_finished', params: { count: 1 } }, 'Job finished', 'Derby: 1 seat purchased'],
  [
    { kind: 'seats_unpaid', params: { count: 2, minutes: 5 } },
    '2 seats unpaid for 5 min',
    'Derby: 2 seats to pay',
  ],
  [
    { kind: 'user_waiting', params: {}, count: 2 },
    '2 new users are waiting for a realm',
    'Most recent: Derby',
  ],
  [{ kind: 'seats_last_call', params: { until } }, 'Last 30 seconds: 1 seat', 'Derby: held until 19:00'],
  [
    { kind: 'on_sale_soon', params: { until } },
    'Tickets go on sale soon',
    'Derby: on sale on Sat 28 Nov at 19:00',
  ],
  [{ kind: 'test', params: null }, 'This device receives notifications', 'Body'],
])('words %j', (given, title, body) => {
  expect(formatMessage({ language: 'en', timeZone: 'Asia/Tokyo' }, { ...message, ...given })).toEqual({
    title,
    body,
  });
});

test.each([
  ['what a person wrote', { kind: null, params: null }],
  ['a kind of a newer server', { kind: 'a_newer_one', params: {} }],
  ['a time that cannot be read', { kind: 'seats_lapsing', params: { until: 'tomorrow' } }],
])('leaves %s as it is', (_what, given) => {
  expect(formatMessage({ language: 'de' }, { ...message, ...given })).toEqual({
    title: 'Title',
    body: 'Body',
  });
});

test('names the zone of times in UTC', () => {
  const lapsing = { ...message, kind: 'seats_lapsing', params: { until } };
  expect(formatMessage({ language: 'en', timeZone: 'UTC' }, lapsing).body).toBe(
    'Derby: held until 10:00 UTC',
  );
});

test.each([
  [
    { code: 'TRY_FAILED', params: { words: 'Sold out', retry: 1, max_retries: 3, wait_s: 5 } },
    'Sold out (retry 1 of 3 in 5 s)',
  ],
  [
    { code: 'STOPPED_AFTER', params: { failure: 'WORKER_LOST' } },
    'Stopped. Last: Lost contact with the worker',
  ],
  [
    { code: 'GIVEN_BACK_BECAUSE', params: { obstacle: 'SITE_DISABLED' } },
    'Released by its worker: The site is disabled',
  ],
  [
    { code: 'BOUGHT_BY_TASK', params: { count: 2, task: 12345 } },
    '2 seats purchased by task 12345 of the same login',
  ],
  [{ code: 'A_NEWER_ONE', params: {} }, 'The server’s words'],
])('words the reason %j', (reason, text) => {
  expect(formatTaskReason('en', reason, 'The server’s words')).toBe(text);
});
