import { act, screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { cartOf, fakeClock, group, inMinutes, live, openCart } from '../../../test/cart';

/** Live and lapsed seats of one task, area and row, and one that lapsed too long ago. */
const mixed = () => {
  const lapsed = (id: number, minutes: number, over = {}) =>
    live(id, { status: 'expired', expires_at: inMinutes(-minutes), ...over });
  const rows = [live(1), live(2), lapsed(3, 2), lapsed(4, 11, { task_id: 2, event_name: 'Copper Almanac' })];
  return new TestServer().on('GET /carted-tickets', ({ query }) =>
    list(query.get('expired') === 'true' ? rows : rows.slice(0, 2)),
  );
};
const openExpired = async (server: TestServer) => {
  const page = openCart(server);
  await page.user.click(await screen.findByRole('switch', { name: 'Show expired' }));
  const rowOf = (seats: string) => screen.findByRole('row', { name: new RegExp(`North 104 - 17.*${seats}`) });
  return { ...page, rowOf };
};

test('shows live and lapsed seats of one row separately, each with its total', async () => {
  const { rowOf, address } = await openExpired(mixed());
  const lapsed = await rowOf('13');
  expect(within(lapsed).getByRole('timer')).toHaveTextContent('Expired');
  expect(within(lapsed).getByText('£53.00')).toBeVisible();
  const held = await rowOf('11, 12');
  expect(within(held).getByText('£106.00')).toBeVisible();
  expect(within(held).getByRole('button', { name: 'Mark purchased' })).toBeEnabled();
  expect(screen.getByRole('group', { name: 'Total by currency' })).toHaveTextContent('£106.00');
  expect(screen.getByRole('group', { name: 'Held seats' })).toHaveTextContent('2');
  expect(within(await group('Copper Almanac')).getByRole('button', { name: 'Confirm late' })).toBeDisabled();
  expect(within(lapsed).getByRole('checkbox')).toBeDisabled();
  expect(address()).toContain('expired=true');
});

test('confirms a lapsed seat after naming when it lapsed, and shows why it was refused', async () => {
  const failed = [{ id: 3, code: 'HELD_ELSEWHERE' }];
  const server = mixed().on(
    'POST /carted-tickets/confirm',
    refusal(409, 'CONFLICT', 'None of these could be marked as purchased', { context: { failed } }),
  );
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, rowOf } = await openExpired(server);
  await user.click(within(await rowOf('13')).getByRole('button', { name: 'Confirm late' }));
  const question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to mark these tickets as purchased?',
  });
  expect(question).toHaveTextContent(/1 seat, £53\.00 in total, held until \d\d:\d\d:\d\d/);
  await user.click(within(question).getByRole('button', { name: 'I paid before it expired' }));
  expect(
    await screen.findByText(/Nothing was marked as purchased: 1 seat is held by another task now/),
  ).toBeVisible();
  expect(server.seen('POST /carted-tickets/confirm').map(({ body }) => body)).toEqual([
    { ticket_ids: [3], late: true },
  ]);
  logged.mockRestore();
});

test('counts the seats that could not be marked by reason', async () => {
  const failed = [
    { id: 2, code: 'EXPIRED' },
    { id: 3, code: 'CONFIRMED' },
    { id: 4, code: 'CONFIRMED' },
    { id: 5, code: 'NOT_FOUND' },
  ];
  const server = cartOf(...[1, 2, 3, 4, 5].map((id) => live(id)));
  server.on('POST /carted-tickets/confirm', { body: { confirmed: [{}], failed } });
  const { user } = openCart(server);
  await user.click(within(await group()).getByRole('button', { name: 'Mark purchased' }));
  await user.click(await screen.findByRole('button', { name: 'Mark as purchased' }));
  expect(
    await screen.findByText(
      '1 seat marked as purchased. Not marked as purchased: 1 seat had expired, 2 seats were already marked as purchased, 1 seat is no longer in the cart',
    ),
  ).toBeVisible();
});

test('removes a lapsed row without the live seats next to it', async () => {
  const server = mixed().on('DELETE /carted-tickets/group/:task/:login', { body: { ids: [3] } });
  const { user, rowOf } = await openExpired(server);
  await user.click(within(await rowOf('13')).getByRole('button', { name: 'Remove group from cart' }));
  await user.click(await screen.findByRole('button', { name: 'Remove from cart' }));
  await waitFor(() => expect(server.seen('DELETE /carted-tickets/group/1/1')).toHaveLength(1));
  expect(server.seen('DELETE /carted-tickets/group/1/1')[0]?.query.get('expired')).toBe('true');
});

test('updates a row, totals and selection when its countdown reaches zero, before the next fetch', async () => {
  const { pass, rowOf } = fakeClock();
  try {
    const server = cartOf(
      live(1, { expires_at: new Date(Date.now() + 20_000).toISOString() }),
      live(2, { task_id: 2, event_name: 'Copper Almanac' }),
    );
    openCart(server);
    await rowOf('Harbour City');
    for (const box of within(screen.getByRole('treegrid')).getAllByRole('checkbox', {
      name: /Select (Harbour|Copper)/,
    }))
      act(() => box.click());
    await pass(0);
    expect(screen.getByText('2 groups, 2 seats')).toBeVisible();
    await pass(21_000);
    const row = await rowOf('Harbour City');
    expect(within(row).getByRole('timer')).toHaveTextContent('Expired');
    expect(within(row).queryByRole('button', { name: 'Mark purchased' })).not.toBeInTheDocument();
    expect(within(row).getByRole('button', { name: 'Confirm late' })).toBeEnabled();
    expect(screen.getByRole('group', { name: 'Held seats' })).toHaveTextContent('1');
    expect(screen.getByRole('group', { name: 'Total by currency' })).toHaveTextContent('£53.00');
    expect(screen.getByText('1 group, 1 seat')).toBeVisible();
    expect(server.calls.filter(({ query }) => query.get('page_size') === '200')).toHaveLength(1);
  } finally {
    jest.useRealTimers();
  }
});
