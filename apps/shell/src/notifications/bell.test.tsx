import type { NotificationDto } from '@tessera/api';
import { setLanguage } from '@tessera/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { freshBrowser, json, people, startShell } from '../../test/app';
import { message } from '../../test/records';
import './bell-list';

beforeEach(() => freshBrowser());
afterEach(() => act(() => setLanguage('en')));

const at = '2026-11-20T20:00:00.000Z';

/** A server that keeps what is read; the page of tasks stands open. */
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

test('the bell says how many messages are unread, and lists them', async () => {
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

test('one message is marked as read, and then all', async () => {
  open([failures(), greeting()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as read: Doors open at six' }));
  const list = within(screen.getByRole('dialog', { name: 'Notifications' }));
  expect(await list.findByText('1 unread')).toBeInTheDocument();
  await userEvent.click(list.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(list.queryByText('New')).not.toBeInTheDocument());
});

test('a message leads to what it is about, and is read then', async () => {
  const rows = [failures()];
  const shell = open(rows);
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  await userEvent.click(await screen.findByRole('link', { name: '12 tasks failed' }));
  await waitFor(() => expect(shell.at()).toBe('/tasks?job_id=9'));
  await waitFor(() => expect(rows[0]?.read_at).toBe(at));
});

test('what the server says happened reads German in the German console', async () => {
  open([failures()], { language: 'de' });
  await userEvent.click(await screen.findByRole('button', { name: /1 ungelesen/ }));
  expect(await screen.findByRole('link', { name: '12 Aufgaben sind fehlgeschlagen' })).toBeInTheDocument();
});
