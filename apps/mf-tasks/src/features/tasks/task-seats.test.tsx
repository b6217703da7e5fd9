import { act, screen, waitFor, within } from '@testing-library/react';
import { type Answer, list, refusal, stopClock } from '@tessera/api/testing';
import { openConsole } from '../../../test/console';
import { task } from '../../../test/records';
import { held, ticket } from '../../../test/seats';
import { row, server, tasks } from '../../../test/tasks-list';

const seats = () => server().on('GET /carted-tickets', list([held(1), held(2, { price: 61 })]));

afterEach(() => jest.restoreAllMocks());

test('lists held seats in the drawer with price, countdown, total and a link to pay', async () => {
  stopClock('2026-11-20T14:00:00Z');
  const net = seats();
  openConsole(net, '/tasks?open=1');
  const section = within(await screen.findByRole('region', { name: '2 seats held' }));
  expect(section.getByText('£114.00')).toBeVisible();
  const rows = section.getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent(/^North 104, row 17, seat 10£53\.009m 00s/);
  expect(rows[1]).toHaveTextContent('North 104, row 17, seat 11£61.00');
  expect(section.getByRole('link', { name: 'Pay at the site' })).toHaveAttribute(
    'href',
    'https://tickets.harbour.example/b/1',
  );
  expect(net.seen('GET /carted-tickets')[0]?.query.get('task_id')).toBe('1');
});

test('keeps the seats when they can’t be read after a change of the task, with the error above them', async () => {
  stopClock('2026-11-20T14:00:00Z');
  const net = seats();
  const { live } = openConsole(net, '/tasks?open=1');
  await screen.findByRole('region', { name: '2 seats held' });
  const changed = task(1, { updated_at: '2026-11-20T14:01:00.000Z' });
  net
    .on('GET /tasks', list([changed]))
    .on('GET /tasks/:id', { body: changed })
    .on('GET /carted-tickets', refusal(403, 'FORBIDDEN', 'Forbidden'));
  act(() => live.onResync());
  // The first time, once more, and after the change.
  await waitFor(() => expect(net.seen('GET /carted-tickets')).toHaveLength(3));
  expect(await screen.findByText(/FORBIDDEN/)).toBeVisible();
  expect(screen.getByRole('region', { name: '2 seats held' })).toBeVisible();
});

test('shows no seats of the task that was open before', async () => {
  stopClock('2026-11-20T14:00:00Z');
  const net = seats().on('GET /carted-tickets', ({ query }) =>
    query.get('task_id') === '1' ? list([held(1), held(2)]) : new Promise<Answer>(() => undefined),
  );
  const { user } = openConsole(net, '/tasks?open=1');
  await screen.findByRole('region', { name: '2 seats held' });
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('heading', { level: 2, name: 'HC north 02' });
  expect(screen.queryByRole('region', { name: '2 seats held' })).not.toBeInTheDocument();
});

test('shows the rows of the seats, with the seats of other tasks paler', async () => {
  const mapped = (id: number, task_id: number) => ({
    state: 'held',
    id,
    seat: String(id),
    group: 1,
    task_id,
    job_id: null,
    login_id: 1,
    price: null,
    currency: null,
    expires_at: null,
  });
  const rows = [{ name: '17', seats: [mapped(10, 1), mapped(11, 2)] }];
  const area = { name: 'North 104', key: 'north104', price_level: null, held: 2, bought: 0, rows };
  const net = seats().on('GET /events/:id/seat-map', {
    body: { event_id: 1, areas: [area], jobs: [], tasks: [], logins: [] },
  });
  openConsole(net, '/tasks?open=1');
  const section = within(await screen.findByRole('region', { name: 'Seats side by side' }));
  const cells = await section.findAllByRole('gridcell');
  expect(cells.map((cell) => [cell.dataset.mark, cell.hasAttribute('data-unmarked')])).toEqual([
    ['10', false],
    ['11', true],
  ]);
  expect(net.seen('GET /events/7/seat-map')[0]?.query.get('task_id')).toBe('1');
});

test('neither lists nor counts lapsed seats', async () => {
  const past = new Date(Date.now() - 1_000).toISOString();
  openConsole(
    server().on('GET /carted-tickets', list([held(1), held(2, { expires_at: past })])),
    '/tasks?open=1',
  );
  expect(await screen.findByRole('region', { name: '1 seat held' })).toBeVisible();
  expect(screen.queryByText(/seat 11/)).not.toBeInTheDocument();
});

test('lists the tickets of a bought task with their references', async () => {
  const bought = task(1, { status: 'bought', basket: 'https://tickets.harbour.example/b/1' });
  const net = server()
    .on('GET /tasks/:id', { body: bought })
    .on('GET /carted-tickets', list([]))
    .on('GET /tickets', list([{ ...ticket(1), ticket_reference: 'QD-2026-0042' }]));
  openConsole(net, '/tasks?open=1');
  const section = within(await screen.findByRole('region', { name: '1 seat bought' }));
  expect(section.getByRole('listitem')).toHaveTextContent('North 104, row 17, seat 10£53.00QD-2026-0042');
  expect(screen.queryByRole('link', { name: 'Pay at the site' })).not.toBeInTheDocument();
});

test('shows no position and no basket of an expired or stopped task, in list and drawer', async () => {
  const old = { queue_it_event_position: 1204, basket: 'https://tickets.harbour.example/b/7' };
  const rows = [
    task(7, { name: 'HC expired', status: 'expired', ...old }),
    task(8, { name: 'HC stopped', status: 'stopped', ...old }),
    ...tasks,
  ];
  const net = server()
    .on('GET /tasks', list(rows))
    .on('GET /tasks/:id', (_call, [id]) => ({ body: rows.find((one) => one.id === id) }))
    .on('GET /carted-tickets', list([]));
  openConsole(net, '/tasks?open=7&columns=name,place,basket');
  for (const name of ['HC expired', 'HC stopped']) {
    const line = within(await row(name));
    expect(line.queryByText('1,204')).not.toBeInTheDocument();
    expect(line.queryByRole('link')).not.toBeInTheDocument();
  }
  expect(within(await row('HC north 02')).getByText('1,204')).toBeVisible();
  const drawer = within(await screen.findByRole('tabpanel'));
  expect(drawer.queryByText('Position')).not.toBeInTheDocument();
  expect(drawer.queryByText('1,204')).not.toBeInTheDocument();
  expect(drawer.queryByRole('link', { name: 'Open' })).not.toBeInTheDocument();
});

test('shows an error with Retry when the seats can’t be loaded', async () => {
  const net = server().on('GET /carted-tickets', refusal(503, 'UNAVAILABLE', 'Try again later'));
  openConsole(net, '/tasks?open=1');
  expect(await within(await screen.findByRole('tabpanel')).findByRole('alert')).toHaveTextContent(
    'Try again later',
  );
});
