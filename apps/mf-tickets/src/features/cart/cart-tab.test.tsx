import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { list, refusal, stopClock, TestServer } from '@tessera/api/testing';
import { setViewportWidth } from '@tessera/ui/testing';
import { cartOf, fakeClock, group, inMinutes, live, openCart as open } from '../../../test/cart';
import { carted } from '../../../test/records';

afterEach(() => jest.restoreAllMocks());

test('shows event, location, seats, total in its currency or $, and a countdown', async () => {
  stopClock('2026-11-20T14:00:00Z');
  open(
    cartOf(
      live(1),
      live(2),
      live(3, { task_id: 2, event_name: 'Copper Almanac', currency: null, price: 9.5 }),
    ),
  );
  const known = await group();
  expect(within(known).getByText('North 104 - 17')).toBeVisible();
  expect(within(known).getByText('11, 12')).toBeVisible();
  expect(within(known).getByText('Desk 01')).toBeVisible();
  expect(within(known).getByText('£106.00')).toBeVisible();
  expect(within(known).getByRole('timer')).toHaveTextContent(/^9m 00s$/);
  expect(within(await group('Copper Almanac')).getByText('$9.50')).toBeVisible();
  const headers = [
    'Event',
    'Location (area - row)',
    'Seats',
    'Login',
    'Total Price',
    'Expires In',
    'Actions',
  ];
  for (const header of headers) {
    expect(screen.getByRole('columnheader', { name: header })).toBeVisible();
  }
});

test('shows "No tickets in cart" for an empty cart', async () => {
  open(cartOf());
  expect(await screen.findByText('No tickets in cart')).toBeVisible();
});

test('shows an error with code and request id, and fetches again on Retry', async () => {
  const server = new TestServer().on('GET /carted-tickets', refusal(403, 'FORBIDDEN', 'Forbidden'));
  const { user } = open(server);
  expect(await screen.findByRole('alert')).toHaveTextContent('Forbidden');
  expect(screen.getByText(/FORBIDDEN · request req-77/)).toBeVisible();
  server.on('GET /carted-tickets', list([live(1)]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await group();
});

test('asks before marking as purchased, and confirms exactly the seats of the group', async () => {
  const server = cartOf(live(1), live(2), live(3, { task_id: 2, event_name: 'Copper Almanac' }));
  server.on('POST /carted-tickets/confirm', { body: { confirmed: [{}, {}], failed: [] } });
  const { user } = open(server);
  await user.click(within(await group()).getByRole('button', { name: 'Mark purchased' }));
  const question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to mark these tickets as purchased?',
  });
  expect(question).toHaveTextContent('2 seats, £106.00 in total.');
  expect(question).toHaveTextContent('Harbour City v Northgate Rovers, North 104, row 17, seats 11–12');
  expect(question).toHaveTextContent('Desk 01 · £106.00');
  const reads = server.seen('GET /carted-tickets').length;
  await user.click(within(question).getByRole('button', { name: 'Mark as purchased' }));
  expect(await screen.findByText('2 seats marked as purchased')).toBeVisible();
  expect(server.seen('POST /carted-tickets/confirm').map(({ body }) => body)).toEqual([
    { ticket_ids: [1, 2] },
  ]);
  await waitFor(() => expect(server.seen('GET /carted-tickets').length).toBeGreaterThan(reads));
});

test('fills the button that comes next for the row that expires first: opening the basket, then marking', async () => {
  const later = { task_id: 2, event_name: 'Copper Almanac', expires_at: inMinutes(20) };
  const { user } = open(cartOf(live(1), live(2, later)));
  const filled = (row: HTMLElement) =>
    [...within(row).getAllByRole('link'), ...within(row).getAllByRole('button')]
      .filter(({ className }) => className.includes('contained'))
      .map(({ textContent }) => textContent);
  const [first, second] = [await group(), await group('Copper Almanac')];
  expect([filled(first), filled(second)]).toEqual([['Open basket'], []]);
  const basket = within(first).getByRole('link', { name: /^Open basket of Harbour City/ });
  basket.addEventListener('click', (event) => event.preventDefault());
  await user.click(basket);
  expect([filled(first), filled(second)]).toEqual([['Mark purchased'], []]);
});

