import { act, screen, waitFor, within } from '@testing-library/react';
import { getSession, setSession } from '@tessera/api';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { cartOf, group, inMinutes, live, openCart } from '../../test/cart';
import { open } from '../../test/open';
import { basket, claimed, ledgerLine, purchased } from '../../test/records';

const held = { held_since: inMinutes(-1), expires_at: inMinutes(9) };
const claim = { user_id: 1, who: 'Desk', claimed_at: inMinutes(0), expires_at: inMinutes(2) };
const record = {
  id: 90,
  recorded_at: '2026-11-20T12:00:00Z',
  confirmed_by: 1,
  login_name: 'Buyer 2',
  ticket_reference: 'FALSE-1',
};
const seatsTaken = refusal(409, 'CONFLICT', 'Seat is recorded', {
  reason: 'SEATS_TAKEN',
  context: {
    records: [
      { ...record, hold_id: 11, area: 'North 104', row: '17', seat: '11', recorded_by: 'Nel Harper' },
    ],
    held: [],
    other_realms: 0,
    failed: [{ id: 11, code: 'RECORDED_BEFORE' }],
  },
});

/** The pay queue with one claimed basket, whose seats may have a record. */
const paying = async (server: TestServer, over = {}) => {
  server
    .on('GET /pay-queue', list([basket(1, held)]))
    .on('POST /pay-queue/next', { body: { basket: claimed(1, { ...held, claim, ...over }) } });
  const page = open(server, '/pay');
  await page.user.click(await screen.findByRole('button', { name: /^Pay next basket/ }));
  return { ...page, reference: await screen.findByRole('textbox', { name: /Order reference/ }) };
};

test('names the older record that a payment replaces, and records it once the person agrees', async () => {
  const server = new TestServer().on('POST /pay-queue/:id/confirm', ({ body }) =>
    (body as { replace?: boolean }).replace ? { body: { confirmed: [{ id: 91 }], failed: [] } } : seatsTaken,
  );
  const { user, reference } = await paying(server);
  await user.type(reference, 'HB-2{Enter}');
  const question = await screen.findByRole('alertdialog', {
    name: '1 seat is already recorded or held elsewhere',
  });
  expect(question).toHaveTextContent('North 104, row 17, seat 11: record replaced');
  expect(question).toHaveTextContent(/Buyer 2 · recorded .* · Nel Harper · FALSE-1/);
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(server.seen('POST /pay-queue/1/confirm')).toHaveLength(1);
  await user.type(reference, '{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Replace and record' }));
  await waitFor(() =>
    expect(server.seen('POST /pay-queue/1/confirm').at(-1)?.body).toMatchObject({ replace: true }),
  );
});

test('undoes a recording by reversing its records', async () => {
  const server = new TestServer()
    .on('POST /pay-queue/:id/confirm', { body: { confirmed: [{ id: 91 }, { id: 92 }], failed: [] } })
    .on('POST /purchases/reverse', { body: { reversed: [91, 92], held: [11, 12] } });
  const { user, reference } = await paying(server);
  await user.type(reference, 'HB-2{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Record reversed: the seats are as they were before')).toBeVisible();
  expect(server.seen('POST /purchases/reverse').map(({ body }) => body)).toEqual([{ ticket_ids: [91, 92] }]);
});

test('fills the button that comes next: opening the basket, then recording the payment', async () => {
  const { user } = await paying(new TestServer());
  const openBasket = screen.getByRole('link', { name: /^Open basket at the site/ });
  const submit = screen.getByRole('button', { name: /^Record 2 seats/ });
  expect([openBasket, submit].map(({ className }) => className.includes('contained'))).toEqual([true, false]);
  openBasket.addEventListener('click', (event) => event.preventDefault());
  await user.click(openBasket);
  expect([openBasket, submit].map(({ className }) => className.includes('contained'))).toEqual([false, true]);
});

