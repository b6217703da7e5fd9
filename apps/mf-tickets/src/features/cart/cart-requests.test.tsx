import { screen, waitFor, within } from '@testing-library/react';
import { takeRequests } from '@tessera/api/testing';
import { cartOf, group, live, openCart } from '../../../test/cart';

test('sends one request for the cart and one for each count', async () => {
  const server = cartOf(live(1), live(2));
  openCart(server);
  await group();
  await waitFor(() => expect(server.calls).toHaveLength(5));
  expect(takeRequests(server.calls)).toEqual([
    'GET /carted-tickets',
    'GET /carted-tickets',
    'GET /me/preferences',
    'GET /saved-views',
    'GET /tickets',
  ]);
});

test('refetches the cart and its count after removing a group, and no tickets', async () => {
  const server = cartOf(live(1), live(2)).on('DELETE /carted-tickets/group/:task/:login', {
    body: { ids: [1, 2] },
  });
  const { user } = openCart(server);
  const row = await group();
  await waitFor(() => expect(server.calls).toHaveLength(5));
  takeRequests(server.calls);
  await user.click(within(row).getByRole('button', { name: 'Remove group from cart' }));
  await user.click(await screen.findByRole('button', { name: 'Remove from cart' }));
  await waitFor(() => expect(server.calls).toHaveLength(3));
  expect(takeRequests(server.calls)).toEqual([
    'DELETE /carted-tickets/group/1/1',
    'GET /carted-tickets',
    'GET /carted-tickets',
  ]);
});