test('lists an expanded row’s seats under Seat, Price, Created At and Actions', async () => {
  const { user } = open(cartOf(live(1, { created_at: '2026-11-20T12:00:07Z' }), live(2)));
  await user.click(within(await group()).getByRole('button', { name: /^Expand / }));
  const seats = within(await screen.findByRole('table', { name: /Harbour City/ }));
  expect(seats.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Seat',
    'Price',
    'Created At',
    'Actions',
  ]);
  const cells = within(seats.getAllByRole('row')[1]!).getAllByRole('cell');
  expect(cells[0]).toHaveTextContent('11');
  expect(cells[1]).toHaveTextContent('£53.00');
  expect(cells[2]).toHaveTextContent(/20 Nov.*:00:07/);
});

test('asks before removing a group or a seat, and removes exactly what was shown', async () => {
  const server = cartOf(live(1), live(2));
  server
    .on('DELETE /carted-tickets/group/:task/:login', { body: { ids: [1, 2] } })
    .on('DELETE /carted-tickets/:id', {});
  const { user } = open(server);
  const row = await group();
  await user.click(within(row).getByRole('button', { name: /^Expand / }));
  await user.click(await screen.findByRole('button', { name: 'Remove seat 12 from cart' }));
  let question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to remove this ticket from cart?',
  });
  await user.click(within(question).getByRole('button', { name: 'Remove from cart' }));
  await waitFor(() => expect(server.seen('DELETE /carted-tickets/2')).toHaveLength(1));

  await user.click(await screen.findByRole('button', { name: 'Remove group from cart' }));
  question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to remove all tickets in this group from cart?',
  });
  await user.click(within(question).getByRole('button', { name: 'Remove from cart' }));
  await waitFor(() => expect(server.seen('DELETE /carted-tickets/group/1/1')).toHaveLength(1));
  const [removed] = server.seen('DELETE /carted-tickets/group/1/1');
  expect(Object.fromEntries(removed!.query)).toEqual({
    site_id: '1',
    area: 'North 104',
    row: '17',
    expired: 'false',
  });
});

test('logs and shows a failed action', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = cartOf(live(1)).on(
    'POST /carted-tickets/confirm',
    refusal(409, 'CONFLICT', 'None of these holds can be confirmed'),
  );
  const { user } = open(server);
  await user.click(within(await group()).getByRole('button', { name: 'Mark purchased' }));
  await user.click(await screen.findByRole('button', { name: 'Mark as purchased' }));
  expect(await screen.findByText(/None of these holds can be confirmed/)).toBeVisible();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});

test('filters the cart by is and is not, and downloads the same seats as CSV', async () => {
  const server = cartOf(live(1), live(2, { task_id: 2, event_id: 2, event_name: 'Copper Almanac' }));
  URL.createObjectURL = () => 'blob:cart';
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, address } = open(server);
  await group('Copper Almanac');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Event' }));
  await user.click(await screen.findByRole('button', { name: 'is not' }));
  await user.click(screen.getByRole('checkbox', { name: 'Copper Almanac' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Copper Almanac/ })).not.toBeInTheDocument());
  await group();
  expect(address()).toContain('event_id=%212');
  await user.type(screen.getByRole('searchbox'), 'north');
  await waitFor(() => expect(address()).toContain('q=north'));
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await screen.findByText(/^cart-\d{4}-\d\d-\d\d\.csv downloaded/);
  const csvRequest = server
    .seen('GET /carted-tickets')
    .find(({ headers }) => headers.get('accept') === 'text/csv');
  expect(Object.fromEntries(csvRequest?.query ?? [])).toEqual({
    event_id: '!2',
    expired: 'false',
    q: 'north',
  });
  jest.restoreAllMocks();
});

