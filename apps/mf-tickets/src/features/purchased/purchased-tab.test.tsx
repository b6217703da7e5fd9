import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import type { Role } from '@tessera/domain';
import { open } from '../../../test/open';
import { purchased } from '../../../test/records';

const openTickets = (server: TestServer, role?: Role) => open(server, '/tickets', role);
const ticketsOf = (...rows: unknown[]) =>
  new TestServer()
    .on('GET /tickets/sums', { body: { totals: [], events: [] } })
    .on('GET /tickets', list(rows))
    .on('GET /tickets/:id', { body: rows[0] ?? null, headers: { ETag: '"v1"' } })
    .on('GET /carted-tickets', list([], 22));
const ticket = async (name = 'Harbour City') => screen.findByRole('row', { name: new RegExp(name) });

test('opens purchased tickets by default, with prices in £ and two decimals', async () => {
  openTickets(
    ticketsOf(
      purchased(1, { currency: null, price: 26 }),
      purchased(2, { event_id: 2, event_name: 'Glass Meridian', currency: 'EUR', price: 62.5 }),
    ),
  );
  expect(await screen.findByRole('tab', { name: /^Purchased Tickets/, selected: true })).toBeVisible();
  const row = await ticket();
  expect(within(row).getByText('North 104, row 17, seat 11')).toBeVisible();
  expect(within(row).getByText('£26.00')).toBeVisible();
  expect(within(row).getByText('Active')).toBeVisible();
  expect(within(await ticket('Glass Meridian')).getByText('€62.50')).toBeVisible();
  for (const header of ['Event', 'Location (area, row, seat)', 'Login', 'Price', 'Status', 'Actions']) {
    expect(screen.getByRole('columnheader', { name: header })).toBeVisible();
  }
});

test('shows "No tickets found" without tickets', async () => {
  openTickets(ticketsOf());
  expect(await screen.findByText('No tickets found')).toBeVisible();
});

test('offers "Mark as Used" and "Cancel Ticket" only for ACTIVE tickets, Delete for any', async () => {
  openTickets(ticketsOf(purchased(1), purchased(2, { event_id: 2, event_name: 'Used one', status: 'USED' })));
  const active = within(await ticket());
  expect(active.getByRole('button', { name: 'Mark as Used' })).toBeEnabled();
  expect(active.getByRole('button', { name: 'Cancel Ticket' })).toBeEnabled();
  const used = within(await ticket('Used one'));
  expect(used.queryByRole('button', { name: 'Mark as Used' })).not.toBeInTheDocument();
  expect(used.queryByRole('button', { name: 'Cancel Ticket' })).not.toBeInTheDocument();
  expect(used.getByRole('button', { name: 'Delete' })).toBeEnabled();
});

test('asks before marking as used, and offers Undo', async () => {
  const server = ticketsOf(purchased(1)).on('PUT /tickets/:id', { body: purchased(1) });
  const { user } = openTickets(server);
  const button = within(await ticket()).getByRole('button', { name: 'Mark as Used' });
  await user.click(button);
  const question = await screen.findByRole('alertdialog', { name: 'Mark this ticket as used?' });
  expect(server.seen('PUT /tickets/1')).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Mark as Used' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Ticket active again')).toBeVisible();
  expect(server.seen('PUT /tickets/1').map(({ body }) => body)).toEqual([
    { status: 'USED' },
    { status: 'ACTIVE' },
  ]);
});

