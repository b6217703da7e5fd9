import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { event, site } from '../../../test/records';

const eventsOf = (...rows: unknown[]) =>
  new TestServer().on('GET /sites/:id', { body: site(1) }).on('GET /sites/:id/events', list(rows));
const row = async () => screen.findByRole('row', { name: /Harbour City/ });

test('events ahead, soonest first, with the kick-off in the venue’s time', async () => {
  const server = eventsOf(event(1));
  const { user } = open(server, '/sites/1/events');
  expect(within(await row()).getAllByText(/Sat,? 3 Jul,? 15:00/)[0]).toBeVisible();
  const { query } = server.seen('GET /sites/1/events').at(-1)!;
  expect([query.get('in_future'), query.get('sort')]).toEqual(['true', 'ko']);
  await user.click(screen.getByRole('tab', { name: 'All' }));
  await waitFor(() => expect(server.seen('GET /sites/1/events').at(-1)?.query.has('in_future')).toBe(false));
});

test('contract 2: an owner makes events, and leaves GUID and limit of others to admins', async () => {
  const server = eventsOf(event(1)).on('POST /events', { status: 201, body: event(2) });
  const { user } = open(server, '/sites/1/events', 'realm_owner');
  await user.click(await screen.findByRole('button', { name: 'New event' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Cup final');
  expect(screen.getByRole('textbox', { name: /Limit per customer/ })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Create event' }));
  await waitFor(() => expect(server.seen('POST /events')).toHaveLength(1));
  expect(server.seen('POST /events')[0]?.body).toEqual(
    expect.objectContaining({ name: 'Cup final', site_id: 1, ko: null }),
  );
  expect(server.seen('POST /events')[0]?.body).not.toHaveProperty('max_per_customer');
});

test('deleting an event in use is refused with what uses it', async () => {
  const server = eventsOf(event(1)).on(
    'DELETE /events/:id',
    refusal(409, 'IN_USE', 'The event has 4 unfinished tasks'),
  );
  const { user } = open(server, '/sites/1/events');
  await user.click(within(await row()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete event' }),
  );
  expect(await screen.findByText(/4 unfinished tasks/)).toBeVisible();
});

test('a realm_user sees events and can change none', async () => {
  open(eventsOf(event(1)), '/sites/1/events', 'realm_user');
  await row();
  expect(screen.queryByRole('button', { name: 'New event' })).not.toBeInTheDocument();
});