test('sorts the cart by its columns and filters it by the days of a hold', async () => {
  const { user, address } = open(
    cartOf(
      live(1, { event_name: 'Harbour City', price: 20, created_at: '2026-11-20T12:00:00Z' }),
      live(2, { task_id: 2, event_name: 'Copper Almanac', price: 90, created_at: '2026-11-21T12:00:00Z' }),
      live(3, { task_id: 3, event_name: 'Glass Meridian', price: 50, created_at: '2026-11-22T12:00:00Z' }),
    ),
  );
  await group('Harbour City');
  const events = () =>
    screen
      .getAllByRole('row')
      .flatMap((row) => /Harbour City|Copper Almanac|Glass Meridian/.exec(row.textContent)?.[0] ?? []);
  await user.click(screen.getByRole('button', { name: 'Event' }));
  await waitFor(() => expect(events()).toEqual(['Copper Almanac', 'Glass Meridian', 'Harbour City']));
  await user.click(screen.getByRole('button', { name: 'Total Price' }));
  await user.click(screen.getByRole('button', { name: 'Total Price' }));
  await waitFor(() => expect(events()).toEqual(['Copper Almanac', 'Glass Meridian', 'Harbour City']));
  expect(address()).toContain('sort=-price');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Held since' }));
  fireEvent.change(await screen.findByLabelText('To'), { target: { value: '2026-11-21' } });
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(events()).toEqual(['Copper Almanac', 'Harbour City']));
  expect(address()).toContain('created=..2026-11-21');
});

test.each([
  ['under 1200 px', 1100],
  ['under 600 px', 500],
])('%s a row offers its basket, marking as purchased and removal', async (_range, width) => {
  const original = window.matchMedia;
  setViewportWidth(width);
  try {
    const { user } = open(cartOf(live(1)));
    const row = await group();
    const basket = within(row).getByRole('link', { name: /^Open basket of Harbour City/ });
    expect(basket).toHaveAttribute('href', carted(1).basket);
    expect(within(row).getByRole('button', { name: 'Mark purchased' })).toBeEnabled();
    const remove = within(row).queryByRole('button', { name: 'Remove group from cart' });
    if (remove) await user.click(remove);
    else {
      await user.click(within(row).getByRole('button', { name: /^Actions for/ }));
      await user.click(screen.getByRole('menuitem', { name: 'Remove from cart' }));
    }
    expect(await screen.findByRole('alertdialog')).toBeVisible();
  } finally {
    window.matchMedia = original;
  }
});

test('sends the order reference with the purchase', async () => {
  const server = cartOf(live(1)).on('POST /carted-tickets/confirm', {
    body: { confirmed: [{}], failed: [] },
  });
  const { user } = open(server);
  await user.click(within(await group()).getByRole('button', { name: 'Mark purchased' }));
  await user.type(await screen.findByRole('textbox', { name: /^Order reference/ }), ' QD-2026-0042 ');
  await user.click(screen.getByRole('button', { name: 'Mark as purchased' }));
  expect(await screen.findByText('1 seat marked as purchased')).toBeVisible();
  expect(server.seen('POST /carted-tickets/confirm')[0]?.body).toEqual({
    ticket_ids: [1],
    ticket_reference: 'QD-2026-0042',
  });
});

test('shows a realm_user the cart without changes', async () => {
  open(cartOf(live(1)), 'realm_user');
  expect(within(await group()).getByRole('button', { name: 'Mark purchased' })).toBeDisabled();
  expect(within(await group()).getByRole('button', { name: 'Remove group from cart' })).toBeDisabled();
});

test('refreshes every 30 seconds until the page is left', async () => {
  const { pass, rowOf } = fakeClock();
  try {
    const server = cartOf(live(1));
    const { unmount } = open(server);
    const reads = () => server.calls.filter(({ query }) => query.get('page_size') === '200').length;
    await rowOf('Harbour City');
    expect(reads()).toBe(1);
    await pass(29_000);
    expect(reads()).toBe(1);
    await pass(2_000);
    expect(reads()).toBe(2);
    unmount();
    await pass(60_000);
    expect(reads()).toBe(2);
  } finally {
    jest.useRealTimers();
  }
});
