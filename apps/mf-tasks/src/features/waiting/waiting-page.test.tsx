import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { link, task, waitingPlace, waitingPlaces } from '../../../test/records';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const places = () => [
  waitingPlace(1, { status: 'your_turn', position: null, samples: [], pace: null, wait: null }),
  waitingPlace(2, { tasks: [{ id: 4, name: 'HC north 04', status: 'waiting_room' }] }),
  waitingPlace(3, {
    kind: 'task', position: 9000, samples: [[1_795_788_000, 9000]], pace: 0, wait: null, token_expires_at: inMinutes(1.5),
  }), // prettier-ignore
];
const server = (body = waitingPlaces(places())) =>
  createCatalogueServer().on('GET /on-sale/:id/positions', { body });
const open = (net = server(), query = '') => openConsole(net, `/on-sale/7/waiting${query}`);
const row = (name: RegExp) => screen.findByRole('row', { name });

test('lists the places with position, pace, estimate and the tasks they serve', async () => {
  open();
  const moving = await row(/north\.stand\.02/);
  expect(moving).toHaveTextContent('300');
  expect(moving).toHaveTextContent('60 per min');
  expect(moving).toHaveTextContent('in 4–7 min');
  expect(within(moving).getByRole('link', { name: '#4' })).toHaveAttribute('href', '/tasks?open=4');
  const still = await row(/north\.stand\.03/);
  expect(still).toHaveTextContent('Stands still');
  expect(still).toHaveTextContent('Ends soon');
  expect(within(still).getByRole('timer')).toHaveTextContent(/^1m/);
  expect(await row(/north\.stand\.01/)).toHaveTextContent('Your turn');
});

test('says how many wait and who is next', async () => {
  open();
  expect(
    await screen.findByText('3 places · 1 at the front · Next: north.stand.02, in 4–7 min'),
  ).toBeVisible();
});

test('highlights a row that is focused in the chart, and keeps a chosen place in the address', async () => {
  const { user, address } = open();
  await screen.findByRole('img', { name: /^3 places over time/ });
  expect(screen.queryByText(/^north\.stand\.\d+ · /)).not.toBeInTheDocument();
  await user.click(await row(/north\.stand\.02/));
  expect(await screen.findByText('north.stand.02 · 300')).toBeInTheDocument();
  await waitFor(() => expect(address()).toBe('/on-sale/7/waiting?place=link-2'));
  expect(screen.getByRole('region', { name: 'north.stand.02' })).toHaveTextContent('Serves#4');
});

test('finds the place under the pointer', async () => {
  const { user } = open();
  const chart = await screen.findByRole('img', { name: /^3 places over time/ });
  // At the right edge, which is now, the place with 9,000 people in front is the highest.
  await user.pointer({ target: chart, coords: { clientX: 700, clientY: 12 } });
  expect(await screen.findByText('north.stand.03 · 9,000')).toBeInTheDocument();
  await user.unhover(chart);
  expect(screen.queryByText(/^north\.stand\.\d+ · /)).not.toBeInTheDocument();
});

test('leads to the other pages of the on-sale', async () => {
  open();
  const pages = await screen.findByRole('navigation', { name: 'Views of the on-sale' });
  const links = within(pages).getAllByRole('link');
  expect(links.map((one) => one.getAttribute('href'))).toEqual([
    '/on-sale/7',
    '/on-sale/7/waiting',
    '/on-sale/7/seats',
  ]);
  expect(links[1]).toHaveAttribute('aria-current', 'page');
});

test('shows a short queue on an axis that fits it, without a word that nothing is known', async () => {
  const now = 1_795_788_300;
  const short = waitingPlace(2, {
    position: 30,
    samples: [
      [now - 15, 60],
      [now, 30],
    ],
    pace: null,
    wait: null,
  });
  const seats = { wanted: 40, won: 2, held: 8, open: 24, lost: 6, extra: 0 };
  open(server(waitingPlaces([short], { seats })));
  const chart = await screen.findByRole('img', { name: /^1 place/ });
  expect(within(chart).getAllByText(/^\d\d:\d\d:\d\d$/)).toHaveLength(3);
  expect(await row(/north\.stand\.02/)).not.toHaveTextContent(/known/);
  expect(
    screen.getByText(
      '2 of 40 purchased, 8 held, 24 open, 6 lost · 1 place · Next: north.stand.02, position 30',
    ),
  ).toBeVisible();
});

test('changes the time shown', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: '10 min' }));
  await waitFor(() => expect(address()).toBe('/on-sale/7/waiting?span=10m'));
});

test('shows an empty state, and an error that can be retried', async () => {
  const first = open(server(waitingPlaces([])));
  expect(await screen.findByText(/^Nobody is waiting for this event/)).toBeVisible();
  first.unmount();
  const net = server().on('GET /on-sale/:id/positions', refusal(404, 'NOT_FOUND', 'Event not found'));
  const { user } = open(net);
  expect(await screen.findByText(/NOT_FOUND/)).toBeVisible();
  net.on('GET /on-sale/:id/positions', { body: waitingPlaces(places()) });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await row(/north\.stand\.02/)).toBeVisible();
});

test("shows a task's place in its drawer", async () => {
  const waiting = task(4, { status: 'waiting_room', queue_it_event_position: 300, event_id: 7 });
  const net = server(waitingPlaces([waitingPlace(2)]))
    .on('GET /tasks', list([waiting]))
    .on('GET /tasks/:id', { body: waiting })
    .on('GET /tasks/:id/events', list([]))
    .on('GET /tasks/:id/why', { body: { obstacles: [] } });
  openConsole(net, '/tasks?open=4');
  const place = await screen.findByRole('region', { name: 'Waiting place' });
  expect(place).toHaveTextContent('in 4–7 min');
  expect(within(place).getByRole('link', { name: 'All waiting places' })).toHaveAttribute(
    'href',
    '/on-sale/7/waiting',
  );
  expect(net.seen('GET /on-sale/7/positions')[0]?.query.get('task_id')).toBe('4');
});

test("shows a link's place in its form", async () => {
  const net = server(waitingPlaces([waitingPlace(2)]))
    .on('GET /queueitlinks', list([link()]))
    .on('GET /queueitlinks/:id', { body: link(), headers: { ETag: '"1"' } })
    .on('GET /queueitlinks/:id/history', list([]));
  const { user } = openConsole(net, '/queueitlinks');
  await user.click(await row(/north\.stand\.01/));
  expect(await screen.findByRole('region', { name: 'Waiting place' })).toHaveTextContent('60 per min');
});
