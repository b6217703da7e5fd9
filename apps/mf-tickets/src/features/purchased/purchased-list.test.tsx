import { screen, waitFor } from '@testing-library/react';
import { list, TestServer } from '@tessera/api/testing';
import { fakeClock } from '../../../test/cart';
import { open } from '../../../test/open';
import { purchased } from '../../../test/records';

const used = {
  id: 3,
  page: 'tickets',
  name: 'Used',
  query: { status: 'USED' },
  shared: false,
  own: true,
  owner: 'Desk',
};

/** A realm without tickets whose user has a saved view of used tickets, with these preferences. */
const serverWithView = (preferences: object) =>
  new TestServer()
    .on('GET /tickets', list([]))
    .on('GET /tickets/sums', { body: { totals: [], events: [] } })
    .on('GET /carted-tickets', list([]))
    .on('GET /saved-views', list([used]))
    .on('GET /me/preferences', { body: preferences })
    .on('PUT /me/preferences', ({ body }) => ({ body: { ...preferences, ...(body as object) } }));
const openTickets = (server: TestServer, address = '/tickets') => open(server, address);

test('opens the list with the user’s default view, and fetches its rows', async () => {
  const server = serverWithView({ default_views: { tickets: 3 } });
  const page = openTickets(server);
  await waitFor(() => expect(page.address()).toMatch(/view=3/));
  expect(page.address()).toMatch(/status=USED/);
  expect(server.seen('GET /saved-views')[0]?.query.get('view_page')).toBe('tickets');
  await waitFor(() => expect(server.seen('GET /tickets').at(-1)?.query.get('status')).toBe('USED'));
});

test('shows a link’s filters instead of the user’s default view', async () => {
  const page = openTickets(serverWithView({ default_views: { tickets: 3 } }), '/tickets?status=CANCELLED');
  expect(await screen.findByRole('button', { name: 'Saved views' })).toBeInTheDocument();
  await screen.findByText('No tickets match');
  expect(page.address()).toBe('/tickets?status=CANCELLED');
});

test('makes a view the list’s default without changing other lists’ defaults', async () => {
  const server = serverWithView({ default_views: { jobs: 8 } });
  const { user } = openTickets(server, '/tickets?view=3&status=USED');
  await user.click(await screen.findByRole('button', { name: 'Saved view Used' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Open the list with this view' }));
  await screen.findByText('The list opens with Used');
  expect(server.seen('PUT /me/preferences')[0]?.body).toEqual({ default_views: { jobs: 8, tickets: 3 } });
});

test('fetches the names for filters by event, site and login when they are opened', async () => {
  const server = serverWithView({})
    .on('GET /events', list([{ id: 4, name: 'Glass Meridian' }]))
    .on('GET /sites', list([{ id: 2, name: 'hall', display_name: 'Foundry Hall' }]))
    .on('GET /logins', list([{ id: 9, name: 'Desk 09', email: 'desk-09@quayside.example' }]));
  const { user, unmount } = openTickets(server, '/tickets');
  const filter = await screen.findByRole('button', { name: 'Filter' });
  expect(server.seen('GET /logins')).toHaveLength(0);
  await user.click(filter);
  await user.click(await screen.findByRole('menuitem', { name: 'Login' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Desk 09' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() =>
    expect(server.seen('GET /tickets').some(({ query }) => query.get('login_id') === '9')).toBe(true),
  );
  unmount();
  openTickets(server, '/tickets?site_id=2');
  expect(await screen.findByRole('button', { name: 'Site is Foundry Hall' })).toBeVisible();
});

test('requests the CSV with the active filter, without paging', async () => {
  URL.createObjectURL = () => 'blob:tickets';
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const server = serverWithView({});
  const { user } = openTickets(server, '/tickets?status=!CANCELLED&page=2&q=north');
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await screen.findByText(/^tickets-\d{4}-\d\d-\d\d\.csv downloaded/);
  const csvRequest = server.seen('GET /tickets').find(({ headers }) => headers.get('accept') === 'text/csv');
  expect(Object.fromEntries(csvRequest?.query ?? [])).toEqual({
    status: '!CANCELLED',
    q: 'north',
    sort: '-created_at',
  });
});

test('names the login, with its e-mail as the tooltip, and sorts by that name', async () => {
  const server = serverWithView({}).on('GET /tickets', list([purchased(1)]));
  const { user } = openTickets(server, '/tickets');
  expect(await screen.findByText('Desk 01')).toHaveAttribute('title', 'desk-01@quayside.example');
  await user.click(screen.getByRole('button', { name: /^Login/ }));
  await waitFor(() => expect(server.seen('GET /tickets').at(-1)?.query.get('sort')).toBe('login_name'));
});

test('follows live changes while the sums are shown', async () => {
  const { pass, rowOf } = fakeClock();
  const totals = [{ currency: 'GBP', seats: 1, amount: 53 }];
  const server = serverWithView({})
    .on('GET /tickets', list([purchased(1)]))
    .on('GET /tickets/sums', { body: { totals, events: [] } });
  const { live } = openTickets(server);
  expect(await rowOf('Harbour City')).toHaveTextContent('Active');
  expect(screen.getByRole('group', { name: 'Seats' })).toHaveTextContent('1');
  live.onChange({ topic: 'tickets', id: 1, change: 'update', row: { ...purchased(1, { status: 'USED' }) } });
  await pass(500);
  expect(await rowOf('Harbour City')).toHaveTextContent('Used');
  const added = purchased(2, {
    event_id: 2,
    event_name: 'Glass Meridian',
    created_at: '2026-11-20T12:30:00Z',
  });
  server.on('GET /tickets', list([added, purchased(1)])).on('GET /tickets/sums', {
    body: { totals: [{ currency: 'GBP', seats: 2, amount: 106 }], events: [] },
  });
  live.onChange({ topic: 'tickets', id: 2, change: 'insert', row: { ...added } });
  await pass(3_000);
  expect(await rowOf('Glass Meridian')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Seats' })).toHaveTextContent('2');
});
