import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NotificationDto } from '@tessera/api';
import { json, people, resetBrowser, startShell } from '../../../test/app';

const at = '2026-11-20T20:00:00.000Z';
const message = (id: number, over: Partial<NotificationDto> = {}): NotificationDto => ({
  id,
  realm_id: 3,
  topic: 'job_finished',
  kind: null,
  subject: null,
  count: 1,
  seats: 0,
  title: `Job ${id} finished`,
  body: 'Two tries: 3 seats bought',
  params: null,
  path: `/tasks?open=${id}`,
  read_at: null,
  dismissed_at: null,
  first_at: at,
  created_at: at,
  ...over,
});

/** A server that keeps preferences and messages. */
function open(kept: Record<string, unknown> = {}, messages: NotificationDto[] = []) {
  const saved: unknown[] = [];
  const read: unknown[] = [];
  const shell = startShell('/notifications', people.user, {
    'GET /api/notifications/subscriptions': [],
    'GET /api/notifications/deliveries': [],
    'GET /api/me/preferences': () => json(200, kept),
    'PUT /api/me/preferences': async (request) => {
      const body = (await request.json()) as Record<string, { time_zone?: string } | null>;
      saved.push(body);
      if (body.quiet_hours?.time_zone === 'UTC') {
        const details = [{ field: 'quiet_hours.time_zone', message: 'must be a time zone' }];
        return json(400, { message: 'Invalid request', code: 'VALIDATION', details });
      }
      Object.assign(kept, body);
      if (body.quiet_hours === null) delete kept.quiet_hours;
      return json(200, kept);
    },
    'GET /api/notifications': (request) => {
      const unread = new URL(request.url).searchParams.get('unread') === 'true';
      const rows = messages.filter(({ read_at }) => !unread || read_at === null);
      const answer = json(200, unread ? rows.slice(0, 1) : rows);
      answer.headers.set('X-Total-Count', String(rows.length));
      return answer;
    },
    'POST /api/notifications/read': async (request) => {
      const body = (await request.json()) as { ids?: number[] };
      read.push(body);
      for (const row of messages) if (!body.ids || body.ids.includes(row.id)) row.read_at = at;
      return json(200, { unread: messages.filter(({ read_at }) => read_at === null).length });
    },
  });
  return { ...shell, saved, read };
}
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => resetBrowser());

test('leaves quiet hours off until they are turned on with times and a time zone', async () => {
  const { saved } = open({ time_zone: 'Europe/Lisbon' });
  const quiet = await panel('Quiet hours');
  const save = quiet.getByRole('button', { name: 'Save quiet hours' });
  expect(save).toBeDisabled();
  expect(quiet.queryByLabelText('From')).not.toBeInTheDocument();
  await userEvent.click(quiet.getByRole('switch', { name: /^Pause notifications/ }));
  expect(quiet.getByLabelText('From')).toHaveValue('22:00');
  expect(quiet.getByText('On the next day')).toBeInTheDocument();
  expect(await quiet.findByRole('combobox', { name: /^Time zone/ })).toHaveValue('Europe/Lisbon');
  fireEvent.change(quiet.getByLabelText('Until'), { target: { value: '22:00' } });
  await userEvent.click(save);
  expect(await quiet.findByText('Choose an end that differs from the start')).toBeInTheDocument();
  fireEvent.change(quiet.getByLabelText('Until'), { target: { value: '23:30' } });
  expect(quiet.queryByText('On the next day')).not.toBeInTheDocument();
  await userEvent.click(quiet.getByRole('switch', { name: /^Let urgent/ }));
  await userEvent.click(save);
  expect(await screen.findByText('Quiet hours saved')).toBeInTheDocument();
  expect(saved).toEqual([
    { quiet_hours: { start: '22:00', end: '23:30', time_zone: 'Europe/Lisbon', urgent: false } },
  ]);
  await waitFor(() => expect(save).toBeDisabled());
});

test('shows saved quiet hours, which can be turned off', async () => {
  const { saved } = open({ quiet_hours: { start: '21:15', end: '06:45', time_zone: 'Asia/Tokyo' } });
  const quiet = await panel('Quiet hours');
  expect(await quiet.findByLabelText('From')).toHaveValue('21:15');
  expect(quiet.getByRole('switch', { name: /^Let urgent/ })).toBeChecked();
  await userEvent.click(quiet.getByRole('switch', { name: /^Pause notifications/ }));
  await userEvent.click(quiet.getByRole('button', { name: 'Save quiet hours' }));
  await waitFor(() => expect(saved).toEqual([{ quiet_hours: null }]));
});

test('shows the server’s validation errors at their fields', async () => {
  open({ quiet_hours: { start: '21:15', end: '06:45', time_zone: 'UTC' } });
  const quiet = await panel('Quiet hours');
  fireEvent.change(await quiet.findByLabelText('From'), { target: { value: '21:30' } });
  await userEvent.click(quiet.getByRole('button', { name: 'Save quiet hours' }));
  expect(await quiet.findByText('must be a time zone')).toBeInTheDocument();
});

test('marks unread messages, and marks one as read when it is opened', async () => {
  const rows = [message(1), message(2), message(3, { read_at: at, path: null })];
  const { read, at: address } = open({}, rows);
  const messages = await panel('Messages');
  expect(await messages.findByText('2 unread')).toBeInTheDocument();
  expect(await messages.findAllByText('New')).toHaveLength(2);
  expect(messages.queryByRole('link', { name: 'Job 3 finished' })).not.toBeInTheDocument();
  await userEvent.click(messages.getByRole('link', { name: 'Job 1 finished' }));
  await waitFor(() => expect(address()).toBe('/tasks?open=1'));
  expect(read).toEqual([{ ids: [1] }]);
});

test('marks all messages as read', async () => {
  const { read } = open({}, [message(1), message(2)]);
  const messages = await panel('Messages');
  await userEvent.click(await messages.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(messages.queryByText('New')).not.toBeInTheDocument());
  expect(read).toEqual([{}]);
});

test('shows an empty state without messages', async () => {
  open();
  expect(await (await panel('Messages')).findByText('No messages yet.')).toBeInTheDocument();
});
