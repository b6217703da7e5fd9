import { act, screen, waitFor, within } from '@testing-library/react';
import { getSession, setSession } from '@tessera/api';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { invitation, person } from '../../../test/records';

const servePeople = () =>
  new TestServer()
    .on('GET /users', list([person(2, { role: 'realm_owner' }), person(3, { name: '' })]))
    .on('GET /invitations', list([invitation(1), invitation(2, { email: null, status: 'used' })]))
    .on('GET /saved-views', list([]));

test('offers an owner duties and the reset link for the people of the realm', async () => {
  const { user } = open(servePeople(), '/account/people', 'realm_owner');
  const row = within(await screen.findByRole('row', { name: /Desk 2/ }));
  expect(row.getByText('Realm owner')).toBeVisible();
  await user.click(row.getByRole('button', { name: /^Actions/ }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Edit dutiesOwners and administrators have every duty',
    'Create reset link',
  ]);
});

test('gives a person duties, each with what it allows', async () => {
  const held = person(3, { duties: ['audit'] });
  const server = new TestServer()
    .on('GET /users', list([held]))
    .on('GET /users/:id', { body: held, headers: { ETag: '"v4"' } })
    .on('PUT /users/:id/duties', { body: held })
    .on('GET /saved-views', list([]));
  const { user } = open(server, '/account/people', 'realm_owner');
  const row = within(await screen.findByRole('row', { name: /Desk 3/ }));
  expect(row.getByText('Audit')).toBeVisible();
  await user.click(row.getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit duties' }));
  const form = within(await screen.findByRole('dialog', { name: 'Duties of Desk 3' }));
  expect(form.getByRole('checkbox', { name: /^Audit Read the realm’s audit log/ })).toBeChecked();
  await user.click(form.getByRole('checkbox', { name: /^Pay Pay baskets/ }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.seen('PUT /users/:id/duties')).toHaveLength(1));
  const [call] = server.seen('PUT /users/:id/duties');
  expect(call?.body).toEqual({ duties: ['pay', 'audit'] });
});

test('offers no role above the own one and shows the invitation link once', async () => {
  const server = servePeople().on('POST /invitations', {
    status: 201,
    body: { ...invitation(3), token: 'once-only', mailed: true },
  });
  const { user } = open(server, '/account/people', 'realm_owner');
  await user.click(await screen.findByRole('button', { name: 'Invite' }));
  await user.type(await screen.findByRole('textbox', { name: /E-mail/ }), 'new@example.org');
  await user.click(screen.getByRole('combobox', { name: 'Role' }));
  const roles = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  expect(roles).toEqual(['Realm owner', 'Realm user']);
  await user.click(screen.getByRole('option', { name: 'Realm owner' }));
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  expect(await screen.findByText(/\/auth\/register#invitation=once-only$/)).toBeVisible();
  expect(screen.getByText(/It is being sent to guest3@example.org/)).toBeVisible();
  expect(server.seen('POST /invitations')[0]?.body).toEqual({
    email: 'new@example.org',
    role: 'realm_owner',
  });
});

test('requires an administrator to choose the realm', async () => {
  const server = servePeople().on('GET /realms', list([]));
  const { user } = open(server, '/users?tab=invitations');
  await user.click((await screen.findAllByRole('button', { name: 'Invite' }))[0]!);
  await user.click(await screen.findByRole('button', { name: 'Create link' }));
  expect(await screen.findByText('Choose a realm')).toBeVisible();
  expect(server.seen('POST /invitations')).toHaveLength(0);
});

test('revokes only pending invitations and shows a rejected request', async () => {
  const server = servePeople().on(
    'DELETE /invitations/:id',
    refusal(409, 'CONFLICT', 'It was used meanwhile'),
  );
  const { user } = open(server, '/account/people?tab=invitations', 'realm_owner');
  const used = await screen.findByRole('row', { name: /Anyone with the link/ });
  await user.click(within(used).getByRole('button', { name: /^Actions/ }));
  expect(await screen.findByRole('menuitem', { name: /Revoke/ })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Escape}');
  const pending = await screen.findByRole('row', { name: /guest1@example.org/ });
  await user.click(within(pending).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText(/It was used meanwhile/)).toBeVisible();
});

test('creates a reset link for a requested reset and shows it once', async () => {
  const requester = person(2, { reset_requested_at: '2026-11-20T12:00:00.000Z' });
  const server = new TestServer()
    .on('GET /users', list([requester, person(3, { role: 'admin' })]))
    .on('POST /users/:id/password-reset', {
      status: 201,
      body: { token: 'once-only', expires_at: '2026-11-20T13:00:00.000Z' },
    });
  const { user } = open(server, '/account/people', 'realm_owner');
  expect(await screen.findByText(/requested a password reset/)).toBeVisible();
  const menuOf = async (name: RegExp) =>
    user.click(within(await screen.findByRole('row', { name })).getByRole('button', { name: /^Actions/ }));
  await menuOf(/Desk 3/);
  expect(await screen.findByRole('menuitem', { name: /Create reset link/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.keyboard('{Escape}');
  await menuOf(/Desk 2/);
  await user.click(await screen.findByRole('menuitem', { name: 'Create reset link' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Create link' }),
  );
  expect(await screen.findByText(/\/auth\/reset#token=once-only$/)).toBeVisible();
  expect(server.seen('POST /users/2/password-reset')).toHaveLength(1);
});

test('doesn’t revoke invitations of a suspended realm', async () => {
  const { user } = open(servePeople(), '/account/people?tab=invitations', 'realm_owner');
  const { user: owner, ...session } = getSession()!;
  act(() => setSession({ ...session, user: { ...owner, realmStatus: 'suspended' } }));
  const pending = await screen.findByRole('row', { name: /guest1@example.org/ });
  await user.click(within(pending).getByRole('button', { name: /^Actions/ }));
  const revoke = await screen.findByRole('menuitem', { name: /Revoke/ });
  expect(revoke).toHaveAttribute('aria-disabled', 'true');
  expect(within(revoke).getByText(/active realm/)).toBeVisible();
});
