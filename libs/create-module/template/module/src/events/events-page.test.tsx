import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import events from '../../mocks/events.json';
import { open } from '../../test/open';
import { en } from '../texts/en';

const server = () => new TestServer().on('GET /events', list(events));

test('lists the events with site and status', async () => {
  open(server(), '/sample');
  expect(await screen.findByRole('heading', { name: en.events.title })).toBeVisible();
  const row = within(await screen.findByRole('row', { name: /Harbour City v Northgate Rovers/ }));
  expect(row.getByText('Harbour Box Office')).toBeVisible();
  expect(row.getByText('On sale')).toBeVisible();
});

test('sorts on the server', async () => {
  const net = server();
  const { user } = open(net, '/sample');
  await screen.findByRole('row', { name: /Harbour City/ });
  await user.click(screen.getByRole('button', { name: (name) => name.startsWith(en.events.event) }));
  await waitFor(() =>
    expect(net.seen('GET /events').map(({ query }) => query.get('sort'))).toEqual(['ko', 'name']),
  );
});

test('shows that there are none', async () => {
  open(new TestServer().on('GET /events', list([])), '/sample');
  expect(await screen.findByText(en.events.empty)).toBeVisible();
});

test('shows an error', async () => {
  const failing = new TestServer().on(
    'GET /events',
    refusal(503, 'UNAVAILABLE', 'The database is unavailable'),
  );
  open(failing, '/sample');
  expect(await screen.findByText(/UNAVAILABLE · request req-77/)).toBeVisible();
});
