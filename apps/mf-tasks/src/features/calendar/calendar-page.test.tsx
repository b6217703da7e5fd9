import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { CalendarDto, CalendarEntryDto, CalendarSettingsDto, JobMoveDto } from '@tessera/api';
import { list, refusal } from '@tessera/api/testing';
import { setViewportWidth } from '@tessera/ui/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { site } from '../../../test/records';

const entry = (over: Partial<CalendarEntryDto> = {}): CalendarEntryDto => ({
  id: 'job:4',
  kind: 'job',
  cost: null,
  unpriced_seats: 0,
  at: '2026-11-25T10:00:00.000Z',
  ends_at: '2026-11-25T10:00:10.000Z',
  name: 'Cup desk',
  event_id: 7,
  event_name: 'Harbour City v Northgate Rovers',
  site_id: site.id,
  site_name: 'Harbour City Tickets',
  time_zone: 'Asia/Tokyo',
  job_id: 4,
  realm_id: 1,
  status: 'scheduled',
  tasks: 3,
  can_move: true,
  ...over,
});
const onSale = entry({
  id: 'on_sale:7',
  kind: 'on_sale',
  name: 'Harbour City v Northgate Rovers',
  job_id: null,
  ends_at: null,
  status: 'announced',
  can_move: false,
});
const conflict: CalendarDto['conflicts'][number] = {
  logins: 2,
  login_names: ['North stand 01', 'North stand 02'],
  sides: [
    { job_id: 4, job_name: 'Cup desk', event_id: 7, event_name: onSale.name, at: '2026-11-25T10:00:00.000Z' },
    { job_id: 9, job_name: 'Final', event_id: 8, event_name: 'Final', at: '2026-11-25T10:20:00.000Z' },
  ],
};
const calendar = (over: Partial<CalendarDto> = {}): CalendarDto => ({
  entries: [onSale, entry()],
  conflicts: [],
  conflict_minutes: 30,
  capped: false,
  ...over,
});
const move = (over: Partial<JobMoveDto> = {}): JobMoveDto => ({
  job_id: 4,
  name: 'Cup desk',
  from: '2026-11-25T10:00:00.000Z',
  to: '2026-11-26T10:00:00.000Z',
  last_at: '2026-11-26T10:00:10.000Z',
  tasks: 3,
  launch_delay: 5,
  checks: [{ code: 'AFTER_ON_SALE', verdict: 'warn', message: 'As the server words it', tasks: 3 }],
  conflicts: [],
  ...over,
});
const settings: CalendarSettingsDto = { reminders: { minutes: [60], planned: true }, feed: null };

const server = (found = calendar()) =>
  createCatalogueServer()
    .on('GET /sites', list([site]))
    .on('GET /calendar', { body: found })
    .on('GET /calendar/settings', { body: settings })
    .on('GET /calendar/jobs/:id/move', (call) => ({
      body: move({ to: new Date(call.query.get('scheduled_at') ?? '').toISOString() }),
      headers: { ETag: '"v3"' },
    }))
    .on('PATCH /jobs/:id', { body: { id: 4 }, headers: { ETag: '"v4"' } });
const WEEK = '/calendar?view=week&date=2026-11-25';
const open = (net = server(), address = WEEK, role?: Parameters<typeof openConsole>[2]) =>
  openConsole(net, address, role);
const job = () => screen.findByRole('button', { name: /Job .*Cup desk/ });

afterEach(() => setViewportWidth(1440));

test('requests the week of a day, and shows each entry with its kind in words', async () => {
  const net = server();
  open(net);
  expect(await job()).toBeVisible();
  expect(screen.getByRole('button', { name: /On-sale .*Harbour City v Northgate Rovers/ })).toBeVisible();
  const query = net.seen('GET /calendar')[0]?.query;
  const [from, to] = [query?.get('from') ?? '', query?.get('to') ?? ''];
  expect(Date.parse(to) - Date.parse(from)).toBe(7 * 86_400_000);
  expect(new Date(from).getDay()).toBe(1);
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(7);
});

test('opens on what comes next of the planned events, with a launch as its first action', async () => {
  const net = server();
  const { user, address } = open(net, '/calendar');
  expect(await job()).toBeVisible();
  const query = net.seen('GET /calendar')[0]?.query;
  const [from, to] = [query?.get('from') ?? '', query?.get('to') ?? ''];
  expect(Date.parse(to) - Date.parse(from)).toBe(14 * 86_400_000);
  expect(query?.get('planned')).toBe('true');
  expect(screen.getByRole('button', { name: 'New event' })).toBeEnabled();
  await user.click(screen.getByRole('button', { name: 'Launch a job' }));
  await waitFor(() => expect(address()).toMatch(/^\/jobs\?launch/));
});

