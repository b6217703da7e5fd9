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
});

test('contract 2: nobody is offered to disable or delete themselves', async () => {
  const { user } = open(usersOf(person(1, { role: 'admin' })), '/users');
  await user.click(within(await row('Desk 1')).getByRole('button', { name: /^Actions/ }));
  for (const name of [/Disable/, /Delete/]) {
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
  expect(await screen.findByText('At least 12 characters')).toBeVisible();
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
