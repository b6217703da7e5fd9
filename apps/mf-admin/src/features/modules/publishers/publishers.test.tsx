import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal } from '@tessera/api/testing';
import { moduleSettings, publisher, serveModules } from '../../../../test/module-records';
import { open } from '../../../../test/open';
import { person } from '../../../../test/records';

const key = 'LBbDPBHZh4gp8D7zJ9tXv7B1ZsoV0o7k6W3iCF1v1xw=';

/** As long as an Ed25519 private key in PKCS #8. */
const privateKey = btoa('0'.repeat(48));

const servePublishers = (...rows: ReturnType<typeof publisher>[]) =>
  serveModules(moduleSettings(1))
    .on('GET /modules/publishers', list(rows))
    .on('GET /modules/publishers/:id', { body: rows[0], headers: { ETag: '"2"' } })
    .on('GET /users/:id', (_call, [id]) => ({ body: person(id ?? 0) }))
    .on('GET /users', list([person(2), person(3), person(4, { status: 'disabled' })]));

test('lists publishers with their modules, owner, keys and tokens', async () => {
  open(servePublishers(publisher(1)), '/modules?tab=publishers');
  const row = within(await screen.findByRole('row', { name: /Ticketing team/ }));
  expect(row.getByText('mf-tickets, mf-venues')).toBeVisible();
  expect(row.getByText('Desk 2')).toBeVisible();
  expect(row.getAllByText('1')).toHaveLength(2);
});

test('explains in the empty state what a publisher is for', async () => {
  open(servePublishers(), '/modules?tab=publishers');
  expect(await screen.findByText(/needs one, with a key and a token, to publish/)).toBeVisible();
});

test('creates a publisher with an owner and developers', async () => {
  const server = servePublishers().on('POST /modules/publishers', { status: 201, body: publisher(9) });
  const { user } = open(server, '/modules?tab=publishers');
  await user.click((await screen.findAllByRole('button', { name: 'New publisher' }))[0]!);
  const form = within(await screen.findByRole('dialog'));
  await user.click(form.getByRole('button', { name: 'Create publisher' }));
  expect(await form.findByText('Enter a name')).toBeVisible();
  expect(form.getByText('Enter the name of a module')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Analytics');
  const modules = form.getByRole('textbox', { name: 'Modules' });
  await user.type(modules, 'MF Stats');
  await user.click(form.getByRole('button', { name: 'Create publisher' }));
  expect(await form.findByText(/^MF isn’t a name of a module/)).toBeVisible();
  await user.clear(modules);
  await user.type(modules, 'mf-stats{Enter}mf-reports');
  const owner = await form.findByRole('combobox', { name: /^Owner/ });
  await user.click(owner);
  expect(await screen.findByRole('option', { name: /desk4@example.org/ })).toHaveTextContent('Not active');
  expect(screen.getByRole('option', { name: /desk4@example.org/ })).toHaveAttribute('aria-disabled', 'true');
  await user.click(screen.getByRole('option', { name: /desk2@example.org/ }));
  await user.clear(owner);
  await user.type(owner, 'desk 3');
  await waitFor(() => expect(server.seen('GET /users').at(-1)?.query.get('q')).toBe('desk 3'));
  await user.click(await screen.findByRole('option', { name: /desk3@example.org/ }));
  expect(owner).toHaveValue('Desk 3 (desk3@example.org)');
  await user.click(
    within(form.getByRole('group', { name: /Developers/ })).getByRole('button', { name: 'Choose' }),
  );
  expect(
    within(await screen.findByRole('row', { name: /desk4@example.org/ })).getByText('Not active'),
  ).toBeVisible();
  await user.click(screen.getByRole('row', { name: /desk2@example.org/ }));
  await user.click(screen.getByRole('row', { name: /desk3@example.org/ }));
  await user.click(screen.getByRole('button', { name: 'Use 2 users' }));
  await user.click(form.getByRole('button', { name: 'Create publisher' }));
  await waitFor(() => expect(server.seen('POST /modules/publishers')).toHaveLength(1));
  expect(server.seen('POST /modules/publishers')[0]?.body).toEqual({
    name: 'Analytics',
    modules: ['mf-stats', 'mf-reports'],
    owner_id: 3,
    developers: [2, 3],
    may_promote: false,
  });
});

test('says what a publisher is trusted with, and lets it promote only when that is switched on', async () => {
  const server = servePublishers(publisher(1)).on('PATCH /modules/publishers/:id', { body: publisher(1) });
  const { user } = open(server, '/modules?tab=publishers&open=1');
  expect(await screen.findByText('By administrators only')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Ticketing team' }));
  expect(form.getByText(/A module’s code acts as the person who opens its pages/)).toBeVisible();
  await user.click(form.getByRole('switch', { name: 'May promote by itself' }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.seen('PATCH /modules/publishers/1')).toHaveLength(1));
  expect(server.seen('PATCH /modules/publishers/1')[0]?.body).toMatchObject({ may_promote: true });
});

test('saves a changed publisher on condition that nobody else changed it', async () => {
  const server = servePublishers(publisher(1)).on('PATCH /modules/publishers/:id', { body: publisher(1) });
  const { user } = open(server, '/modules?tab=publishers&open=1');
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Ticketing team' }));
  await user.type(form.getByRole('textbox', { name: 'Name' }), ' 2');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.seen('PATCH /modules/publishers/1')).toHaveLength(1));
  const [call] = server.seen('PATCH /modules/publishers/1');
  expect(call?.body).toMatchObject({ name: 'Ticketing team 2', owner_id: 2, developers: [3] });
  expect(call?.headers.get('if-match')).toBe('"2"');
});