test('keeps view, day and filters in the address', async () => {
  const net = server();
  const { user, address } = open(net);
  await job();
  await user.click(screen.getByRole('button', { name: 'Agenda' }));
  await waitFor(() => expect(address()).toBe('/calendar?date=2026-11-25'));
  await user.click(screen.getByRole('button', { name: 'Later' }));
  await waitFor(() => expect(address()).toContain('date=2026-12-09'));
  await user.click(screen.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Job' }));
  await user.click(screen.getByRole('switch', { name: /All events/ }));
  await waitFor(() => expect(address()).toContain('kind=job&all=true'));
  await waitFor(() => {
    const query = net.seen('GET /calendar').at(-1)?.query;
    expect([query?.get('kind'), query?.get('planned')]).toEqual(['job', null]);
  });
});

test('shows one of the entries of an hour in a narrow week, and all of them in the agenda', async () => {
  setViewportWidth(1024);
  const { user, address } = open();
  expect(await screen.findByRole('button', { name: /On-sale/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /Job .*Cup desk/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: '1 more' }));
  expect(await job()).toBeVisible();
  expect(address()).not.toContain('view=week');
});

test('names a conflict with its reason, at the entry and above the days', async () => {
  const { user } = open(server(calendar({ conflicts: [conflict] })));
  expect(await screen.findByText(/^1 conflict: a login is in two jobs/)).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /1 conflict.*Cup desk/ }));
  const details = await screen.findByRole('dialog', { name: 'Cup desk' });
  expect(
    within(details).getByText(/^2 logins are also in Final at .*\(North stand 01, North stand 02\)$/),
  ).toBeVisible();
  expect(within(details).getByText(/at the venue/)).toBeVisible();
});

