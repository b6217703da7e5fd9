import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { person, realm } from '../../../test/records';

const usersOf = (...rows: unknown[]) =>
  new TestServer().on('GET /users', list(rows)).on('GET /realms', list([realm(1)]));
const row = async (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('users show role, realm and status', async () => {
  open(usersOf(person(2, { role: 'realm_owner' })), '/users');
  const shown = within(await row('Desk 2'));
  expect(shown.getByText('Realm owner')).toBeVisible();
  expect(shown.getByText('Quayside Desk')).toBeVisible();
  expect(shown.getByText('Active')).toBeVisible();
  expect(screen.getByRole('columnheader', { name: 'Sessions' })).toBeVisible();
  expect(shown.getByText('2')).toBeVisible();
});

test('offers nothing that concerns one’s own sign-in', async () => {
  const { user } = open(usersOf(person(1, { role: 'admin', second_factor: true })), '/users');
  await user.click(within(await row('Desk 1')).getByRole('button', { name: /^Actions/ }));
  for (const name of [/Disable/, /Delete/, /Set password/, /Sessions/, /Remove second factor/]) {
    expect(await screen.findByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  }
});

test('making a user: a short password is refused before it is sent, a taken e-mail after', async () => {
  const server = usersOf(person(2)).on('POST /users', refusal(409, 'CONFLICT', 'This e-mail is taken'));
  const { user } = open(server, '/users');
  await row('Desk 2');
  await user.click(screen.getByRole('button', { name: 'New user' }));
  await user.type(await screen.findByRole('textbox', { name: 'E-mail' }), 'new@example.org');
  await user.type(screen.getByLabelText(/^Password/), 'short');
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  expect(await screen.findByText('Use at least 12 characters')).toBeVisible();
  expect(server.seen('POST /users')).toHaveLength(0);
  await user.type(screen.getByLabelText(/^Password/), ' but long enough');
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  expect(await screen.findByText('This e-mail is taken')).toBeVisible();
});

test('disabling asks first; the last admin’s refusal is shown', async () => {
  const server = usersOf(person(2)).on(
    'PUT /users/:id',
    refusal(409, 'LAST_ADMIN', 'This is the last admin'),
  );
  const { user } = open(server, '/users');
  await user.click(within(await row('Desk 2')).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Disable' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disable' }));
  expect(await screen.findByText(/This is the last admin/)).toBeVisible();
  await waitFor(() => expect(server.seen('PUT /users/2')[0]?.body).toEqual({ status: 'disabled' }));
});

test('contract 2: an administrator removes the second factor of who has lost it, and asks first', async () => {
  const server = usersOf(person(2, { second_factor: true }), person(3)).on(
    'DELETE /users/:id/second-factor',
    {},
  );
  const { user } = open(server, '/users');
  await user.click(within(await row('Desk 3')).getByRole('button', { name: /^Actions/ }));
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Remove second factor' })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await user.click(within(await row('Desk 2')).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove second factor' }));
  const asked = within(await screen.findByRole('alertdialog'));
  expect(asked.getByText(/only the password is needed to sign in/)).toBeVisible();
  await user.click(asked.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Second factor of desk2@example.org removed')).toBeVisible();
  expect(server.seen('DELETE /users/2/second-factor')).toHaveLength(1);
});

test('somebody’s sessions show where they are signed in, and all can be ended', async () => {
  const at = '2026-11-20T12:00:00.000Z';
  let sessions = [
    {
      id: 's1',
      created_at: at,
      last_used_at: at,
      expires_at: at,
      user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140',
      address: '192.0.2.9',
      current: false,
    },
  ];
  const server = usersOf(person(2))
    .on('GET /users/:id/sessions', () => list(sessions))
    .on('DELETE /users/:id/sessions', () => {
      sessions = [];
      return {};
    });
  const { user } = open(server, '/users');
  await user.click(within(await row('Desk 2')).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sessions' }));
  expect(await screen.findByText('Firefox on Windows')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End all sessions' }));
  expect(await screen.findByText('No active sessions.')).toBeVisible();
  expect(server.seen('DELETE /users/2/sessions')).toHaveLength(1);
});
