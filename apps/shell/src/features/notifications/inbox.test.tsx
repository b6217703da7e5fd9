import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NotificationDto } from '@tessera/api';
import { json, people, resetBrowser, startShell } from '../../../test/app';
import { message } from '../../../test/records';

const at = '2026-11-20T20:00:00.000Z';

/** A server without any device that keeps messages. */
function open(
  messages: NotificationDto[],
  query = '',
  kept: object = {},
  who = people.user,
  from: string | null = 'console@quayside.example',
) {
  const saved: unknown[] = [];
  const setDismissed = (dismissed_at: string | null) => async (request: Request) => {
    const { ids } = (await request.json()) as { ids: number[] };
    for (const row of messages) if (ids.includes(row.id)) row.dismissed_at = dismissed_at;
    return json(200, { unread: 0 });
  };
  const shell = startShell(`/notifications${query}`, who, {
    'GET /api/escalation': { minutes: 5 },
    'PUT /api/escalation': async (request) => {
      const body: unknown = await request.json();
      saved.push(body);
      return json(200, body);
    },
    'GET /api/mail-sender': { from },
    'GET /api/notifications/subscriptions': [],
    'GET /api/notifications/deliveries': [],
    'GET /api/me/preferences': kept,
    'GET /api/jobs': matching({ id: 9, name: 'Presale' }),
    'GET /api/events': matching({ id: 9, name: 'Derby' }),
    'GET /api/events/9': { id: 9, name: 'Derby' },
    'GET /api/jobs/9': { id: 9, name: 'Presale' },
    'PUT /api/me/preferences': async (request) => {
      const body: unknown = await request.json();
      saved.push(body);
      return json(200, body);
    },
    'GET /api/notifications': (request) => {
      const asked = new URL(request.url).searchParams;
      const [page, size] = [Number(asked.get('page')), Number(asked.get('page_size'))];
      const rows = messages.filter(
        ({ read_at, dismissed_at, topic }) =>
          (asked.get('unread') !== 'true' || read_at === null) &&
          (asked.get('dismissed') === 'true') === (dismissed_at !== null) &&
          (!asked.has('topic') || topic === asked.get('topic')),
      );
      const answer = json(200, rows.slice((page - 1) * size, page * size));
      answer.headers.set('X-Total-Count', String(rows.length));
      return answer;
    },
    'POST /api/notifications/dismiss': setDismissed(at),
    'POST /api/notifications/restore': setDismissed(null),
  });
  return { ...shell, saved };
}
/** Answers a search by name. */
const matching = (row: { id: number; name: string }) => (request: Request) => {
  const search = new URL(request.url).searchParams.get('q') ?? '';
  return json(200, row.name.toLowerCase().includes(search) ? [row] : []);
};
const inbox = async () => within(await screen.findByRole('region', { name: 'Messages' }));

beforeEach(() => resetBrowser());

test('shows tasks, seats and the first and last time of a line', async () => {
  open([
    message({
      kind: 'seats_held',
      subject: 'Presale',
      count: 20,
      seats: 40,
      params: {},
      first_at: '2026-11-20T19:50:00.000Z',
    }),
  ]);
  const messages = await inbox();
  expect(await messages.findByRole('link', { name: '20 tasks held 40 seats' })).toBeInTheDocument();
  const row = messages.getByRole('listitem');
  expect(row).toHaveTextContent('Presale');
  expect(within(row).getAllByRole('time')).toHaveLength(2);
});

test('dismisses a message by button or key, undoes it, and lists dismissed ones', async () => {
  const rows = [message({ id: 1, title: 'One' }), message({ id: 2, title: 'Two' })];
  const { at: address } = open(rows);
  const messages = await inbox();
  await userEvent.click(await messages.findByRole('button', { name: 'Dismiss: One' }));
  await waitFor(() => expect(messages.queryByText('One')).not.toBeInTheDocument());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await messages.findByText('One')).toBeInTheDocument();
  messages.getByRole('link', { name: 'One' }).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(messages.getByRole('link', { name: 'Two' })).toHaveFocus();
  await userEvent.keyboard('{Delete}');
  await waitFor(() => expect(messages.queryByText('Two')).not.toBeInTheDocument());
  await userEvent.click(messages.getByRole('button', { name: 'Dismissed' }));
  expect(await messages.findByText('Two')).toBeInTheDocument();
  expect(address()).toBe('/notifications?show=dismissed');
  await userEvent.click(messages.getByRole('button', { name: 'Move to inbox: Two' }));
  expect(await messages.findByText('No messages match these filters.')).toBeInTheDocument();
});

test('reads filters from the address and pages through many messages', async () => {
  const rows = Array.from({ length: 45 }, (_, index) =>
    message({ id: index + 1, title: `Note ${index + 1}`, topic: 'security' }),
  );
  const { at: address } = open([...rows, message({ id: 99, title: 'Held' })], '?topic=security');
  const messages = await inbox();
  expect(await messages.findByText('1–20 of 45')).toBeInTheDocument();
  await userEvent.click(messages.getByRole('button', { name: 'Next page' }));
  await userEvent.click(messages.getByRole('button', { name: 'Next page' }));
  expect(await messages.findByText('41–45 of 45')).toBeInTheDocument();
  expect(messages.getByText('Note 45')).toBeInTheDocument();
  expect(address()).toBe('/notifications?topic=security&page=3');
  expect(messages.getByRole('button', { name: 'Next page' })).toBeDisabled();
});