test('asks before cancelling and says that it is not a refund', async () => {
  const server = ticketsOf(purchased(1)).on('PUT /tickets/:id', {
    body: purchased(1, { status: 'CANCELLED' }),
  });
  const { user } = openTickets(server);
  await user.click(within(await ticket()).getByRole('button', { name: 'Cancel Ticket' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('it is not a refund');
  await user.click(within(question).getByRole('button', { name: 'Cancel Ticket' }));
  await waitFor(() =>
    expect(server.seen('PUT /tickets/1').map(({ body }) => body)).toEqual([{ status: 'CANCELLED' }]),
  );
});

test('asks before deleting, and changes nothing when dismissed', async () => {
  const server = ticketsOf(purchased(1)).on('DELETE /tickets/:id', {});
  const { user } = openTickets(server);
  await user.click(within(await ticket()).getByRole('button', { name: 'Delete' }));
  await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this ticket?' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(server.seen('DELETE /tickets/1')).toHaveLength(0);
  await user.click(within(await ticket()).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.seen('DELETE /tickets/1')).toHaveLength(1));
});

test('shows a validation error at the reference field', async () => {
  const details = [{ field: 'ticket_reference', message: 'ticket_reference holds a card number' }];
  const server = ticketsOf(purchased(1)).on(
    'PUT /tickets/:id',
    refusal(400, 'VALIDATION', 'Invalid request', { details }),
  );
  const { user } = openTickets(server);
  await user.click(within(await ticket()).getByRole('button', { name: 'Edit reference' }));
  await user.type(await screen.findByRole('textbox', { name: /Ticket reference/ }), 'HBO-1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('ticket_reference holds a card number')).toBeVisible();
});

test('sends a filter of the URL with the request', async () => {
  const server = ticketsOf(purchased(1));
  open(server, '/tickets?status=!USED&page=1');
  await ticket();
  const requests = server.seen('GET /tickets').filter(({ query }) => query.get('page_size') !== '1');
  expect(requests[0]?.query.get('status')).toBe('!USED');
});

test('disables changes for a realm_user', async () => {
  openTickets(ticketsOf(purchased(1)), 'realm_user');
  expect(within(await ticket()).getByRole('button', { name: 'Delete' })).toBeDisabled();
});

test('shows the number of tickets and of held seats on the tabs', async () => {
  openTickets(ticketsOf(purchased(1), purchased(2)));
  expect(await screen.findByRole('tab', { name: 'Purchased Tickets 2' })).toBeVisible();
  expect(await screen.findByRole('tab', { name: 'Cart 22' })).toBeVisible();
});

test('restores a deleted ticket by Undo', async () => {
  const server = ticketsOf(purchased(1))
    .on('DELETE /tickets/:id', {})
    .on('POST /tickets/:id/restore', { body: purchased(1) });
  const { user } = openTickets(server);
  await user.click(within(await ticket()).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Ticket restored')).toBeVisible();
  expect(server.seen('POST /tickets/1/restore')).toHaveLength(1);
});

test('shows both versions of a reference that someone else changed', async () => {
  const current = purchased(1, { ticket_reference: 'HBO-7' });
  const server = ticketsOf(purchased(1)).on(
    'PUT /tickets/:id',
    refusal(412, 'STALE', 'This was changed meanwhile', { context: { current } }),
  );
  const { user } = openTickets(server);
  await user.click(within(await ticket()).getByRole('button', { name: 'Edit reference' }));
  await user.type(await screen.findByRole('textbox', { name: /Ticket reference/ }), 'HBO-1');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('row', { name: 'ticket reference HBO-7 HBO-1' })).toBeVisible();
  expect(server.seen('PUT /tickets/1')[0]?.headers.get('If-Match')).toBe('"v1"');
});

const order = [
  purchased(1, { ticket_reference: 'HB-7', late: true }),
  purchased(2, { ticket_reference: 'HB-7', status: 'USED' }),
  purchased(5, { ticket_reference: 'HB-7' }),
];
const another = purchased(9, { created_at: '2026-11-20T12:00:01.000Z', event_name: 'Harbour City, replay' });

test('groups seats that were recorded together, and shows each with its own actions', async () => {
  const { user } = openTickets(ticketsOf(...order, another));
  const row = await ticket('seats 11–12, 15');
  expect(row).toHaveTextContent('North 104, row 17, seats 11–12, 15');
  expect(row).toHaveTextContent('£159.00');
  expect(row).toHaveTextContent('HB-7');
  expect(within(row).getByText('Active')).toBeVisible();
  expect(within(row).getByText('Used')).toBeVisible();
  expect(within(row).getAllByRole('button', { name: /record|Mark|Cancel|Delete/ })).toHaveLength(1);
  await ticket('replay');
  expect(screen.getByText('1–4 of 4')).toBeVisible();
  await user.click(within(row).getByRole('button', { name: /^Expand / }));
  const seats = within(await screen.findByRole('table', { name: /Harbour City/ }));
  expect(seats.getAllByRole('row').slice(1)).toHaveLength(3);
  expect(seats.getAllByRole('button', { name: 'Mark as Used' })).toHaveLength(2);
});

test('reverses the record of a whole order', async () => {
  const server = ticketsOf(...order).on('POST /purchases/reverse', { body: { reversed: [], held: [] } });
  const { user } = openTickets(server);
  await user.click(within(await ticket()).getByRole('button', { name: 'Reverse record of 3 seats' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reverse this record?' });
  expect(dialog).toHaveTextContent('North 104, row 17, seats 11–12, 15');
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'declined');
  await user.click(within(dialog).getByRole('button', { name: 'Reverse record of 3 seats' }));
  await waitFor(() =>
    expect(server.seen('POST /purchases/reverse')[0]?.body).toEqual({
      ticket_ids: [1, 2, 5],
      reason: 'declined',
    }),
  );
});

test('shows a whole order beside the list, also what another page of the list has of it', async () => {
  const server = ticketsOf(order[0]);
  const { user } = openTickets(server);
  const row = await ticket();
  server.on('GET /tickets', ({ query }) => list(query.has('created_to') ? order : [order[0]]));
  await user.click(within(row).getByText('Harbour City v Northgate Rovers'));
  const drawer = await screen.findByRole('complementary', { name: 'Harbour City v Northgate Rovers' });
  expect(await within(drawer).findByText('£159.00')).toBeVisible();
  expect(within(drawer).getByText('Recorded after the seats had expired')).toBeVisible();
  expect(within(drawer).getByText('You')).toBeVisible();
  expect(within(drawer).getAllByRole('listitem')).toHaveLength(3);
  expect(within(drawer).getByRole('button', { name: 'Reverse record of 3 seats' })).toBeEnabled();
  const [request] = server.seen('GET /tickets').filter(({ query }) => query.has('created_to'));
  expect(Object.fromEntries(request!.query)).toMatchObject({
    login_id: '1',
    event_id: '1',
    created_from: '2026-11-20T12:00:00.000Z',
    created_to: '2026-11-20T12:00:00.001Z',
  });
});

test('closes an order that is gone', async () => {
  const server = ticketsOf(order[0]);
  const { user, address } = openTickets(server);
  await user.click(within(await ticket()).getByText('Harbour City v Northgate Rovers'));
  await screen.findByRole('complementary');
  await screen.findByRole('listitem');
  server
    .on('GET /tickets/:id', refusal(404, 'NOT_FOUND', 'Resource not found'))
    .on('POST /purchases/reverse', { body: { reversed: [1], held: [1] } });
  const drawer = within(screen.getByRole('complementary'));
  await user.click(drawer.getAllByRole('button', { name: 'Reverse record' })[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Reverse this record?' });
  await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'declined');
  await user.click(within(dialog).getByRole('button', { name: 'Reverse record' }));
  await waitFor(() => expect(screen.queryByRole('complementary')).not.toBeInTheDocument());
  expect(address()).toBe('/tickets');
});

test('sums what the filters find by currency and event, and leads to an event’s tickets', async () => {
  const named = { event_id: 4, event_name: 'Glass Meridian' };
  const server = ticketsOf(purchased(1)).on('GET /tickets/sums', {
    body: {
      totals: [
        { currency: 'GBP', seats: 12, amount: 636 },
        { currency: 'EUR', seats: 2, amount: 125 },
      ],
      events: [
        { event_id: 1, event_name: 'Harbour City', currency: 'GBP', seats: 10, amount: 530 },
        { ...named, currency: 'GBP', seats: 2, amount: 106 },
        { ...named, currency: 'EUR', seats: 2, amount: 125 },
      ],
    },
  });
  const { user, address } = open(server, '/tickets?status=ACTIVE&page=2');
  expect(await screen.findByRole('group', { name: 'Seats' })).toHaveTextContent('14');
  expect(screen.getByRole('group', { name: 'Total by currency' })).toHaveTextContent('£636.00 + €125.00');
  expect(Object.fromEntries(server.seen('GET /tickets/sums')[0]!.query)).toEqual({ status: 'ACTIVE' });
  expect(screen.getByRole('button', { name: 'Harbour City: 10 seats, £530.00' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Glass Meridian: 4 seats, £106.00 + €125.00' }));
  await waitFor(() => expect(address()).toContain('event_id=4'));
  expect(address()).not.toContain('page=2');
});
