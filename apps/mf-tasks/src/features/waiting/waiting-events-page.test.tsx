import { screen, waitFor } from '@testing-library/react';
import type { LiveFiguresDto } from '@tessera/api';
import { createCatalogueServer, openConsole } from '../../../test/console';

const event = (event_id: number, name: string, waiting: number) => ({
  event_id,
  name,
  on_sale: true,
  held: 0,
  waiting,
});

const open = (...events: LiveFiguresDto['events']) =>
  openConsole(
    createCatalogueServer().on('GET /dashboard/live', {
      body: {
        at: '2026-11-28T09:00:00Z',
        events,
        to_pay: { baskets: 0, seats: 0, expires_at: null },
        expiries: [],
        paused: false,
        open_requests: 0,
      } satisfies LiveFiguresDto,
    }),
    '/waiting',
  );

test('opens the board of the only event with waiting places', async () => {
  const { address } = open(event(7, 'Harbour City', 12), event(8, 'Copper Almanac', 0));
  await waitFor(() => expect(address()).toBe('/on-sale/7/waiting'));
});

test('lists several events with their numbers of places', async () => {
  open(event(7, 'Harbour City', 12), event(8, 'Copper Almanac', 1));
  expect(await screen.findByRole('link', { name: 'Harbour City' })).toHaveAttribute(
    'href',
    '/on-sale/7/waiting',
  );
  expect(screen.getByText('12 places')).toBeVisible();
  expect(screen.getByText('1 place')).toBeVisible();
});

test('leads to the Queue-it links while nobody is waiting', async () => {
  open();
  expect(await screen.findByText(/^Nobody is waiting/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Queue-it Links' })).toHaveAttribute('href', '/queueitlinks');
});