test('leaves a publisher without an owner', async () => {
  const server = servePublishers(publisher(1)).on('PATCH /modules/publishers/:id', { body: publisher(1) });
  const { user } = open(server, '/modules?tab=publishers&open=1');
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Ticketing team' }));
  const owner = await form.findByRole('combobox', { name: /^Owner/ });
  await waitFor(() => expect(owner).toHaveValue('Desk 2 (desk2@example.org)'));
  await user.clear(owner);
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.seen('PATCH /modules/publishers/1')).toHaveLength(1));
  expect(server.seen('PATCH /modules/publishers/1')[0]?.body).toMatchObject({ owner_id: null });
});

test('adds a pasted public key, and refuses a text that is none', async () => {
  const server = servePublishers(publisher(1)).on('POST /modules/publishers/:id/keys', {
    status: 201,
    body: publisher(1),
  });
  const { user } = open(server, '/modules?tab=publishers&open=1');
  await user.click(await screen.findByRole('button', { name: 'Add key' }));
  const form = within(await screen.findByRole('dialog'));
  const field = form.getByRole('textbox', { name: 'Public key' });
  await user.type(field, 'no key');
  await user.click(form.getByRole('button', { name: 'Add key' }));
  expect(await form.findByText('Not the base64 text of a 32-byte key')).toBeVisible();
  await user.clear(field);
  for (const text of [`-----BEGIN PRIVATE KEY-----\n${privateKey}`, privateKey]) {
    await user.clear(field);
    await user.paste('no key');
    await form.findByText('Not the base64 text of a 32-byte key');
    await user.clear(field);
    await user.paste(text);
    expect(await form.findByText(/^This is a private key/)).toBeVisible();
  }
  await user.clear(field);
  await user.paste(` ${key}\n`);
  await user.click(form.getByRole('button', { name: 'Add key' }));
  await waitFor(() => expect(server.seen('POST /modules/publishers/1/keys')).toHaveLength(1));
  expect(server.seen('POST /modules/publishers/1/keys')[0]?.body).toEqual({ public_key: key });
});

test('revokes a key after saying what stops', async () => {
  const server = servePublishers(publisher(1)).on('DELETE /modules/publishers/:id/keys/:keyId', {});
  const [canary, ...others] = moduleSettings(1).releases;
  server.on(
    'GET /modules/settings',
    list([moduleSettings(1, { releases: [{ ...canary!, key: 'other' }, ...others] })]),
  );
  const { user } = open(server, '/modules?tab=publishers&open=1');
  await user.click(await screen.findByRole('button', { name: 'Revoke q2vV0m8kXnT4Yc7aPz1LrQ' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText('release in use is no longer loaded')).toBeVisible();
  expect(question.getByText('Tickets 1.9.0')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Revoke key' }));
  await waitFor(() => expect(server.seen('DELETE /modules/publishers/1/keys/5')).toHaveLength(1));
});

test('creates a token with scopes and an expiry, and shows it once', async () => {
  const server = servePublishers(publisher(1)).on('POST /modules/publishers/:id/tokens', {
    status: 201,
    body: { ...publisher(1).tokens[0], name: 'Rack 4', token: 'tmp_shown_once' },
  });
  const { user } = open(server, '/modules?tab=publishers&open=1');
  await user.click(await screen.findByRole('button', { name: 'New token' }));
  const form = within(await screen.findByRole('dialog'));
  await user.click(form.getByRole('checkbox', { name: 'Publish' }));
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(await form.findByText('Choose at least one')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Rack 4');
  await user.click(form.getByRole('checkbox', { name: 'Publish' }));
  await user.click(form.getByRole('checkbox', { name: 'Release' }));
  await user.click(form.getByRole('combobox', { name: 'Valid for' }));
  await user.click(await screen.findByRole('option', { name: 'Until it is revoked' }));
  await user.click(form.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('tmp_shown_once')).toBeVisible();
  expect(server.seen('POST /modules/publishers/1/tokens')[0]?.body).toEqual({
    name: 'Rack 4',
    scopes: ['publish', 'release'],
    expires_at: null,
  });
  await user.click(screen.getByRole('button', { name: 'Copy token' }));
  expect(await navigator.clipboard.readText()).toBe('tmp_shown_once');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('tmp_shown_once')).not.toBeInTheDocument());
});

test('revokes a token, and shows a refusal', async () => {
  const revoked = { ...publisher(1).tokens[0]!, id: 8, name: 'Old', revoked_at: '2026-11-20T12:00:00Z' };
  const expired = { ...publisher(1).tokens[0]!, id: 9, name: 'Late', expires_at: '2020-01-01T00:00:00Z' };
  const server = servePublishers(publisher(1, { tokens: [...publisher(1).tokens, revoked, expired] })).on(
    'DELETE /modules/publishers/:id/tokens/:tokenId',
    refusal(404, 'NOT_FOUND', 'Token not found'),
  );
  const { user } = open(server, '/modules?tab=publishers&open=1');
  const tokens = within(await screen.findByRole('list', { name: 'Tokens' }));
  expect(tokens.getByText('Revoked')).toBeVisible();
  expect(tokens.getByText('Expired')).toBeVisible();
  expect(tokens.queryByRole('button', { name: 'Revoke Old' })).not.toBeInTheDocument();
  await user.click(tokens.getByRole('button', { name: 'Revoke CI pipeline' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke token' }),
  );
  expect(await screen.findByText(/Token not found/)).toBeVisible();
  expect(server.seen('DELETE /modules/publishers/1/tokens/7')).toHaveLength(1);
});
