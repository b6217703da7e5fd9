import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { impact, realm } from '../../../test/records';

const realmsOf = (...rows: unknown[]) => new TestServer().on('GET /realms', list(rows));
const row = async (name = 'Quayside Desk') => screen.findByRole('row', { name: new RegExp(name) });

test('a realm shows what it uses of its limits; 0 reads "none allowed"', async () => {
  open(
    realmsOf(
      realm(1),
      realm(2, { name: 'New Desk', max_tasks: 0, active_tasks: 0, max_logins: 0, login_count: 0 }),
    ),
    '/realms',
  );
  expect(within(await row()).getByText('148 of 200')).toBeVisible();
  expect(within(await row()).getByText('56 of 60')).toBeVisible();
  expect(within(await row('New Desk')).getAllByText('none allowed')).toHaveLength(2);
});

test('no realm yet: says what one is', async () => {
  open(realmsOf(), '/realms');
  expect(await screen.findByText(/A realm is a tenant/)).toBeVisible();
});

test('making a realm sends its limits; a taken name is said', async () => {
  const server = realmsOf(realm(1)).on(
    'POST /realms',
    refusal(409, 'CONFLICT', 'A realm of this name exists'),
  );
  const { user } = open(server, '/realms');
  await row();
  await user.click(screen.getByRole('button', { name: 'New realm' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Quayside Desk');
  await user.click(screen.getByRole('button', { name: 'Create realm' }));
  expect(await screen.findByText('A realm of this name exists')).toBeVisible();
  expect(server.seen('POST /realms')[0]?.body).toEqual({
    name: 'Quayside Desk',
    status: 'active',
    max_tasks: 0,
    max_logins: 0,
    time_zone: null,
  });
});

test('editing a realm sends what was changed alone: its limits need a recent sign-in', async () => {
  const server = realmsOf(realm(1))
    .on('GET /realms/:id', { body: realm(1), headers: { ETag: '"1"' } })
    .on('PUT /realms/:id', { body: realm(1) });
  const { user } = open(server, '/realms');
  const edit = async (field: RegExp | string, role: string, value: string) => {
    await user.click(within(await row()).getByRole('button', { name: /^Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
    const box = await screen.findByRole(role, { name: field });
    await user.clear(box);
    await user.type(box, value);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  await edit('Name', 'textbox', 'North Desk');
  await edit(/task/i, 'textbox', '250');
  expect(server.seen('PUT /realms/1').map(({ body }) => body)).toEqual([
    { name: 'North Desk' },
    { max_tasks: 250 },
  ]);
});

test('suspending a realm asks with what stops, and Undo activates it', async () => {
  const server = realmsOf(realm(1))
    .on('GET /realms/:id/impact', { body: impact({ tasks: 2, by_status: { waiting_room: 2 } }) })
    .on('PUT /realms/:id', { body: realm(1) });
  const { user } = open(server, '/realms');
  await user.click(within(await row()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Suspend' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Suspend Quayside Desk?' }));
  expect(await question.findByText('tasks lose their positions in the waiting room')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Suspend realm' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(server.seen('PUT /realms/1').map(({ body }) => body)).toEqual([
      { status: 'suspended' },
      { status: 'active' },
    ]),
  );
});

test('a realm in use can’t be deleted, and says what uses it', async () => {
  const { user } = open(realmsOf(realm(1)), '/realms');
  await user.click(within(await row()).getByRole('button', { name: /^Actions/ }));
  const remove = await screen.findByRole('menuitem', { name: /Delete/ });
  expect(remove).toHaveAttribute('aria-disabled', 'true');
  expect(within(remove).getByText(/^In use: /)).toBeVisible();
});

test('a realm goes only when its name is typed, and a refusal names what uses it', async () => {
  const unused = realm(1, { user_count: 0, login_count: 0, active_tasks: 0 });
  const server = realmsOf(unused).on('DELETE /realms/:id', refusal(409, 'IN_USE', 'The realm has 3 users'));
  const { user } = open(server, '/realms');
  await user.click(within(await row()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByRole('button', { name: 'Delete realm' })).toBeDisabled();
  await user.type(within(question).getByRole('textbox'), 'Quayside Desk');
  await user.click(within(question).getByRole('button', { name: 'Delete realm' }));
  expect(await screen.findByText(/The realm has 3 users/)).toBeVisible();
});

test('an error shows with its code, and Retry reads again', async () => {
  const server = new TestServer().on('GET /realms', refusal(403, 'FORBIDDEN', 'Forbidden'));
  const { user } = open(server, '/realms');
  expect(await screen.findByText(/FORBIDDEN/)).toBeVisible();
  server.on('GET /realms', list([realm(1)]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect(await row()).toBeVisible());
});
