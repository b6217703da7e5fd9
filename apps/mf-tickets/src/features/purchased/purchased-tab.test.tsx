import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import type { Role } from '@tessera/domain';
import { open } from '../../../test/open';
import { purchased } from '../../../test/records';

const openTickets = (server: TestServer, role?: Role) => open(server, '/tickets', role);
const ticketsOf = (...rows: unknown[]) =>
  new TestServer()
    .on('GET /tickets', list(rows))
    .on('GET /tickets/:id', { body: rows[0] ?? null, headers: { ETag: '"v1"' } })
    .on('GET /carted-tickets', list([], 22));
const ticket = async (name = 'Harbour City') => screen.findByRole('row', { name: new RegExp(name) });

test('opens purchased tickets by default, with prices in £ and two decimals', async () => {
  openTickets(
    ticketsOf(
      purchased(1, { currency: null, price: 26 }),
      purchased(2, { event_name: 'Glass Meridian', currency: 'EUR', price: 62.5 }),
    ),
  );
  expect(await screen.findByRole('tab', { name: /^Purchased Tickets/, selected: true })).toBeVisible();
  const row = await ticket();
  expect(within(row).getByText('North 104, 17, 11')).toBeVisible();
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
  openTickets(ticketsOf(purchased(1), purchased(2, { event_name: 'Used one', status: 'USED' })));
  const active = within(await ticket());
  expect(active.getByRole('button', { name: 'Mark as Used' })).toBeEnabled();
  expect(active.getByRole('button', { name: 'Cancel Ticket' })).toBeEnabled();
  const used = within(await ticket('Used one'));
  expect(used.queryByRole('button', { name: 'Mark as Used' })).not.toBeInTheDocument();
  expect(used.queryByRole('button', { name: 'Cancel Ticket' })).not.toBeInTheDocument();
  expect(used.getByRole('button', { name: 'Delete' })).toBeEnabled();
});

test('asks before marking as used, by a labelled button, and offers Undo', async () => {
  const server = ticketsOf(purchased(1)).on('PUT /tickets/:id', { body: purchased(1) });
  const { user } = openTickets(server);
  const button = within(await ticket()).getByRole('button', { name: 'Mark as Used' });
  expect(button).toHaveTextContent('Mark as Used');
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
