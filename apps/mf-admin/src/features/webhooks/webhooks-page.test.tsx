import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { event, realm, site, webhook, webhookDelivery } from '../../../test/records';

const serve = (row = webhook(1)) =>
  new TestServer()
    .on('GET /events', list([event(1)]))
    .on('GET /realms', list([realm(1)]))
    .on('GET /saved-views', list([]))
    .on('GET /sites', list([site(1)]))
    .on('GET /webhooks', list([row]))
    .on('GET /webhooks/:id', { body: row, headers: { ETag: '"v4"' } })
    .on('GET /webhooks/:id/deliveries', list([webhookDelivery(7)]));

test('creates a webhook and shows its secret once', async () => {
  const server = serve().on('POST /webhooks', {
    status: 201,
    body: { ...webhook(2), secret: 'whsec_once-only' },
  });
  const { user } = open(server, '/webhooks', 'realm_owner');
  await user.click((await screen.findAllByRole('button', { name: 'New webhook' }))[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  expect(form.queryByRole('combobox', { name: 'Realm' })).not.toBeInTheDocument();
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Desk');
  await user.type(form.getByRole('textbox', { name: 'Address' }), 'https://desk.quayside.example');
  await user.click(form.getByRole('checkbox', { name: 'Seats held' }));
  await user.click(await form.findByRole('checkbox', { name: /^Harbour City/ }));
  await user.click(form.getByRole('button', { name: 'Create webhook' }));
  expect(await screen.findByText('whsec_once-only')).toBeVisible();
  expect(server.seen('POST /webhooks')[0]?.body).toEqual({
    name: 'Desk',
    url: 'https://desk.quayside.example',
    format: 'standard',
    topics: ['orders', 'hold_created'],
    site_ids: [],
    event_ids: [1],
    enabled: true,
  });
});

test('shows at its field that an address is refused, and needs a topic', async () => {
  const details = [{ field: 'url', message: 'url must not be', code: 'INNER_ADDRESS', params: {} }];
  const server = serve().on('POST /webhooks', {
    status: 400,
    body: { error: 'x', message: 'x', code: 'VALIDATION', details, request_id: 'r' },
  });
  const { user } = open(server, '/webhooks', 'realm_owner');
  await user.click((await screen.findAllByRole('button', { name: 'New webhook' }))[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Desk');
  await user.type(form.getByRole('textbox', { name: 'Address' }), 'https://10.0.0.1');
  await user.click(form.getByRole('checkbox', { name: /^Orders/ }));
  await user.click(form.getByRole('button', { name: 'Create webhook' }));
  expect(await form.findByText('Choose a topic')).toBeVisible();
  await user.click(form.getByRole('checkbox', { name: /^Orders/ }));
  await user.click(form.getByRole('button', { name: 'Create webhook' }));
  expect(await form.findByText('This address is in an internal network')).toBeVisible();
});

test('sends only what changed, so that another name needs no recent sign-in', async () => {
  const server = serve().on('PUT /webhooks/:id', { body: webhook(1) });
  const { user } = open(server, '/webhooks', 'realm_owner');
  const row = within(await screen.findByRole('row', { name: /Desk 1/ }));
  await user.click(row.getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: /Desk 1/ }));
  await user.clear(form.getByRole('textbox', { name: 'Name' }));
  await user.type(form.getByRole('textbox', { name: 'Name' }), 'Front desk');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.seen('PUT /webhooks/:id')).toHaveLength(1));
  expect(server.seen('PUT /webhooks/:id')[0]?.body).toEqual({ name: 'Front desk' });
});

test('shows the log with what was sent and answered, and sends it again', async () => {
  const server = serve(webhook(1, { dead: 1, failures: 9 })).on('POST /webhooks/:id/deliveries/replay', {
    body: { replayed: 1 },
  });
  const { user } = open(server, '/webhooks?open=1&state=dead', 'realm_owner');
  const log = within(await screen.findByRole('list', { name: 'Messages' }));
  expect(server.seen('GET /webhooks/:id/deliveries')[0]?.query.get('state')).toBe('dead');
  expect(log.getByText(/9 attempts · HTTP 503 · Answered 503 · 12 ms/)).toBeVisible();
  await user.click(log.getByText('What was sent and answered'));
  expect(log.getByText('Closed for today')).toBeVisible();
  await user.click(log.getByRole('button', { name: 'Send message 7 again' }));
  expect(await screen.findByText('1 message is sent again')).toBeVisible();
  expect(server.seen('POST /webhooks/:id/deliveries/replay')[0]?.body).toEqual({ ids: [7] });
});

test('shows the answer to a test, and the new secret after a question', async () => {
  const server = serve()
    .on('POST /webhooks/:id/test', {
      body: { ok: true, status: 200, error: null, duration_ms: 40, answer: 'Thank you' },
    })
    .on('POST /webhooks/:id/rotate', { body: { ...webhook(1), secret: 'whsec_second' } });
  const { user } = open(server, '/webhooks?open=1', 'realm_owner');
  await user.click(await screen.findByRole('button', { name: 'Send a test' }));
  expect(await screen.findByText('The receiver accepted the test')).toBeVisible();
  expect(screen.getByText('Thank you')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Replace secret' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace secret' }),
  );
  expect(await screen.findByText('whsec_second')).toBeVisible();
});

test('has an administrator choose the realm, and names it in the list', async () => {
  const { user } = open(serve(), '/webhooks');
  expect(within(await screen.findByRole('row', { name: /Desk 1/ })).getByText('Quayside Desk')).toBeVisible();
  await user.click((await screen.findAllByRole('button', { name: 'New webhook' }))[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'New webhook' }));
  await user.click(form.getByRole('button', { name: 'Create webhook' }));
  expect(await form.findByText('Choose a realm')).toBeVisible();
});

test('shows a rejected deletion', async () => {
  const server = serve(webhook(1, { waiting: 2 })).on(
    'DELETE /webhooks/:id',
    refusal(403, 'REALM_SUSPENDED', 'Suspended'),
  );
  const { user } = open(server, '/webhooks', 'realm_owner');
  const row = within(await screen.findByRole('row', { name: /Desk 1/ }));
  await user.click(row.getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/messages that wait are not sent/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/suspended/i)).toBeVisible();
});
