import './bell-list';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NotificationDto } from '@tessera/api';
import { setLanguage } from '@tessera/ui';
import { json, people, resetBrowser, startShell } from '../../../test/app';
import { message } from '../../../test/records';

beforeEach(() => resetBrowser());
afterEach(() => act(() => setLanguage('en')));

const at = '2026-11-20T20:00:00.000Z';

/** Opens the tasks page with a server that stores which messages are read. */
function open(messages: NotificationDto[], preferences: object = {}) {
  const shell = startShell('/tasks', people.owner, {
    'GET /api/me/preferences': preferences,
    'GET /api/notifications': (request) => {
      const unread = new URL(request.url).searchParams.get('unread') === 'true';
      const rows = messages.filter(({ read_at }) => !unread || read_at === null);
      const answer = json(200, rows);
      answer.headers.set('X-Total-Count', String(rows.length));
      return answer;
    },
    'POST /api/notifications/read': async (request) => {
      const { ids } = (await request.json()) as { ids?: number[] };
      for (const row of messages) if (!ids || ids.includes(row.id)) row.read_at = at;
      return json(200, { unread: messages.filter(({ read_at }) => read_at === null).length });
    },
  });
  return shell;
}
const failures = () =>
  message({ id: 1, kind: 'task_failed', subject: 'Presale', count: 12, path: '/tasks?job_id=9' });
const greeting = () => message({ id: 2, title: 'Doors open at six', body: 'From Ida', path: null });

test('shows the number of unread messages on the bell, and lists them', async () => {
  open([failures(), greeting(), message({ id: 3, title: 'Old news', read_at: at })]);
  const bell = await screen.findByRole('button', { name: 'Notifications, 2 unread' });
  expect(bell).toHaveTextContent('2');
  await userEvent.click(bell);
  const list = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  expect(await list.findByRole('link', { name: '12 tasks failed' })).toBeInTheDocument();
  expect(list.getByText('Presale')).toBeInTheDocument();
  expect(list.getByText('Doors open at six')).toBeInTheDocument();
  expect(list.getByText('Old news')).toBeInTheDocument();
  expect(list.getByRole('link', { name: 'All notifications' })).toHaveAttribute('href', '/notifications');
});

test('marks one message as read, and then all', async () => {
  open([failures(), greeting()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Doors open at six' }));
  const list = within(screen.getByRole('dialog', { name: 'Notifications' }));
  expect(await list.findByText('1 unread')).toBeInTheDocument();
  await userEvent.click(list.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(list.queryByText('New')).not.toBeInTheDocument());
});

test('opens a message’s page, and marks it as read', async () => {
  const rows = [failures()];
  const shell = open(rows);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  await userEvent.click(await screen.findByRole('link', { name: '12 tasks failed' }));
  await waitFor(() => expect(shell.at()).toBe('/tasks?job_id=9'));
  await waitFor(() => expect(rows[0]?.read_at).toBe(at));
});

test('shows notifications in German', async () => {
  open([failures()], { language: 'de' });
  await userEvent.click(await screen.findByRole('button', { name: /1 ungelesen/ }));
  expect(await screen.findByRole('link', { name: '12 Aufgaben sind fehlgeschlagen' })).toBeInTheDocument();
});

const english = { title: 'As the server words it', body: 'As the server words it' };

test.each<[string, Partial<NotificationDto>, string, string]>([
  [
    'the reason of a task',
    {
      kind: 'task_failed',
      params: {
        task: 'Derby, Ada',
        message: 'x',
        reason: { code: 'RETRIES_USED_UP', params: { failure: 'WORKER_LOST' } },
      },
    },
    'Eine Aufgabe ist fehlgeschlagen',
    'Derby, Ada: Verbindung zum Worker verloren (keine Versuche mehr übrig)',
  ],
  [
    'the words of a worker, as they are',
    { kind: 'task_failed', params: { task: 'Derby, Ada', message: 'Sold out', reason: null } },
    'Eine Aufgabe ist fehlgeschlagen',
    'Derby, Ada: Sold out',
  ],
  [
    'a limit',
    { kind: 'task_limit_reached', params: { used: 1200, maximum: 1200 } },
    '1.200 von 1.200 Aufgaben belegt',
    'Die Grenze ist erreicht: Weitere Aufgaben sind nicht möglich.',
  ],
  [
    'when seats lapse',
    { kind: 'seats_lapsing', subject: 'Derby', count: 2, params: { until: '2026-11-20T20:00:00.000Z' } },
    '2 Plätze verfallen bald',
    'Derby: reserviert bis 05:00',
  ],
  [
    'seats of several tasks that lapse',
    { kind: 'seats_lapsing', subject: 'Derby', count: 4, params: {} },
    '4 Plätze verfallen bald',
    'Derby',
  ],
  [
    'what a job bought',
    { kind: 'job_finished', subject: 'Presale', params: { count: 1 } },
    'Auftrag beendet',
    'Presale: 1 Platz gekauft',
  ],
  [
    'a security notice',
    { kind: 'recovery_code_used', params: { count: 1 } },
    'Einer Ihrer Wiederherstellungscodes wurde benutzt',
    '1 Code ist übrig. Wenn Sie das nicht waren, ändern Sie Ihr Passwort und wenden Sie sich an einen Administrator.',
  ],
  [
    'the latest of several people',
    { kind: 'user_waiting', subject: 'Nel', count: 3, params: {} },
    '3 neue Nutzer warten auf einen Mandanten',
    'Zuletzt: Nel',
  ],
  [
    'a message from before there were parameters, as it is',
    { kind: 'job_finished', ...english },
    'Auftrag beendet',
    english.body,
  ],
  ['what people write, as it is', { kind: null, ...english }, english.title, english.body],
])('formats in German: %s', async (_what, given, title, body) => {
  open([message({ ...english, ...given })], { language: 'de', time_zone: 'Asia/Tokyo' });
  await userEvent.click(await screen.findByRole('button', { name: /1 ungelesen/ }));
  await screen.findByRole('link', { name: title });
  expect(within(screen.getByRole('dialog')).getByRole('listitem')).toHaveTextContent(title + body);
});
