import { act, screen, waitFor, within } from '@testing-library/react';
import { getSession, setSession } from '@tessera/api';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { login, realm, site } from '../../../test/records';

const serveLogins = (...rows: unknown[]) =>
  new TestServer()
    .on('GET /sites/:id', { body: site(1) })
    .on('GET /sites/:id/logins', list(rows))
    .on('GET /logins/:id', { body: login(1), headers: { ETag: '"v3"' } });
const findRow = async () => screen.findByRole('row', { name: /North stand 01/ });

test('shows secrets as set or not set, with a hint for the payment token only', async () => {
  const { user } = open(serveLogins(login(1)), '/sites/1/logins', 'realm_owner');
  await user.click(await findRow());
  const drawer = within(await screen.findByRole('complementary', { name: 'North stand 01' }));
  expect(drawer.getByText('Set')).toBeVisible();
  expect(drawer.getByText('•••• 4242')).toBeVisible();
  expect(drawer.getAllByText('Not set')).toHaveLength(4);
});

test('shows holds and purchases per login, and the realm to administrators', async () => {
  const server = serveLogins(login(1)).on('GET /realms', list([realm(1)]));
  const { user } = open(server, '/sites/1/logins', 'admin');
  expect(await within(await findRow()).findByText('Quayside Desk')).toBeVisible();
  expect(screen.getByRole('row', { name: /North stand 01.* 2 6 / })).toBeVisible();
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  expect(await screen.findByRole('menuitem', { name: 'Queue-it links' })).toBeVisible();
});

test('sends only the changed fields of a login', async () => {
  const server = serveLogins(login(1)).on('PATCH /logins/:id', { body: login(1) });
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.type(await screen.findByRole('textbox', { name: /Supporter id/ }), '-B');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.seen('PATCH /logins/1')).toHaveLength(1));
  expect(server.seen('PATCH /logins/1')[0]?.body).toEqual({ supporter_id: 'QD-0001-B' });
});

test('sends a cleared number as null', async () => {
  const stored = login(1, { seats_to_set: 4, amount_to_buy: null, age: null });
  const server = serveLogins(stored)
    .on('GET /logins/:id', { body: stored })
    .on('PATCH /logins/:id', { body: stored });
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.clear(await screen.findByRole('textbox', { name: /Seats to set/ }));
  await user.type(screen.getByRole('textbox', { name: /Age/ }), '41');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.seen('PATCH /logins/1')).toHaveLength(1));
  expect(server.seen('PATCH /logins/1')[0]?.body).toEqual({ seats_to_set: null, age: 41 });
});

test('shows the stored values of a login and marks those that are never used', async () => {
  const stored = login(1, {
    age: 41,
    user_agent: 'Mozilla/5.0 (made up)',
    basket_worker: 3,
    basket: 'https://tickets.harbour.example/basket/1',
    proxy: { set: true, hint: null },
  });
  const { user } = open(serveLogins(stored), '/sites/1/logins', 'realm_owner');
  await user.click(await findRow());
  const drawer = within(await screen.findByRole('complementary', { name: 'North stand 01' }));
  for (const shown of ['41', 'Mozilla/5.0 (made up)', '3']) expect(drawer.getByText(shown)).toBeVisible();
  expect(drawer.getByRole('link', { name: stored.basket ?? '' })).toBeVisible();
  expect(drawer.getAllByText('Stored, never used')).toHaveLength(2);
});

test('shows an exceeded login limit and keeps the input', async () => {
  const server = serveLogins(login(1)).on(
    'POST /sites/:id/logins',
    refusal(409, 'LIMIT_REACHED', '60 of 60 logins are used'),
  );
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await findRow();
  await user.click(screen.getByRole('button', { name: 'New login' }));
  const email = await screen.findByRole('textbox', { name: 'E-mail' });
  await user.type(email, 'new@example.org');
  await user.click(screen.getByRole('button', { name: 'Add login' }));
  expect(await screen.findByText('60 of 60 logins are used')).toBeVisible();
  expect(email).toHaveValue('new@example.org');
});

