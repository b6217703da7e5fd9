import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { link, login, task } from '../../../test/records';

const server = () =>
  createCatalogueServer()
    .on('GET /queueitlinks', list([link()]))
    .on('GET /queueitlinks/:id', { body: link(), headers: { ETag: '"1"' } })
    .on('GET /queueitlinks/:id/history', list([]))
    .on('GET /tasks', list([task(4), task(5)]));
const row = () => screen.findByRole('row', { name: /north\.stand\.01/ });

test('shows an unknown position as a dash, and never a secret', async () => {
  openConsole(server(), '/queueitlinks');
  const one = await row();
  expect(within(one).getByText('Your turn')).toBeVisible();
  expect(within(one).getByText('#4')).toBeVisible();
  expect(within(one).getAllByText('–').length).toBeGreaterThan(0);
  expect(within(one).queryByText('0')).not.toBeInTheDocument();
});

test('filters links by event', async () => {
  const net = server();
  const { user } = openConsole(net, '/queueitlinks');
  await row();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Event' }));
  await user.click(await screen.findByRole('checkbox', { name: /^Harbour City/ }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() =>
    expect(net.seen('GET /queueitlinks').some(({ query }) => query.has('event_id'))).toBe(true),
  );
});

test('shows an empty state and an error', async () => {
  const first = openConsole(server().on('GET /queueitlinks', list([])), '/queueitlinks');
  expect(await screen.findByText(/No links yet/)).toBeVisible();
  first.unmount();
  openConsole(server().on('GET /queueitlinks', refusal(403, 'FORBIDDEN', 'Forbidden')), '/queueitlinks');
  expect(await screen.findByText(/FORBIDDEN · request req-77/)).toBeVisible();
});

test('assigns a task of the login and clears a secret, and sends only these changes', async () => {
  const net = server().on('PUT /queueitlinks/:id', { body: link() });
  const { user } = openConsole(net, '/queueitlinks');
  await user.click(await row());
  const form = within(await screen.findByRole('dialog', { name: /Edit link of/ }));
  await user.click(await form.findByLabelText('#5 HC north 05'));
  await user.click(form.getByRole('button', { name: 'Clear' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Link saved')).toBeVisible();
  const [call] = net.seen('PUT /queueitlinks/2');
  expect(call?.body).toEqual({ assigned_to_task_ids: [4, 5], enqueue_token: null });
  expect(call?.headers.get('If-Match')).toBe('"1"');
});

test('shows the position history of a link, with an unknown position as a dash', async () => {
  const step = (id: number, status: string, position: number | null) => ({
    id,
    link_id: 2,
    status,
    position,
    at: '2026-11-21T10:00:00.000Z',
  });
  const steps = list([step(3, 'your_turn', null), step(2, 'waiting', 12), step(1, 'waiting', 1400)]);
  const { user } = openConsole(server().on('GET /queueitlinks/:id/history', steps), '/queueitlinks');
  await user.click(await row());
  const history = within(await screen.findByRole('region', { name: 'Position history' }));
  const lines = (await history.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/^Your turn–/);
  expect(lines[1]).toMatch(/^Waiting12/);
  expect(lines[2]).toMatch(/1,400/);
});

test('shows a refused assignment in the form', async () => {
  const net = server().on(
    'PUT /queueitlinks/:id',
    refusal(409, 'CONFLICT', 'A link serves tasks of its own login only: 5'),
  );
  const { user } = openConsole(net, '/queueitlinks');
  await user.click(await row());
  await user.click(await screen.findByLabelText('#5 HC north 05'));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('A link serves tasks of its own login only: 5')).toBeVisible();
});

test('adds a link for a login and an event', async () => {
  const net = server().on('POST /logins/:id/queueitlinks', { status: 201, body: link() });
  const { user } = openConsole(net, '/queueitlinks');
  await row();
  await user.click(screen.getByRole('button', { name: 'Add link' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add link' }));
  const choose = async (field: string, option: string) => {
    await user.click(form.getByLabelText(field));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('Site', 'Harbour City Tickets');
  await choose('Login', 'north.stand.02');
  await choose('Event', 'Harbour City v Northgate Rovers');
  await user.type(form.getByLabelText(/Position/), '31');
  await user.click(form.getByRole('button', { name: 'Add link' }));
  expect(await screen.findByText('Link added')).toBeVisible();
  expect(net.seen('POST /logins/2/queueitlinks')[0]?.body).toEqual({
    event_id: 7,
    status: 'waiting',
    position: 31,
  });
});

test('names logins that share a name by e-mail as well', async () => {
  const logins = [1, 2, 3].map((id) => login(id, { name: id === 3 ? 'East stand' : 'North stand' }));
  const { user } = openConsole(server().on('GET /sites/:id/logins', list(logins)), '/queueitlinks');
  await row();
  await user.click(screen.getByRole('button', { name: 'Add link' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add link' }));
  await user.click(form.getByLabelText('Site'));
  await user.click(await screen.findByRole('option', { name: 'Harbour City Tickets' }));
  await user.click(form.getByLabelText('Login'));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'North stand (north.stand.01@example.org)',
    'North stand (north.stand.02@example.org)',
    'East stand',
  ]);
});

test('restores a deleted link by Undo; a reader can change nothing', async () => {
  const net = server()
    .on('DELETE /queueitlinks/:id', { status: 204 })
    .on('POST /queueitlinks/:id/restore', { body: link() });
  const first = openConsole(net, '/queueitlinks');
  await row();
  await first.user.click(screen.getByRole('button', { name: /^Actions for/ }));
  await first.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await first.user.click(await screen.findByRole('button', { name: 'Delete link' }));
  await first.user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(net.seen('POST /queueitlinks/2/restore')).toHaveLength(1));
  first.unmount();
  openConsole(server(), '/queueitlinks', 'realm_user');
  await row();
  expect(screen.getByRole('button', { name: 'Add link' })).toBeDisabled();
});
