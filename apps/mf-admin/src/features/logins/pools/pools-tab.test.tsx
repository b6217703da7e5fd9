import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../../test/open';
import { login, member, pool, site } from '../../../../test/records';

const servePools = (...rows: unknown[]) =>
  new TestServer()
    .on('GET /sites/:id', { body: site(1) })
    .on('GET /pools', list(rows))
    .on('GET /pools/:id', { body: rows[0] ?? null, headers: { ETag: '"v2"' } })
    .on(
      'GET /sites/:id/logins',
      list([login(1), login(4, { name: 'East 04', email: 'east.04@example.org' })]),
    );
const address = '/sites/1/logins?tab=pools';
const three = pool(1, { members: [member(1), member(2), member(3)] });
const findRow = async () => screen.findByRole('row', { name: /North stand/ });

test('lists 10 pools of the site per page', async () => {
  const server = servePools(three);
  open(server, address);
  expect(within(await findRow()).getByText('Desk 1, Desk 2, Desk 3')).toBeVisible();
  const { query } = server.seen('GET /pools')[0]!;
  expect([query.get('page_size'), query.get('site_id')]).toEqual(['10', '1']);
});

test('explains pools in the empty state and opens a created pool', async () => {
  const server = servePools().on('POST /pools', { status: 201, body: pool(1) });
  const { user, address: now } = open(server, address, 'realm_owner');
  expect(await screen.findByText(/No pools yet/)).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'New pool' })[0]!);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'North stand');
  server.on('GET /pools', list([pool(1)]));
  await user.click(screen.getByRole('button', { name: 'Create pool' }));
  expect(await screen.findByText(/No members yet/)).toBeVisible();
  expect(server.seen('POST /pools')[0]?.body).toEqual({ name: 'North stand', site_id: 1 });
  expect(now()).toContain('open=1');
});

test('moves a member by arrow keys and reverts the move when it is rejected', async () => {
  const server = servePools(three).on('PUT /pools/:id/members/:login', { body: three });
  const { user } = open(server, `${address}&open=1`);
  const order = async () =>
    within(await screen.findByRole('list', { name: 'Members' }))
      .getAllByRole('button', { name: /^Move/ })
      .map((handle) => handle.getAttribute('aria-label')?.match(/Desk \d/)?.[0]);
  (await screen.findByRole('button', { name: /^Move Desk 1/ })).focus();
  server.on('PUT /pools/:id/members/:login', refusal(409, 'CONFLICT', 'The pool has moved on'));
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByText(/The pool has moved on/)).toBeVisible();
  expect(server.seen('PUT /pools/1/members/1')[0]?.body).toEqual({ position: 2 });
  expect(await order()).toEqual(['Desk 1', 'Desk 2', 'Desk 3']);
});

test('adds chosen logins and doesn’t offer members', async () => {
  const server = servePools(pool(1, { members: [member(1)] })).on('POST /pools/:id/members', { body: three });
  const { user } = open(server, `${address}&open=1`);
  await user.click(await screen.findByRole('button', { name: 'Add logins' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Add logins to/ }));
  await user.click(await dialog.findByRole('checkbox', { name: /East 04/ }));
  expect(dialog.queryByRole('checkbox', { name: /North stand 01/ })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Add 1 login' }));
  await waitFor(() => expect(server.seen('POST /pools/1/members')[0]?.body).toEqual({ login_ids: [4] }));
});

test('chooses pasted e-mails and lists the unavailable ones', async () => {
  const { user } = open(servePools(pool(1)), `${address}&open=1`);
  await user.click(await screen.findByRole('button', { name: 'Add logins' }));
  await screen.findByRole('checkbox', { name: /East 04/ });
  await user.click(screen.getByRole('textbox', { name: 'Find' }));
  await user.paste('EAST.04@example.org; nobody@example.org');
  expect(await screen.findByText(/1 found, not available: nobody@example.org/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Add 1 login' })).toBeEnabled();
});

test('restores a deleted pool on undo', async () => {
  const server = servePools(three).on('DELETE /pools/:id', {}).on('POST /pools/:id/restore', { body: three });
  const { user } = open(server, address);
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete pool' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('North stand restored')).toBeVisible();
  expect(server.seen('POST /pools/1/restore')).toHaveLength(1);
});

test('shows an error with its code and a retry button', async () => {
  open(servePools().on('GET /pools', refusal(403, 'FORBIDDEN', 'Forbidden')), address);
  expect(await screen.findByText(/FORBIDDEN/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('filters logins by status and by other pools', async () => {
  const other = pool(2, { name: 'South stand', members: [member(4)] });
  const server = servePools(pool(1), other).on(
    'GET /sites/:id/logins',
    list([
      login(1),
      login(4, { name: 'East 04', email: 'east.04@example.org' }),
      login(5, { name: 'West 05', email: 'west.05@example.org', status: 'failed' }),
    ]),
  );
  const { user } = open(server, `${address}&open=1`);
  await user.click(await screen.findByRole('button', { name: 'Add logins' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Add logins to/ }));
  await dialog.findByRole('checkbox', { name: /East 04/ });
  expect(dialog.getByText('east.04@example.org')).toBeVisible();
  const choose = async (filter: string, option: string) => {
    await user.click(dialog.getByRole('combobox', { name: filter }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  const offered = () =>
    ['North stand 01', 'East 04', 'West 05'].filter((name) =>
      dialog.queryByRole('checkbox', { name: new RegExp(name) }),
    );
  await choose('Other pools', 'In South stand');
  expect(offered()).toEqual(['East 04']);
  await choose('Other pools', 'Not in a pool');
  expect(offered()).toEqual(['North stand 01', 'West 05']);
  await choose('Status', 'Sign-in failed');
  expect(offered()).toEqual(['West 05']);
});
