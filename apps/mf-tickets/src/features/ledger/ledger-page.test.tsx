import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { ledgerLine } from '../../../test/records';

const server = () =>
  new TestServer()
    .on('GET /tickets', list([]))
    .on('GET /carted-tickets', list([]))
    .on('GET /ledger/sums', {
      body: {
        totals: [{ currency: 'GBP', seats: 2, amount: 85 }],
        events: [1, 2].map((event_id) => ({
          event_id,
          event_name: `Event ${event_id}`,
          currency: 'GBP',
          seats: 1,
          amount: 42.5,
        })),
      },
    })
    .on('GET /ledger', list([ledgerLine(1), ledgerLine(2, { buyer_kind: 'person', buyer: 'owner@quayside.example', over_limit: true, over_budget: true, deleted: true })])); // prettier-ignore

test('shows who bought which seat for which customer, and what is special about it', async () => {
  open(server(), '/ledger');
  expect(await screen.findByRole('heading', { name: 'Ledger' })).toBeVisible();
  const byWorker = within(await screen.findByRole('row', { name: /north worker/ }));
  expect(byWorker.getByText('qd-0042')).toBeVisible();
  expect(byWorker.getByText('North 104, row 17, seat 11')).toBeVisible();
  expect(byWorker.getByText('£42.50')).toBeVisible();
  const byPerson = within(screen.getByRole('row', { name: /owner@quayside\.example/ }));
  expect(byPerson.getByText('Over the limit, Over budget, Ticket deleted')).toBeVisible();
});

test('sums what is listed, and leads from an event to its purchases', async () => {
  const net = server();
  const { user, address } = open(net, '/ledger?buyer_kind=worker&page=2');
  expect(await screen.findByRole('group', { name: 'Total by currency' })).toHaveTextContent('£85.00');
  expect(net.seen('GET /ledger/sums')[0]?.query.toString()).toBe('buyer_kind=worker');
  await user.click(screen.getByRole('button', { name: 'Event 2: 1 seat, £42.50' }));
  await waitFor(() => expect(address()).toBe('/ledger?buyer_kind=worker&event_id=2'));
});

test('is linked from the purchased tickets, and sends its sort in the API’s format', async () => {
  const net = server();
  const { user, address } = open(net, '/tickets');
  expect((await screen.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Purchased Tickets/),
    expect.stringMatching(/^Cart/),
  ]);
  await user.click(await screen.findByRole('link', { name: 'Ledger' }));
  await waitFor(() => expect(address()).toBe('/ledger'));
  await user.click(await screen.findByRole('button', { name: /^Customer/ }));
  await waitFor(() =>
    expect(net.seen('GET /ledger').some(({ query }) => query.get('sort') === 'customer_identity')).toBe(true),
  );
});

test('sends days as instants', async () => {
  const net = server();
  open(net, '/ledger?bought=2026-11-20..2026-11-22');
  await screen.findByRole('row', { name: /north worker/ });
  const { query } = net.seen('GET /ledger')[0]!;
  expect([query.get('from'), query.get('to')].map((at) => new Date(at ?? '').getHours())).toEqual([0, 0]);
  expect(Date.parse(query.get('to') ?? '') - Date.parse(query.get('from') ?? '')).toBe(3 * 86_400_000);
});

test('shows an empty state and an error, and hides the link without write permission', async () => {
  const first = open(server().on('GET /ledger', list([])), '/ledger');
  expect(await screen.findByText('No purchases yet')).toBeVisible();
  first.unmount();
  const second = open(
    server().on('GET /ledger', refusal(503, 'UNAVAILABLE', 'The database is unavailable')),
    '/ledger',
  );
  expect(await screen.findByText(/UNAVAILABLE · request req-77/)).toBeVisible();
  second.unmount();
  open(server(), '/tickets', 'realm_user');
  expect(await screen.findByRole('tab', { name: /^Purchased Tickets/, selected: true })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Ledger' })).not.toBeInTheDocument();
});

test('names the login, with its e-mail as the tooltip, and sorts by that name', async () => {
  const net = server();
  const { user } = open(net, '/ledger?columns=bought_at,login');
  const [name] = await screen.findAllByText('Buyer');
  expect(name).toHaveAttribute('title', 'buyer@quayside.example');
  await user.click(screen.getByRole('button', { name: /^Login/ }));
  await waitFor(() => expect(net.seen('GET /ledger').at(-1)?.query.get('sort')).toBe('login_name'));
});
