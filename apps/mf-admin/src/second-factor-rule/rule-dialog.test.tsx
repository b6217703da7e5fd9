import { screen, waitFor, within } from '@testing-library/react';
import { list, TestServer } from '@tessera/api/testing';
import { open } from '../../test/open';

const rule = (required_from: string | null) => ({ required_from, people: 12, without: 7 });

const serve = (path: string) =>
  new TestServer()
    .on('GET /users', list([]))
    .on('GET /saved-views', list([]))
    .on(`GET ${path}`, { body: rule(null) })
    .on(`PUT ${path}`, { body: rule('2026-12-14T09:00:00.000Z') });

test('requires a second factor of a realm after showing the numbers, and undoes it', async () => {
  const path = '/realms/:id/second-factor-rule';
  const server = serve(path);
  const { user } = open(server, '/account/people', 'realm_owner');
  await user.click(await screen.findByRole('button', { name: 'Two-factor rule' }));
  expect(await screen.findByText('7 of 12 people have no second factor.')).toBeVisible();
  const form = within(screen.getByRole('dialog', { name: /^Two-factor authentication/ }));
  expect(form.getByText('Nobody has to have one.')).toBeVisible();
  await user.click(form.getByRole('checkbox', { name: /^Require a second factor/ }));
  const days = form.getByLabelText('Days of grace');
  expect(days).toHaveValue('14');
  await user.clear(days);
  await user.type(days, '31');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('Enter a whole number from 0 to 30')).toBeVisible();
  await user.clear(days);
  await user.type(days, '7');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(server.seen(`PUT ${path}`).map(({ body }) => body)).toEqual([
      { required: true, days: 7 },
      { required: false },
    ]),
  );
});

test('is there for administrators, whom it concerns', async () => {
  const path = '/administrators/second-factor-rule';
  const server = serve(path).on('GET /realms', list([]));
  const { user } = open(server, '/users', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Two-factor rule' }));
  expect(await screen.findByText('7 of 12 people have no second factor.')).toBeVisible();
  expect(screen.getByRole('dialog', { name: /Administrators$/ })).toBeVisible();
});
