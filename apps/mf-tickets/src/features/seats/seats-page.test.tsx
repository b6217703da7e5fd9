import { act, screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { carted, purchased, seatMap } from '../../../test/records';

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path data-area="north104" d="M0 0h9v9z"/></svg>';
const serverWith = (map = seatMap()) => new TestServer().on('GET /events/:id/seat-map', { body: map });
const openSeats = (server: TestServer, query = '') => open(server, `/on-sale/1/seats${query}`);
const seat = (name: string | RegExp) => screen.findByRole('gridcell', { name });

test('shows held and bought seats by area and row, with links to the other views', async () => {
  openSeats(serverWith());
  expect(
    await screen.findByRole('heading', { name: 'Seats: Harbour City v Northgate Rovers' }),
  ).toBeVisible();
  const row = within(await screen.findByRole('row', { name: 'Row 17' }));
  expect(row.getAllByRole('gridcell').map((cell) => cell.getAttribute('aria-label'))).toEqual([
    'Seat 11, Held, beside 1 other seat',
    'Seat 12, Held, beside 1 other seat',
    'Seat 14, Bought',
  ]);
  const views = within(screen.getByRole('navigation', { name: 'Views of the on-sale' }));
  expect(views.getByRole('link', { name: 'Room' })).toHaveAttribute('href', '/on-sale/1');
  expect(views.getByRole('link', { name: 'Waiting places' })).toHaveAttribute('href', '/on-sale/1/waiting');
  expect(views.getByRole('link', { name: 'Seats' })).toHaveAttribute('aria-current', 'page');
});

test('keeps colours, area and seat in the address, and leads from a seat to its task and cart', async () => {
  const { user, address } = openSeats(serverWith());
  await user.click(await seat('Seat 11, Held, beside 1 other seat'));
  const details = within(await screen.findByRole('region', { name: 'Selected seat' }));
  expect(details.getByRole('heading')).toHaveTextContent('North 104, row 17, seat 11');
  expect(details.getByText(/Held.*£53\.00, Price level 2 · Job: Derby · Task: HC north 01/)).toBeVisible();
  expect(details.getByRole('link', { name: 'Task' })).toHaveAttribute('href', '/tasks?event_id=1&open=1');
  expect(details.getByRole('link', { name: 'Job' })).toHaveAttribute('href', '/jobs/5');
  await user.click(screen.getByRole('button', { name: 'Job' }));
  await user.click(screen.getByRole('button', { name: 'North 104' }));
  await waitFor(() => expect(address()).toBe('/on-sale/1/seats?seat=held-1&color=job&area=north104'));
  await user.click(screen.getByRole('button', { name: 'All areas' }));
  await user.click(details.getByRole('button', { name: 'Clear selection' }));
  await waitFor(() => expect(address()).toBe('/on-sale/1/seats?color=job'));
});

test('shows the map of the site, whose areas open', async () => {
  const server = serverWith(seatMap({ map: { event_id: 1, version: 3 } })).on('GET /sites/:id/map', {
    body: drawing,
    headers: { 'Content-Type': 'image/svg+xml' },
  });
  const { user, address } = openSeats(server);
  await user.click(await screen.findByRole('button', { name: 'North 104: 2 held, 1 bought' }));
  await waitFor(() => expect(address()).toBe('/on-sale/1/seats?area=north104'));
  expect(server.seen('GET /sites/1/map')[0]?.query.get('event_id')).toBe('1');
});

test('says when there are no seats, when there are more than fit, and what went wrong', async () => {
  const empty = openSeats(serverWith(seatMap({ areas: [], held: 0, bought: 0 })));
  expect(await screen.findByText(/^No seats yet/)).toBeVisible();
  empty.unmount();
  const full = openSeats(serverWith(seatMap({ complete: false })));
  expect(await screen.findByText(/^Only 3 seats are shown/)).toBeVisible();
  full.unmount();
  openSeats(new TestServer().on('GET /events/:id/seat-map', refusal(404, 'NOT_FOUND', 'Event not found')));
  expect(await screen.findByText(/NOT_FOUND/)).toBeVisible();
});

test('shows the row of a purchased ticket, with the seats beside it', async () => {
  const server = serverWith()
    .on('GET /tickets', list([purchased(4)]))
    .on('GET /tickets/sums', { body: { totals: [], events: [] } })
    .on('GET /carted-tickets', list([]));
  const { user } = open(server, '/tickets');
  await user.click(await screen.findByRole('button', { name: 'North 104, row 17, seat 14' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Seats: North 104, row 17' }));
  await waitFor(() => expect(dialog.getAllByRole('gridcell')).toHaveLength(3));
  expect(dialog.getAllByRole('gridcell').map((cell) => cell.hasAttribute('data-unmarked'))).toEqual([
    true, true, false,
  ]); // prettier-ignore
  const { query } = server.seen('GET /events/1/seat-map')[0] ?? {};
  expect([query?.get('area'), query?.get('row')]).toEqual(['North 104', '17']);
  expect(dialog.getByRole('link', { name: 'All seats of the event' })).toHaveAttribute(
    'href',
    '/on-sale/1/seats',
  );
});

test('shows the row of a group of the cart', async () => {
  const soon = new Date(Date.now() + 600_000).toISOString();
  const held = [carted(1, { expires_at: soon }), carted(2, { expires_at: soon })];
  const server = serverWith().on('GET /tickets', list([])).on('GET /carted-tickets', list(held));
  const { user } = open(server, '/tickets?tab=cart');
  await user.click(await screen.findByRole('button', { name: '11, 12' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Seats: North 104, row 17' }));
  await waitFor(() => expect(dialog.getAllByRole('gridcell')).toHaveLength(3));
  expect(dialog.getByRole('gridcell', { name: 'Seat 14, Bought' })).toHaveAttribute('data-unmarked');
});

test('keeps the row of seats when it can’t be read again, with the error above it', async () => {
  const server = serverWith()
    .on('GET /tickets', list([purchased(4)]))
    .on('GET /tickets/sums', { body: { totals: [], events: [] } })
    .on('GET /carted-tickets', list([]));
  const { user, live } = open(server, '/tickets');
  await user.click(await screen.findByRole('button', { name: 'North 104, row 17, seat 14' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Seats: North 104, row 17' }));
  await waitFor(() => expect(dialog.getAllByRole('gridcell')).toHaveLength(3));
  server.on('GET /events/:id/seat-map', refusal(403, 'FORBIDDEN', 'Forbidden'));
  act(() => live.onResync());
  expect(await dialog.findByText(/FORBIDDEN/)).toBeVisible();
  expect(dialog.getAllByRole('gridcell')).toHaveLength(3);
  server.on('GET /events/:id/seat-map', { body: seatMap() });
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(dialog.queryByText(/FORBIDDEN/)).not.toBeInTheDocument());
});