test('asks what a move means, moves under the version that was shown, and undoes it', async () => {
  const net = server();
  const { user } = open(net);
  await user.click(await job());
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move Cup desk' });
  expect(within(dialog).getByText('Choose another time')).toBeVisible();
  const field = within(dialog).getByRole('textbox', { name: 'Starts' });
  await user.clear(field);
  await user.type(field, '26 Nov 2026, 19:00');
  expect(await within(dialog).findByText('3 tasks: start after tickets go on sale')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Move job' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('Cup desk moved back');
  const [moved, undone] = net.seen('PATCH /jobs/4');
  // In the venue's zone, which the field begins with.
  expect(moved?.body).toEqual({ scheduled_at: '2026-11-26T10:00:00.000Z' });
  expect(moved?.headers.get('if-match')).toBe('"v3"');
  expect(undone?.body).toEqual({ scheduled_at: '2026-11-25T10:00:00.000Z' });
  expect(undone?.headers.get('if-match')).toBe('"v4"');
});

test('says that someone else changed the job, and asks again what the move means', async () => {
  const net = server().on('PATCH /jobs/:id', refusal(412, 'STALE', 'Changed since'));
  const { user } = open(net);
  await user.click(await job());
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move Cup desk' });
  const field = within(dialog).getByRole('textbox', { name: 'Starts' });
  await user.clear(field);
  await user.type(field, '26 Nov 2026, 19:00');
  await within(dialog).findByText(/3 tasks will start on/);
  const asked = net.seen('GET /calendar/jobs/4/move').length;
  await user.click(within(dialog).getByRole('button', { name: 'Move job' }));
  expect(await within(dialog).findByRole('alert')).toBeVisible();
  await waitFor(() => expect(net.seen('GET /calendar/jobs/4/move').length).toBeGreaterThan(asked));
});

test('drags a job to another time, which asks first; Escape gives up', async () => {
  const net = server();
  open(net);
  const block = await job();
  // What jsdom lacks: a layout, and pointers that are captured.
  block.setPointerCapture = () => undefined;
  const layout = jest
    .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    .mockReturnValue({ left: 0, width: 700, top: 0, height: 1344, right: 700, bottom: 1344 } as DOMRect);
  // jsdom's pointer events have no coordinates.
  const point = (type: string, [clientX, clientY]: [number, number]) =>
    fireEvent(block, new MouseEvent(type, { bubbles: true, clientX, clientY, button: 0 }));
  const drag = (from: [number, number], to: [number, number]) => {
    point('pointerdown', from);
    point('pointermove', to);
  };
  drag([250, 100], [350, 156]);
  fireEvent.keyDown(window, { key: 'Escape' });
  point('pointerup', [350, 156]);
  expect(screen.queryByRole('dialog')).toBeNull();
  drag([250, 100], [350, 156]);
  point('pointerup', [350, 156]);
  await screen.findByRole('dialog', { name: 'Move Cup desk' });
  // One column and one hour further.
  await waitFor(() =>
    expect(net.seen('GET /calendar/jobs/4/move')[0]?.query.get('scheduled_at')).toBe(
      '2026-11-26T11:00:00.000Z',
    ),
  );
  layout.mockRestore();
});

test('runs a job now after a question', async () => {
  const net = server();
  const { user } = open(net);
  await user.click(await job());
  await user.click(await screen.findByRole('button', { name: 'Run now' }));
  const question = await screen.findByRole('alertdialog', { name: 'Run Cup desk now?' });
  await within(question).findByText(/start after tickets go on sale/);
  await user.click(within(question).getByRole('button', { name: 'Run now' }));
  expect(await screen.findByText('Cup desk starts now')).toBeVisible();
  expect(net.seen('PATCH /jobs/4')[0]?.headers.get('if-match')).toBe('"v3"');
});

test.each([
  ['without write permission', {}, 'realm_user' as const, /write:own/],
  ['once it has started', { can_move: false, status: 'running' }, undefined, /has started/],
])('moves no job %s', async (_when, over, role, reason) => {
  const { user } = open(server(calendar({ entries: [entry(over)] })), WEEK, role);
  await user.click(await job());
  const details = await screen.findByRole('dialog', { name: 'Cup desk' });
  expect(within(details).getByRole('button', { name: 'Move' })).toBeDisabled();
  expect(within(details).getByText(reason)).toBeVisible();
});

test('leads from a crowded hour to the agenda of its day', async () => {
  const crowd = Array.from({ length: 5 }, (_, index) =>
    entry({ id: `job:${index}`, job_id: index, name: `Desk ${index}` }),
  );
  const { user, address } = open(server(calendar({ entries: crowd })));
  await user.click(await screen.findByRole('button', { name: '3 more' }));
  await waitFor(() => expect(address()).not.toContain('view=week'));
  expect(await screen.findByRole('button', { name: /Desk 4/ })).toBeVisible();
});

test('says what is missing from empty days, and shows errors with their code', async () => {
  open(server(calendar({ entries: [] })), '/calendar?date=2026-11-25');
  expect(await screen.findByText(/^Nothing on these days/)).toBeVisible();
});

test('shows an error with its code and request id', async () => {
  open(server().on('GET /calendar', refusal(403, 'FORBIDDEN', 'Forbidden')));
  expect(await screen.findByText(/FORBIDDEN · request req-77/)).toBeVisible();
});

test('creates the address of the feed, shows it once, and saves reminders', async () => {
  const net = server()
    .on('POST /calendar/feed', {
      status: 201,
      body: {
        path: '/api/calendar/feed/tc_made-up.ics',
        feed: { kinds: ['job'], planned: true, created_at: '2026-11-25T10:00:00.000Z', last_read_at: null },
      },
    })
    .on('PUT /calendar/reminders', { body: { minutes: [60, 10], planned: true } });
  const { user } = open(net);
  await job();
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  const dialog = await screen.findByRole('dialog', { name: 'Subscribe' });
  await user.click(await within(dialog).findByRole('checkbox', { name: 'Event start' }));
  await user.click(within(dialog).getByRole('button', { name: 'Create address' }));
  const shown = await screen.findByRole('dialog', { name: 'Address of your calendar' });
  expect(within(shown).getByText(`${window.location.origin}/api/calendar/feed/tc_made-up.ics`)).toBeVisible();
  expect(net.seen('POST /calendar/feed')[0]?.body).toEqual({ kinds: ['on_sale', 'job'], planned: true });
  await user.click(within(shown).getByRole('button', { name: 'Done' }));
  await user.click(within(dialog).getByRole('checkbox', { name: '10 min before' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save reminders' }));
  await screen.findByText('Reminders saved');
  expect(net.seen('PUT /calendar/reminders')[0]?.body).toEqual({ minutes: [60, 10], planned: true });
});

test('replaces and revokes the address after a question', async () => {
  const feed = {
    kinds: ['job' as const],
    planned: true,
    created_at: '2026-11-25T10:00:00.000Z',
    last_read_at: null,
  };
  const net = server()
    .on('GET /calendar/settings', { body: { ...settings, feed } })
    .on('DELETE /calendar/feed', { status: 204 });
  const { user } = open(net);
  await job();
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke address' }));
  const question = await screen.findByRole('alertdialog', { name: 'Revoke the address?' });
  await user.click(within(question).getByRole('button', { name: 'Revoke address' }));
  expect(await screen.findByText('Address revoked')).toBeVisible();
  expect(net.seen('DELETE /calendar/feed')).toHaveLength(1);
});