test('shows seats that are held but recorded as purchased, with the way to reverse the record', async () => {
  const seats = claimed(1, held).seats.map((seat, index) => ({
    ...seat,
    record: index === 0 ? record : null,
  }));
  const server = new TestServer().on('POST /purchases/reverse', { body: { reversed: [90], held: [] } });
  const { user } = await paying(server, { seats });
  expect(screen.getByText('1 seat is held, but recorded as purchased')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reverse record of North 104, row 17, seat 11' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reverse this record?' }));
  await user.click(dialog.getByRole('button', { name: 'Reverse record' }));
  expect(await dialog.findByText('Enter why the record is false')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'The card was declined');
  await user.click(dialog.getByRole('button', { name: 'Reverse record' }));
  await waitFor(() =>
    expect(server.seen('POST /purchases/reverse').map(({ body }) => body)).toEqual([
      { ticket_ids: [90], reason: 'The card was declined' },
    ]),
  );
});

test('asks before changing a basket in the cart that somebody else pays, and repeats the call', async () => {
  const claimedByOther = refusal(409, 'CONFLICT', 'Nel Harper pays this basket now', {
    reason: 'CLAIMED_BY_OTHER',
    context: { who: 'Nel Harper' },
  });
  const server = cartOf(live(1)).on('DELETE /carted-tickets/group/:task/:login', ({ query }) =>
    query.get('override') === 'true' ? { body: { ids: [1] } } : claimedByOther,
  );
  const { user } = openCart(server);
  await group();
  await user.click(await screen.findByRole('button', { name: 'Remove group from cart' }));
  await user.click(await screen.findByRole('button', { name: 'Remove from cart' }));
  const question = await screen.findByRole('alertdialog', { name: 'Nel Harper is paying this basket' });
  await user.click(within(question).getByRole('button', { name: 'Change it anyway' }));
  expect(await screen.findByText('1 seat removed from cart')).toBeVisible();
  expect(server.seen('DELETE /carted-tickets/group/1/1')).toHaveLength(2);
});

test('reverses the user’s own recent record from the purchased tickets without a reason', async () => {
  const own = purchased(1, { confirmed_by: 1, created_at: inMinutes(-2) });
  const server = new TestServer()
    .on('GET /tickets', list([own]))
    .on('GET /carted-tickets', list([]))
    .on('POST /purchases/reverse', { body: { reversed: [1], held: [] } });
  const { user } = open(server, '/tickets');
  await user.click(await screen.findByRole('button', { name: 'Reverse record' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reverse this record?' }));
  await user.click(dialog.getByRole('button', { name: 'Reverse record' }));
  await waitFor(() =>
    expect(server.seen('POST /purchases/reverse').map(({ body }) => body)).toEqual([{ ticket_ids: [1] }]),
  );
});

test.each([
  ['their own record', 1, true],
  ['nobody else’s', 2, false],
])('lets who has the duty to pay reverse %s', async (_whose, confirmed_by, allowed) => {
  const server = new TestServer()
    .on('GET /tickets', list([purchased(1, { confirmed_by })]))
    .on('GET /carted-tickets', list([]));
  open(server, '/tickets', 'realm_user', ['pay']);
  const button = await screen.findByRole('button', { name: /^Reverse record/ });
  expect(button.hasAttribute('disabled')).toBe(!allowed);
});

test('lets nobody reverse their own record where the realm keeps paying and reversing apart', async () => {
  const server = new TestServer()
    .on('GET /tickets', list([purchased(1, { confirmed_by: 1 })]))
    .on('GET /carted-tickets', list([]));
  open(server, '/tickets');
  const { user, ...session } = getSession()!;
  act(() => setSession({ ...session, user: { ...user, separateReversal: true } }));
  expect(await screen.findByRole('button', { name: /^Reverse record/ })).toBeDisabled();
});

test('shows in the ledger what became of a record: reversed, replaced or deleted', async () => {
  const reversed = {
    reversed_at: '2026-11-20T15:00:00Z',
    reversed_by: 'Nel Harper',
    reversal_reason: 'The card was declined',
    replaced_by: 12,
  };
  const server = new TestServer().on(
    'GET /ledger',
    list([ledgerLine(1, { buyer: 'first', ...reversed }), ledgerLine(2, { buyer: 'second', deleted: true })]),
  );
  open(server, '/ledger');
  const first = within(await screen.findByRole('row', { name: /first/ }));
  expect(first.getByText('Reversed')).toBeVisible();
  expect(
    first.getByText(/Reversed by Nel Harper, Replaced by ticket 12, The card was declined/),
  ).toBeVisible();
  const second = within(screen.getByRole('row', { name: /second/ }));
  expect(second.getByText('Deleted')).toBeVisible();
  expect(second.queryByText('Active')).not.toBeInTheDocument();
});
