import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { provider, realm } from '../../../test/records';

const serve = (...rows: unknown[]) =>
  new TestServer().on('GET /identity-providers', list(rows)).on('GET /realms', list([realm(3)]));

test('explains providers in the empty state', async () => {
  open(serve(), '/single-sign-on');
  expect(await screen.findByText(/sign in with their company account/)).toBeVisible();
});

test('creates a provider of a realm with its rules, and shows which part of it failed', async () => {
  const server = serve().on(
    'POST /identity-providers',
    refusal(400, 'VALIDATION', 'issuer can not be reached', {
      details: [
        {
          field: 'issuer',
          message: 'issuer can not be reached',
          code: 'PROVIDER_UNREACHABLE',
          params: { detail: 'ECONNREFUSED' },
        },
      ],
    }),
  );
  const { user } = open(server, '/single-sign-on');
  await user.click((await screen.findAllByRole('button', { name: 'New provider' }))[0]!);
  await user.click(await screen.findByRole('combobox', { name: 'For' }));
  await user.click(await screen.findByRole('option', { name: 'Quayside Desk' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Quayside');
  await user.type(screen.getByRole('textbox', { name: 'Issuer' }), 'https://login.quayside.example');
  await user.type(screen.getByRole('textbox', { name: 'Client ID' }), 'console');
  await user.type(screen.getByRole('textbox', { name: 'E-mail domains' }), 'quayside.example, desk.example');
  await user.click(screen.getByRole('button', { name: 'Add rule' }));
  const rule = await screen.findByRole('group', { name: 'Rule 1' });
  await user.type(within(rule).getByRole('textbox', { name: 'Value' }), 'ticket-desk');
  await user.click(within(rule).getByRole('checkbox', { name: 'Pay' }));
  await user.click(screen.getByRole('button', { name: 'Create provider' }));
  expect(await screen.findByText('Not reachable: ECONNREFUSED')).toBeVisible();
  expect(server.seen('POST /identity-providers')[0]?.body).toEqual({
    realm_id: 3,
    name: 'Quayside',
    issuer: 'https://login.quayside.example',
    client_id: 'console',
    scopes: 'openid email profile',
    domains: ['quayside.example', 'desk.example'],
    creates_accounts: false,
    only_for_administrators: false,
    rules: [{ claim: 'groups', value: 'ticket-desk', realm_id: 3, role: 'realm_user', duties: ['pay'] }],
  });
});

test('tries the rules of the form on pasted claims', async () => {
  const server = serve(provider(1))
    .on('GET /identity-providers/:id', { body: provider(1), headers: { ETag: '"v1"' } })
    .on('POST /identity-providers/try', {
      body: { rule: 0, realm_id: 3, realm_name: 'Quayside Desk', role: 'realm_user', duties: ['pay'] },
    });
  const { user } = open(server, '/single-sign-on');
  await user.click(await screen.findByRole('row', { name: /Quayside/ }));
  const claims = await screen.findByRole('textbox', { name: 'Claims' });
  await user.click(screen.getByRole('button', { name: 'Try' }));
  expect(await screen.findByText(/Enter a JSON object/)).toBeVisible();
  await user.click(claims);
  await user.paste('{"groups": ["ticket-desk"]}');
  await user.click(screen.getByRole('button', { name: 'Try' }));
  expect(await screen.findByText(/Rule 1 matches: Realm user, Quayside Desk/)).toBeVisible();
  expect(server.seen('POST /identity-providers/try')[0]?.body).toMatchObject({
    realm_id: 3,
    claims: { groups: ['ticket-desk'] },
  });
});

test('moves and removes rules by their buttons', async () => {
  const rules = ['desk', 'office'].map((value) => ({ ...provider(1).rules[0]!, value }));
  const server = serve(provider(1, { rules }))
    .on('GET /identity-providers/:id', { body: provider(1, { rules }), headers: { ETag: '"v1"' } })
    .on('PUT /identity-providers/:id', { body: provider(1) });
  const { user } = open(server, '/single-sign-on');
  await user.click(await screen.findByRole('row', { name: /Quayside/ }));
  await user.click(await screen.findByRole('button', { name: 'Move rule 2 up' }));
  await user.click(screen.getByRole('button', { name: 'Remove rule 2' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('row', { name: /Quayside/ });
  expect(server.seen('PUT /identity-providers/1')[0]?.body).toMatchObject({
    rules: [{ value: 'office' }],
  });
});

test.each([
  ['Turn off', 'Turn off provider', 'PUT /identity-providers/:id', 'PUT /identity-providers/1'],
  ['Delete', 'Delete provider', 'DELETE /identity-providers/:id', 'DELETE /identity-providers/1'],
])(
  '%s asks first, with the sessions that end and who would be locked out',
  async (item, confirm, route, call) => {
    const server = serve(provider(1))
      .on('GET /identity-providers/:id/impact', { body: { sessions: 3, people: 2, locked_out: 1 } })
      .on(route, { body: provider(1) });
    const { user } = open(server, '/single-sign-on');
    const row = await screen.findByRole('row', { name: /Quayside/ });
    await user.click(within(row).getByRole('button', { name: /^Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
    const dialog = await screen.findByRole('alertdialog');
    expect(await within(dialog).findByText(/person has no other way to sign in/)).toBeVisible();
    expect(within(dialog).getByText(/sessions end/)).toBeVisible();
    expect(within(dialog).getByText(/of 2 people/)).toBeVisible();
    expect(server.seen(call)).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: confirm }));
    await waitFor(() => expect(server.seen(call)).toHaveLength(1));
  },
);