test('sets how often devices get updates', async () => {
  const { saved } = open([]);
  await userEvent.click(await screen.findByRole('combobox', { name: /^Send updates/ }));
  await userEvent.click(await screen.findByRole('option', { name: '5 minutes' }));
  await waitFor(() => expect(saved).toEqual([{ digest_seconds: 300 }]));
});

test('chooses what comes by mail, at once or gathered', async () => {
  const { saved } = open([], '', { mail: { topics: ['security'], digest_hours: 4 } });
  const panel = within(await screen.findByRole('region', { name: 'By e-mail' }));
  expect(await panel.findByRole('checkbox', { name: 'Security' })).toBeChecked();
  const gathered = within(panel.getByRole('group', { name: /^Gathered/ }));
  await userEvent.click(gathered.getByRole('checkbox', { name: 'Job finished' }));
  await waitFor(() =>
    expect(saved).toEqual([{ mail: { topics: ['job_finished', 'security'], digest_hours: 4 } }]),
  );
  await userEvent.click(panel.getByRole('combobox', { name: /^Send what is gathered/ }));
  await userEvent.click(await screen.findByRole('option', { name: '1 hour' }));
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ mail: { digest_hours: 1 } }));
});

test('says that a server without SMTP sends no mail', async () => {
  open([], '', {}, people.user, null);
  const panel = within(await screen.findByRole('region', { name: 'By e-mail' }));
  expect(await panel.findByText(/This server sends no e-mail/)).toBeVisible();
});

test('adds a threshold for one job or event that is searched by name, and removes one', async () => {
  const { saved } = open([], '', { alerts: [{ kind: 'nothing_moved', amount: 60 }] });
  const panel = within(await screen.findByRole('region', { name: 'Thresholds' }));
  expect(await panel.findByText('Nothing moved for 60 seconds · All jobs and events')).toBeInTheDocument();
  const subject = await panel.findByRole('combobox', { name: /^Job or event/ });
  await userEvent.type(subject, 'der');
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Job: Presale' })).not.toBeInTheDocument());
  expect(await screen.findByRole('option', { name: 'Event: Derby' })).toBeInTheDocument();
  await userEvent.clear(subject);
  await userEvent.type(subject, 'pre');
  await userEvent.click(await screen.findByRole('option', { name: 'Job: Presale' }));
  await userEvent.click(panel.getByRole('button', { name: 'Add threshold' }));
  await waitFor(() =>
    expect(saved).toEqual([
      {
        alerts: [
          { kind: 'nothing_moved', amount: 60 },
          { kind: 'seats_held', amount: 10, job_id: 9 },
        ],
      },
    ]),
  );
  await userEvent.click(panel.getByRole('button', { name: /^Remove: Nothing moved/ }));
  await waitFor(() => expect(saved.at(-1)).toEqual({ alerts: null }));
});

test('lets owners set when a message is escalated, and shows it to the others', async () => {
  const { saved } = open([], '', {}, people.owner);
  const panel = within(await screen.findByRole('region', { name: 'Escalation' }));
  const minutes = await panel.findByRole('textbox', { name: 'Minutes without action' });
  await userEvent.clear(minutes);
  await userEvent.type(minutes, '121');
  await userEvent.click(panel.getByRole('button', { name: 'Save escalation' }));
  expect(await panel.findByText('At most 120')).toBeInTheDocument();
  await userEvent.clear(minutes);
  await userEvent.type(minutes, '10');
  await userEvent.click(panel.getByRole('button', { name: 'Save escalation' }));
  await waitFor(() => expect(saved).toEqual([{ minutes: 10 }]));
  await userEvent.click(panel.getByRole('switch', { name: 'Escalate when nobody acts' }));
  await userEvent.click(panel.getByRole('button', { name: 'Save escalation' }));
  await waitFor(() => expect(saved.at(-1)).toEqual({ minutes: null }));
});

test('shows the escalation to people who may not set it, and its lines in plain words', async () => {
  open([
    message({
      topic: 'escalation',
      kind: 'seats_unpaid',
      subject: 'Quayside Derby',
      params: { minutes: 5, count: 4 },
      path: '/pay?event=4',
    }),
  ]);
  const panel = within(await screen.findByRole('region', { name: 'Escalation' }));
  expect(await panel.findByText('After 5 minutes without action')).toBeInTheDocument();
  expect(panel.queryByRole('button')).not.toBeInTheDocument();
  const messages = await inbox();
  const line = await messages.findByRole('link', { name: '4 seats unpaid for 5 min' });
  expect(line).toHaveAttribute('href', '/pay?event=4');
  expect(messages.getByRole('listitem')).toHaveTextContent('Quayside Derby: 4 seats to pay');
});
