import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { impact, realm } from '../../../test/records';

const serveRealms = (...rows: unknown[]) => new TestServer().on('GET /realms', list(rows));
const findRow = async (name = 'Quayside Desk') => screen.findByRole('row', { name: new RegExp(name) });

test('shows the usage of limits, and "none allowed" for 0', async () => {
  open(
    serveRealms(
      realm(1),
      realm(2, { name: 'New Desk', max_tasks: 0, active_tasks: 0, max_logins: 0, login_count: 0 }),
    ),
    '/realms',
  );
  expect(within(await findRow()).getByText('148 of 200')).toBeVisible();
  expect(within(await findRow()).getByText('56 of 60')).toBeVisible();
  expect(within(await findRow('New Desk')).getAllByText('none allowed')).toHaveLength(2);
});

test('explains realms in the empty state', async () => {
  open(serveRealms(), '/realms');
  expect(await screen.findByText(/A realm is a tenant/)).toBeVisible();
});

test('sends the limits of a new realm and shows a name conflict', async () => {
  const server = serveRealms(realm(1)).on(
    'POST /realms',
    refusal(409, 'CONFLICT', 'A realm of this name exists'),
  );
  const { user } = open(server, '/realms');
  await findRow();
  await user.click(screen.getByRole('button', { name: 'New realm' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Quayside Desk');
  await user.click(screen.getByRole('button', { name: 'Create realm' }));
  expect(await screen.findByText('A realm of this name exists')).toBeVisible();
  expect(server.seen('POST /realms')[0]?.body).toEqual({
    separate_approval: false,
    separate_reversal: false,
    single_sign_on_only: false,
    name: 'Quayside Desk',
    status: 'active',
    max_tasks: 0,
    max_logins: 0,
    time_zone: null,
  });
});

test('sends only the changed fields of a realm', async () => {
  const server = serveRealms(realm(1))
    .on('GET /realms/:id', { body: realm(1), headers: { ETag: '"1"' } })
    .on('PUT /realms/:id', { body: realm(1) });
  const { user } = open(server, '/realms');
  const edit = async (field: RegExp | string, role: string, value: string) => {
    await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
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

test('confirms suspending a realm with its consequences and activates it on undo', async () => {
  const server = serveRealms(realm(1))
    .on('GET /realms/:id/impact', { body: impact({ tasks: 2, by_status: { waiting_room: 2 } }) })
    .on('PUT /realms/:id', { body: realm(1) });
  const { user } = open(server, '/realms');
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
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

test('doesn’t delete a realm in use and lists the uses', async () => {
  const { user } = open(serveRealms(realm(1)), '/realms');
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  const remove = await screen.findByRole('menuitem', { name: /Delete/ });
  expect(remove).toHaveAttribute('aria-disabled', 'true');
  expect(within(remove).getByText(/^In use: /)).toBeVisible();
});

test('requires the name to delete a realm and shows a rejected deletion', async () => {
  const unused = realm(1, { user_count: 0, login_count: 0, active_tasks: 0 });
  const server = serveRealms(unused).on(
    'DELETE /realms/:id',
    refusal(409, 'IN_USE', 'The realm has 3 users'),
  );
  const { user } = open(server, '/realms');
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByRole('button', { name: 'Delete realm' })).toBeDisabled();
  await user.type(within(question).getByRole('textbox'), 'Quayside Desk');
  await user.click(within(question).getByRole('button', { name: 'Delete realm' }));
  expect(await screen.findByText(/The realm has 3 users/)).toBeVisible();
});

test('shows an error with its code and retries', async () => {
  const server = new TestServer().on('GET /realms', refusal(403, 'FORBIDDEN', 'Forbidden'));
  const { user } = open(server, '/realms');
  expect(await screen.findByText(/FORBIDDEN/)).toBeVisible();
  server.on('GET /realms', list([realm(1)]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(async () => expect(await findRow()).toBeVisible());
});
