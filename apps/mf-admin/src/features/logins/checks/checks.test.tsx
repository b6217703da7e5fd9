import { screen, waitFor, within } from '@testing-library/react';
import type { AskedLoginChecksDto, LastCheckDto } from '@tessera/api';
import { list, TestServer } from '@tessera/api/testing';
import { open } from '../../../../test/open';
import { login, site } from '../../../../test/records';

const check = (over: Partial<LastCheckDto> = {}): LastCheckDto => ({
  state: 'wrong_password',
  message: 'E-mail or password is wrong',
  due_at: null,
  checked_at: '2026-11-20T21:00:00.000Z',
  ...over,
});
const figures = (over: Partial<AskedLoginChecksDto> = {}): AskedLoginChecksDto => ({
  asked: 2,
  open: 1,
  disabled: 0,
  per_minute: 1,
  workers: 1,
  starts_at: '2026-11-20T21:00:00.000Z',
  ends_at: '2026-11-20T21:01:00.000Z',
  ...over,
});
const serve = (...rows: unknown[]) =>
  new TestServer()
    .on('GET /sites/:id', { body: site(1) })
    .on('GET /sites/:id/logins', list(rows))
    .on('GET /saved-views', list([]));
const named = (id: number, last_check: LastCheckDto | null, over = {}) =>
  login(id, { name: `Desk 0${id}`, last_check, ...over });
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

test('shows each login’s last check, and filters by its result', async () => {
  const server = serve(
    named(1, check()),
    named(2, check({ state: 'active', message: null })),
    named(3, check({ state: 'waiting', message: null, checked_at: null, due_at: '2026-11-20T22:00:00Z' })),
    named(4, null),
  );
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  expect((await row(/Desk 01/)).getByText('Wrong password')).toBeVisible();
  expect((await row(/Desk 02/)).getByText('Signed in')).toBeVisible();
  expect((await row(/Desk 03/)).getByText('Waits')).toBeVisible();
  await user.click((await row(/Desk 01/)).getByText('Wrong password'));
  const section = within(await screen.findByRole('region', { name: 'Last check at the site' }));
  expect(section.getByText('E-mail or password is wrong')).toBeVisible();
  expect(section.getByRole('button', { name: 'Disable the login' })).toBeVisible();
});

test('asks for a filter as the API names it', async () => {
  const server = serve(named(1, check()));
  open(server, '/sites/1/logins?check=wrong_password,locked', 'realm_owner');
  expect((await row(/Desk 01/)).getByText('Wrong password')).toBeVisible();
  expect(server.seen('GET /sites/1/logins')[0]?.query.get('check')).toBe('wrong_password,locked');
});

test('checks the selected logins after a question in numbers, and withdraws them', async () => {
  const server = serve(named(1, null), named(2, null), named(3, check({ state: 'waiting' })))
    .on('POST /sites/:id/login-checks', { body: figures() })
    .on('POST /sites/:id/login-checks/withdraw', { body: { withdrawn: 1, running: 1 } });
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  for (const name of [/Desk 01/, /Desk 02/, /Desk 03/])
    await user.click((await row(name)).getByRole('checkbox'));
  const bar = within(await screen.findByRole('toolbar'));
  await user.click(await bar.findByRole('button', { name: 'Check at the site' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Check 2 logins at the site?' }));
  expect(
    question.getByText(/^A worker signs in with each once .* One a minute: the first at .*, the last at /),
  ).toBeVisible();
  expect(question.getByText(/already waits for its check/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Check at the site' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 check withdrawn; 1 is being made')).toBeVisible();
  expect(server.seen('POST /sites/1/login-checks').map(({ body }) => body)).toEqual([
    { login_ids: [1, 2, 3], preview: true },
    { login_ids: [1, 2, 3] },
  ]);
  expect(server.seen('POST /sites/1/login-checks/withdraw')[0]?.body).toEqual({ login_ids: [1, 2, 3] });
});

test('offers to withdraw while a selected login waits, and says when there is nothing to check', async () => {
  const server = serve(named(3, check({ state: 'waiting', checked_at: null })))
    .on('POST /sites/:id/login-checks', {
      body: figures({ asked: 0, starts_at: null, ends_at: null }),
    })
    .on('POST /sites/:id/login-checks/withdraw', { body: { withdrawn: 1, running: 0 } });
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  await user.click((await row(/Desk 03/)).getByRole('checkbox'));
  const bar = within(await screen.findByRole('toolbar'));
  await user.click(await bar.findByRole('button', { name: 'Check at the site' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText('All of them wait for their check already')).toBeVisible();
  expect(question.getByRole('button', { name: 'Check at the site' })).toBeDisabled();
  await user.click(question.getByRole('button', { name: 'Close' }));
  await user.click(await bar.findByRole('button', { name: 'Withdraw checks' }));
  expect(await screen.findByText('1 check withdrawn')).toBeVisible();
});

test('disables a login beside its bad result after a question, and undoes it', async () => {
  const server = serve(named(1, check({ state: 'locked' })), named(2, check({ state: 'active' })))
    .on('GET /logins/:id/impact', { body: { tasks: 0, held_seats: 0, by_status: {}, realms: [] } })
    .on('PATCH /logins/:id', { body: login(1) });
  const { user } = open(server, '/sites/1/logins', 'realm_owner');
  expect((await row(/Desk 02/)).queryByRole('button', { name: /^Disable/ })).toBeNull();
  await user.click((await row(/Desk 01/)).getByRole('button', { name: 'Disable the login Desk 01' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Disable Desk 01?' }));
  await user.click(await question.findByRole('button', { name: 'Disable login' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.seen('PATCH /logins/1')).toHaveLength(2));
  expect(server.seen('PATCH /logins/1').map(({ body }) => body)).toEqual([
    { status: 'disabled' },
    { status: 'active' },
  ]);
});
