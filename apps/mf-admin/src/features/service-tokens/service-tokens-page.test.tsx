import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { realm, serviceToken } from '../../../test/records';

const serve = (...tokens: ReturnType<typeof serviceToken>[]) =>
  new TestServer()
    .on('GET /service-tokens', list(tokens))
    .on('GET /realms', list([realm(1), realm(2, { name: 'Foundry Desk' })]))
    .on('GET /saved-views', list([]));

const PATH = '/service-tokens';

test('shows an owner each token with its duties, end and last use', async () => {
  const used = { last_used_at: '2026-11-20T20:00:00.000Z', last_used_address: '203.0.113.7' };
  open(
    serve(serviceToken(1, { duties: ['finance'], ...used }), serviceToken(2, { status: 'revoked' })),
    PATH,
    'realm_owner',
  );
  const row = within(await screen.findByRole('row', { name: /Export 1/ }));
  expect(row.getByText('Finance')).toBeVisible();
  expect(row.getByText('Active')).toBeVisible();
  expect(row.getByText(/from 203\.0\.113\.7/)).toBeVisible();
  const ended = within(screen.getByRole('row', { name: /Export 2/ }));
  expect(ended.getByText('Revoked')).toBeVisible();
  expect(ended.getByText('Never')).toBeVisible();
  expect(screen.queryByRole('columnheader', { name: /Realms/ })).not.toBeInTheDocument();
});

test('creates a token for the own realm and shows it once', async () => {
  const server = serve(serviceToken(1)).on('POST /service-tokens', {
    status: 201,
    body: { ...serviceToken(2, { name: 'Nightly export' }), token: 'tt_shown-once' },
  });
  const { user } = open(server, PATH, 'realm_owner');
  await user.click((await screen.findAllByRole('button', { name: 'New service token' }))[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'New service token' }));
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(server.seen('POST /service-tokens')).toHaveLength(0);
  await user.type(form.getByLabelText('Name'), 'Nightly export');
  await user.click(form.getByRole('checkbox', { name: /^Finance/ }));
  expect(form.queryByRole('group', { name: /Realms/ })).not.toBeInTheDocument();
  await user.click(form.getByRole('button', { name: 'Create token' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Nightly export' }));
  expect(shown.getByText(/won’t be shown again/)).toBeVisible();
  expect(shown.getByText('tt_shown-once')).toBeVisible();
  const [call] = server.seen('POST /service-tokens');
  expect(call?.body).toEqual({ name: 'Nightly export', expires_in_days: 90, duties: ['finance'] });
  await user.click(shown.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('tt_shown-once')).not.toBeInTheDocument());
});

test('has an administrator choose the realms, and shows those of each token', async () => {
  const server = serve(serviceToken(1)).on('POST /service-tokens', {
    status: 201,
    body: { ...serviceToken(2), token: 'tt_shown-once' },
  });
  const { user } = open(server, '/service-tokens', 'admin');
  const row = within(await screen.findByRole('row', { name: /Export 1/ }));
  expect(row.getByText('Quayside Desk')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'New service token' })[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'New service token' }));
  await user.type(form.getByLabelText('Name'), 'Both desks');
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(await form.findByText('Choose at least one realm')).toBeVisible();
  await user.click(form.getByRole('checkbox', { name: 'Foundry Desk' }));
  await user.click(form.getByRole('button', { name: 'Create token' }));
  await screen.findByText('tt_shown-once');
  const [call] = server.seen('POST /service-tokens');
  expect(call?.body).toMatchObject({ name: 'Both desks', realm_ids: [2] });
});

test('says why a realm gets no more tokens', async () => {
  const server = serve().on(
    'POST /service-tokens',
    refusal(409, 'LIMIT_REACHED', 'A realm has at most 50 service tokens at a time'),
  );
  const { user } = open(server, PATH, 'realm_owner');
  expect(await screen.findByText('No service tokens yet. A script needs one to call the API.')).toBeVisible();
  await user.click(screen.getAllByRole('button', { name: 'New service token' })[0]!);
  const form = within(await screen.findByRole('dialog'));
  await user.type(form.getByLabelText('Name'), 'One more');
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(await form.findByRole('alert')).toBeVisible();
});

test('revokes a token after asking, and none that has ended', async () => {
  const server = serve(serviceToken(1), serviceToken(2, { status: 'expired' })).on(
    'DELETE /service-tokens/:id',
    { status: 204 },
  );
  const { user } = open(server, PATH, 'realm_owner');
  const act = async (name: RegExp) => {
    await user.click(
      within(await screen.findByRole('row', { name })).getByRole('button', { name: /^Actions/ }),
    );
    return screen.findByRole('menuitem', { name: /^Revoke/ });
  };
  expect(await act(/Export 2/)).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Escape}');
  await user.click(await act(/Export 1/));
  const question = within(
    await screen.findByRole('alertdialog', { name: /Revoke the service token Export 1/ }),
  );
  expect(server.seen('DELETE /service-tokens/:id')).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(server.seen('DELETE /service-tokens/:id')).toHaveLength(1));
});