test('shows a rejected card number at its field', async () => {
  const details = [{ field: 'card', message: 'card holds a card number' }];
  const server = serveLogins(login(1)).on(
    'PATCH /logins/:id',
    refusal(400, 'VALIDATION', 'Invalid request', { details }),
  );
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await user.click(await findRow());
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('card holds a card number')).toBeVisible();
});

const respondStaleOnce = (current: unknown) => (call: { headers: Headers }) =>
  call.headers.has('If-Match')
    ? refusal(412, 'STALE', 'This was changed meanwhile', { context: { current } })
    : { body: login(1) };

test('shows both versions after a stale write and overwrites on request', async () => {
  const server = serveLogins(login(1)).on(
    'PATCH /logins/:id',
    respondStaleOnce(login(1, { supporter_id: 'QD-9', user: 'north', password: { set: false, hint: null } })),
  );
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await user.click(await findRow());
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.type(await screen.findByRole('textbox', { name: /Supporter id/ }), '-B');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const conflict = within(await screen.findByRole('dialog', { name: 'Someone else changed North stand 01' }));
  expect(conflict.getByRole('row', { name: 'supporter id QD-9 QD-0001-B' })).toBeVisible();
  expect(server.seen('PATCH /logins/1')[0]?.headers.get('If-Match')).toBe('"v3"');
  await user.click(conflict.getByRole('button', { name: 'Overwrite with mine' }));
  await waitFor(() => expect(server.seen('PATCH /logins/1')).toHaveLength(2));
  expect(server.seen('PATCH /logins/1')[1]?.headers.has('If-Match')).toBe(false);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument());
});

test('loads the current version into the form after a stale write', async () => {
  const theirs = login(1, { supporter_id: 'QD-9' });
  const server = serveLogins(login(1)).on('PATCH /logins/:id', respondStaleOnce(theirs));
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await user.click(await findRow());
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  await user.type(await screen.findByRole('textbox', { name: /Supporter id/ }), '-B');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  server.on('GET /logins/:id', { body: theirs, headers: { ETag: '"v4"' } });
  await user.click(await screen.findByRole('button', { name: 'Load their version' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Supporter id/ })).toHaveValue('QD-9'));
});

test('loads client details and history on demand and shows an unsuccessful report', async () => {
  const server = serveLogins(login(1))
    .on('GET /logins/:id/client-details', {
      body: { success: false, data: null, error: 'The site refused the sign-in' },
    })
    .on('GET /logins/:id/client-history', {
      body: { success: true, error: null, data: [{ at: '2026-11-20T12:00:00Z', data: { credits_left: 3 } }] },
    });
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await user.click(await findRow());
  expect(server.seen('GET /logins/1/client-details')).toHaveLength(0);
  await user.click(await screen.findByRole('tab', { name: 'Client details' }));
  expect(await screen.findByText('The site refused the sign-in')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'History' }));
  expect(await screen.findByText('credits left')).toBeVisible();
});

test('retries a failed request of client details', async () => {
  const server = serveLogins(login(1)).on(
    'GET /logins/:id/client-details',
    refusal(403, 'FORBIDDEN', 'Forbidden'),
  );
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await user.click(await findRow());
  await user.click(await screen.findByRole('tab', { name: 'Client details' }));
  expect(await screen.findByText(/FORBIDDEN/)).toBeVisible();
  server.on('GET /logins/:id/client-details', { body: { success: true, data: null, error: null } });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No details reported yet.')).toBeVisible();
});

test('opens a login of a suspended realm as read-only', async () => {
  const { user } = open(serveLogins(login(1)), '/sites/1/logins', 'realm_owner');
  const { user: owner, ...session } = getSession()!;
  act(() => setSession({ ...session, user: { ...owner, realmStatus: 'suspended' } }));
  await user.click(await findRow());
  const drawer = within(await screen.findByRole('complementary', { name: 'North stand 01' }));
  const reason = drawer.getByTitle(/active realm/);
  expect(within(reason).getByRole('button', { name: 'Edit' })).toBeDisabled();
});
