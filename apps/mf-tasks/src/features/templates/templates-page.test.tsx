import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { template } from '../../../test/records';

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

const edit = async (user: ReturnType<typeof openConsole>['user']) => {
  await row('North stand fours');
  await user.click(screen.getByRole('button', { name: 'Actions for North stand fours' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
};

test('lists templates with their seats', async () => {
  openConsole(createCatalogueServer(), '/templates');
  const one = await row('North stand fours');
  expect(within(one).getByText('Hold')).toBeVisible();
  expect(within(one).getByText('Harbour City Tickets')).toBeVisible();
  expect(within(one).getByText('Premium')).toBeVisible();
});

test('shows the logins or the pool and the last launch, and sorts by the last launch', async () => {
  const server = createCatalogueServer().on(
    'GET /templates',
    list([
      template({ last_launched_at: '2026-11-20T14:05:12Z' }),
      template({ id: 6, name: 'Cup desk', login_ids: [], pool_id: 9, pool_name: 'North regulars' }),
    ]),
  );
  const { user } = openConsole(server, '/templates');
  const [own, pooled] = [within(await row('North stand fours')), within(await row('Cup desk'))];
  expect(own.getByText('3 logins')).toBeVisible();
  expect(own.getByText(/20 Nov/)).toBeVisible();
  expect(pooled.getByText('North regulars')).toBeVisible();
  expect(pooled.getByText('Never')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Last launched/ }));
  await waitFor(() =>
    expect(server.seen('GET /templates').at(-1)?.query.get('sort')).toBe('last_launched_at'),
  );
});

test('replaces the logins with a pool', async () => {
  const server = createCatalogueServer().on('PUT /templates/:id', { body: template() });
  const { user } = openConsole(server, '/templates');
  await edit(user);
  const form = await screen.findByRole('dialog', { name: 'Edit North stand fours' });
  await user.click(await within(form).findByLabelText(/Pool/));
  await user.click(await screen.findByRole('option', { name: /North regulars/ }));
  expect(within(form).queryByRole('button', { name: /chosen/ })).not.toBeInTheDocument();
  await user.click(within(form).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('North stand fours saved')).toBeVisible();
  expect(server.seen('PUT /templates/5')[0]?.body).toEqual({ login_ids: [], pool_id: 9 });
});

test('explains what a template is in the empty state, and offers to create one', async () => {
  const { user } = openConsole(createCatalogueServer().on('GET /templates', list([])), '/templates');
  await screen.findByText(/No templates yet/);
  const [empty] = screen.getAllByRole('status').filter((one) => within(one).queryByText(/No templates yet/));
  if (!empty) throw new Error('The empty state has no status role');
  await user.click(within(empty).getByRole('button', { name: 'New template' }));
  expect(await screen.findByRole('dialog', { name: 'New template' })).toBeVisible();
});

test('shows an error with message, code and request id, and Retry', async () => {
  const server = createCatalogueServer().on(
    'GET /templates',
    refusal(400, 'VALIDATION', 'sort must be one of name'),
  );
  const { user } = openConsole(server, '/templates');
  expect(await screen.findByText('sort must be one of name')).toBeVisible();
  expect(screen.getByText(/VALIDATION · request req-77/)).toBeVisible();
  server.on('GET /templates', list([template()]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await row('North stand fours');
});

test('creates a template with logins in order, and compares the total with the target', async () => {
  const server = createCatalogueServer().on('POST /templates', {
    status: 201,
    body: template({ id: 6, name: 'Cup desk' }),
  });
  const { user } = openConsole(server, '/templates');
  await row('North stand fours');
  await user.click(screen.getByRole('button', { name: 'New template' }));
  const form = await screen.findByRole('dialog', { name: 'New template' });
  await user.type(within(form).getByLabelText('Name'), 'Cup desk');
  await user.click(within(form).getByLabelText('Site'));
  await user.click(await screen.findByRole('option', { name: 'Harbour City Tickets' }));
  await user.type(within(form).getByLabelText(/Target/), '5');
  expect(within(form).getByText('3 short of the target')).toBeVisible();
  await user.click(within(form).getByLabelText('Standard'));

  await user.click(within(form).getByRole('button', { name: 'Choose logins' }));
  const choice = await screen.findByRole('dialog', { name: 'Choose logins' });
  await user.click(await within(choice).findByRole('checkbox', { name: /north\.stand\.03/ }));
  await user.click(within(choice).getByRole('checkbox', { name: /north\.stand\.01/ }));
  expect(within(choice).getByRole('checkbox', { name: /north\.stand\.05/ })).toBeDisabled();
  expect(within(choice).getByText('2 chosen, 1 slot')).toBeVisible();
  expect(within(choice).getAllByText('north.stand.01@example.org')).toHaveLength(2);
  await user.click(within(choice).getByRole('button', { name: 'Move north.stand.01 up' }));
  await user.click(within(choice).getByRole('button', { name: 'Use 2 logins' }));

  await user.click(await within(form).findByRole('button', { name: 'Create template' }));
  expect(await screen.findByText('Cup desk created')).toBeVisible();
  expect(server.seen('POST /templates')[0]?.body).toMatchObject({
    name: 'Cup desk',
    site_id: 3,
    target_count: 5,
    price_levels: { standard: 'Standard' },
    login_ids: [1, 3],
  });
});

test('chooses the logins of pasted e-mail addresses, and lists the unknown ones', async () => {
  const { user } = openConsole(createCatalogueServer(), '/templates');
  await edit(user);
  await user.click(await screen.findByRole('button', { name: '3 chosen' }));
  const choice = await screen.findByRole('dialog', { name: 'Choose logins' });
  await within(choice).findByRole('checkbox', { name: /north\.stand\.04/ });
  await user.click(within(choice).getByRole('button', { name: 'Choose none' }));
  await user.click(within(choice).getByLabelText('Find'));
  await user.paste('north.stand.04@example.org, NORTH.STAND.02@example.org\nnobody@example.org');
  expect(within(choice).getByText(/2 chosen, 3 slots · 2 found, unknown: nobody@example\.org/)).toBeVisible();
  await user.click(within(choice).getByRole('button', { name: 'Choose none' }));
  await user.click(within(choice).getByRole('button', { name: 'Choose all 4' }));
  expect(within(choice).getByRole('button', { name: 'Use 4 logins' })).toBeVisible();
});

test('filters the logins by status', async () => {
  const { user } = openConsole(createCatalogueServer(), '/templates');
  await edit(user);
  await user.click(await screen.findByRole('button', { name: '3 chosen' }));
  const choice = within(await screen.findByRole('dialog', { name: 'Choose logins' }));
  await choice.findByRole('checkbox', { name: /north\.stand\.01/ });
  await user.click(choice.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Disabled' }));
  expect(await choice.findByRole('checkbox', { name: /north\.stand\.05/ })).toBeVisible();
  expect(choice.queryByRole('checkbox', { name: /north\.stand\.01/ })).not.toBeInTheDocument();
});

test('shows both versions of a stale write, and can overwrite', async () => {
  const server = createCatalogueServer().on('PUT /templates/:id', ({ headers }) =>
    headers.get('If-Match') === '"1"'
      ? refusal(412, 'STALE', 'Someone else changed this', {
          context: { current: template({ worker_count: 9 }) },
        })
      : { body: template({ worker_count: 4 }) },
  );
  const { user } = openConsole(server, '/templates');
  await edit(user);
  const workers = await screen.findByLabelText('Tasks');
  await user.clear(workers);
  await user.type(workers, '4');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const stale = await screen.findByRole('dialog', { name: 'Someone else changed North stand fours' });
  expect(within(stale).getByRole('row', { name: 'Tasks 9 4' })).toBeVisible();
  await user.click(within(stale).getByRole('button', { name: 'Overwrite with mine' }));
  expect(await screen.findByText('North stand fours saved')).toBeVisible();
  expect(server.seen('PUT /templates/5').map(({ body }) => body)).toEqual([
    { worker_count: 4 },
    { worker_count: 4 },
  ]);
});

test('shows the server’s errors at their fields', async () => {
  const server = createCatalogueServer().on(
    'PUT /templates/:id',
    refusal(400, 'VALIDATION', 'Invalid request', {
      details: [{ field: 'name', message: 'This name is taken' }],
    }),
  );
  const { user } = openConsole(server, '/templates');
  await edit(user);
  await user.type(await screen.findByLabelText('Name'), ' two');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('This name is taken')).toBeVisible();
});

test('restores a deleted template by Undo', async () => {
  const server = createCatalogueServer()
    .on('DELETE /templates/:id', { status: 204 })
    .on('POST /templates/:id/restore', { body: template() });
  const { user } = openConsole(server, '/templates');
  await row('North stand fours');
  await user.click(screen.getByRole('button', { name: 'Actions for North stand fours' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Delete template' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.seen('POST /templates/5/restore')).toHaveLength(1));
});

test('opens the wizard with the template by Launch', async () => {
  const { user, address } = openConsole(createCatalogueServer(), '/templates');
  await row('North stand fours');
  await user.click(screen.getByRole('button', { name: 'Actions for North stand fours' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Launch' }));
  expect(await screen.findByRole('heading', { name: 'Plan preview' })).toBeVisible();
  expect(address()).toBe('/templates?launch=5');
});

test('opens details from a row, and launches by its button', async () => {
  const { user, address } = openConsole(createCatalogueServer(), '/templates');
  await user.click(await row('North stand fours'));
  await waitFor(() => expect(address()).toBe('/templates?open=5'));
  expect(await screen.findByRole('heading', { level: 2, name: 'North stand fours' })).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Launch North stand fours' }));
  expect(await screen.findByRole('heading', { name: 'Plan preview' })).toBeVisible();
  expect(address()).toBe('/templates?open=5&launch=5');
});

test('shows the proxy rotation interval as not used, in details and form', async () => {
  const stored = template({ proxy_rotation_interval: 45 });
  const server = createCatalogueServer()
    .on('GET /templates', list([stored]))
    .on('GET /templates/:id', { body: stored, headers: { ETag: '"v1"' } });
  const { user } = openConsole(server, '/templates?open=5');
  expect(await screen.findByText('45 · Stored but not used')).toBeVisible();
  expect(screen.getByText('Proxy rotation interval (seconds)')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  expect(await screen.findByLabelText(/Proxy rotation interval/)).toHaveValue('45');
});
