import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { login, site } from '../../../test/records';

const loginsOf = (...rows: unknown[]) =>
  new TestServer().on('GET /sites/:id', { body: site(1) }).on('GET /sites/:id/logins', list(rows));
const row = async () => screen.findByRole('row', { name: /North stand 01/ });

test('contract 7: secrets show as set or not set, with a hint for the payment token alone', async () => {
  open(loginsOf(login(1)), '/sites/1/logins', 'realm_owner');
  expect(within(await row()).getByText('Set')).toBeVisible();
  expect(within(await row()).getByText('•••• 4242')).toBeVisible();
});

test('editing sends no secret that was left alone', async () => {
  const server = loginsOf(login(1)).on('PATCH /logins/:id', { body: login(1) });
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await user.click(within(await row()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  await user.type(await screen.findByRole('textbox', { name: /Supporter id/ }), '-B');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.seen('PATCH /logins/1')).toHaveLength(1));
  const body = server.seen('PATCH /logins/1')[0]?.body;
  expect(body).toEqual(expect.objectContaining({ supporter_id: 'QD-0001-B' }));
  for (const secret of ['password', 'card', 'address']) expect(body).not.toHaveProperty(secret);
});

test('contract 3: past the limit the server’s refusal is shown and nothing typed is lost', async () => {
  const server = loginsOf(login(1)).on(
    'POST /sites/:id/logins',
    refusal(409, 'LIMIT_REACHED', '60 of 60 logins are used'),
  );
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await row();
  await user.click(screen.getByRole('button', { name: 'New login' }));
  const email = await screen.findByRole('textbox', { name: 'E-mail' });
  await user.type(email, 'new@example.org');
  await user.click(screen.getByRole('button', { name: 'Add login' }));
  expect(await screen.findByText('60 of 60 logins are used')).toBeVisible();
  expect(email).toHaveValue('new@example.org');
});

test('a card number is refused at its field', async () => {
  const details = [{ field: 'card', message: 'card holds a card number' }];
  const server = loginsOf(login(1)).on(
    'PATCH /logins/:id',
    refusal(400, 'VALIDATION', 'Invalid request', { details }),
  );
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await user.click(await row());
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('card holds a card number')).toBeVisible();
});
