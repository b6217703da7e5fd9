import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { event, impact, site } from '../../../test/records';

const serveEvents = (...rows: unknown[]) =>
  new TestServer().on('GET /sites/:id', { body: site(1) }).on('GET /sites/:id/events', list(rows));
const findRow = async () => screen.findByRole('row', { name: /Harbour City/ });

test('lists upcoming events, soonest first, with the kick-off in the venue’s time zone', async () => {
  const server = serveEvents(event(1));
  const { user } = open(server, '/sites/1/events');
  expect((await within(await findRow()).findAllByText(/Sat,? 3 Jul,? 15:00/))[0]).toBeVisible();
  const { query } = server.seen('GET /sites/1/events').at(-1)!;
  expect([query.get('in_future'), query.get('sort')]).toEqual(['true', 'ko']);
  await user.click(screen.getByRole('tab', { name: 'All' }));
  await waitFor(() => expect(server.seen('GET /sites/1/events').at(-1)?.query.has('in_future')).toBe(false));
});

test('edits a category with a comma as one text', async () => {
  const server = serveEvents(event(1));
  const { user } = open(server, `/sites/1/events?category=${encodeURIComponent('Theatre, Dance')}`);
  await findRow();
  await user.click(screen.getByRole('button', { name: 'Category is Theatre, Dance' }));
  const field = screen.getByRole('textbox', { name: 'is' });
  expect(field).toHaveValue('Theatre, Dance');
  await user.type(field, ', Opera{Enter}');
  await waitFor(() =>
    expect(server.seen('GET /sites/1/events').at(-1)?.query.get('category')).toBe('Theatre, Dance, Opera'),
  );
});

const seats = { wanted: 148, won: 62, held: 8, open: 63, lost: 15, extra: 0 };

test('shows the sell-through of an event as a bar and as a table', async () => {
  const server = serveEvents(event(1, { on_sale_at: '2027-05-01T09:00:00.000Z' })).on(
    'GET /events/:id/seats',
    {
      body: seats,
    },
  );
  const { user, address } = open(server, '/sites/1/events', 'realm_user');
  const shown = within(await findRow());
  for (const count of ['31', '8', '22']) expect(shown.getByText(count)).toBeVisible();
  await user.click(await findRow());
  const summary = '62 of 148 wanted seats purchased, 42 %';
  expect(await screen.findByRole('img', { name: summary })).toBeVisible();
  expect((await screen.findAllByText(/Sat,? 1 May,? 10:00/))[0]).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show as a table' }));
  const table = within(screen.getByRole('table', { name: 'Sell-through' }));
  expect(table.getByRole('row', { name: 'Open 63 43 %' })).toBeVisible();
  expect(table.getByRole('row', { name: 'Wanted 148 100 %' })).toBeVisible();
  expect(address()).toContain('open=1');
});

test('retries a failed sell-through request and shows an empty state without wanted seats', async () => {
  const none = { wanted: 0, won: 0, held: 0, open: 0, lost: 0, extra: 0 };
  const server = serveEvents(event(1)).on(
    'GET /events/:id/seats',
    refusal(500, 'INTERNAL', 'Something went wrong'),
  );
  const { user } = open(server, '/sites/1/events?open=1');
  const retry = await screen.findByRole('button', { name: 'Retry' });
  server.on('GET /events/:id/seats', { body: none });
  await user.click(retry);
  expect(await screen.findByText('No task is set to buy seats for this event yet.')).toBeVisible();
});

test('lets an owner create events without setting the limit', async () => {
  const server = serveEvents(event(1)).on('POST /events', { status: 201, body: event(2) });
  const { user } = open(server, '/sites/1/events', 'realm_owner');
  await user.click(await screen.findByRole('button', { name: 'New event' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Cup final');
  expect(screen.getByRole('textbox', { name: /Limit per customer/ })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Create event' }));
  await waitFor(() => expect(server.seen('POST /events')).toHaveLength(1));
  expect(server.seen('POST /events')[0]?.body).toEqual(
    expect.objectContaining({ name: 'Cup final', site_id: 1, ko: null }),
  );
  expect(server.seen('POST /events')[0]?.body).not.toHaveProperty('max_per_customer');
});

test('sends the limit per customer only when it changes', async () => {
  const server = serveEvents(event(1))
    .on('GET /events/:id', { body: event(1) })
    .on('PATCH /events/:id', { body: event(1) });
  const { user } = open(server, '/sites/1/events');
  const save = async (label: RegExp | string, text: string) => {
    await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const field = await screen.findByRole('textbox', { name: label });
    await user.clear(field);
    await user.type(field, text);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  await save('Name', 'Renamed');
  await save(/Limit per customer/, '9');
  const [renamed, limited] = server.seen('PATCH /events/1').map(({ body }) => body);
  expect(renamed).toMatchObject({ name: 'Renamed' });
  expect(renamed).not.toHaveProperty('max_per_customer');
  expect(limited).toMatchObject({ max_per_customer: 9 });
});

const chooseAction = async (user: ReturnType<typeof open>['user'], entry: string) => {
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
  return within(await screen.findByRole('alertdialog'));
};

test('doesn’t delete an event in use and lists the uses', async () => {
  const server = serveEvents(event(1)).on('GET /events/:id/impact', {
    body: impact({ tasks: 4, held_seats: 2 }),
  });
  const { user } = open(server, '/sites/1/events');
  const question = await chooseAction(user, 'Delete');
  expect(await question.findByText('In use: 4 unfinished tasks, 2 held seats')).toBeVisible();
  expect(question.getByRole('button', { name: 'Delete event' })).toBeDisabled();
});

test('deletes an unused event', async () => {
  const server = serveEvents(event(1))
    .on('GET /events/:id/impact', { body: impact() })
    .on('DELETE /events/:id', { status: 204 });
  const { user } = open(server, '/sites/1/events');
  const question = await chooseAction(user, 'Delete');
  await waitFor(() => expect(question.getByRole('button', { name: 'Delete event' })).toBeEnabled());
  await user.click(question.getByRole('button', { name: 'Delete event' }));
  await waitFor(() => expect(server.seen('DELETE /events/1')).toHaveLength(1));
});

test('confirms closing an event with its consequences and restores the status on undo', async () => {
  const server = serveEvents(event(1, { created_by_realm_id: 1 }))
    .on('GET /events/:id/impact', {
      body: impact({
        tasks: 1,
        by_status: { running: 1 },
        realms: [{ id: 1, name: 'Quayside Desk', tasks: 1 }],
      }),
    })
    .on('PATCH /events/:id', { body: event(1) });
  const { user } = open(server, '/sites/1/events', 'realm_owner');
  const question = await chooseAction(user, 'Close');
  expect(await question.findByText('task stops in the middle of an attempt')).toBeVisible();
  expect(question.queryByText(/affected/)).not.toBeInTheDocument();
  await user.click(question.getByRole('button', { name: 'Close event' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(server.seen('PATCH /events/1').map(({ body }) => body)).toEqual([
      { status: 'closed' },
      { status: 'on_sale' },
    ]),
  );
});

test('doesn’t offer an owner to change events that their realm didn’t create', async () => {
  const { user } = open(serveEvents(event(1, { created_by_realm_id: 2 })), '/sites/1/events', 'realm_owner');
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  for (const name of [/^Edit/, /^Close/])
    expect(await screen.findByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('menuitem', { name: /^Launch/ })).not.toHaveAttribute('aria-disabled');
});

test('shows events to a realm user without write actions', async () => {
  open(serveEvents(event(1)), '/sites/1/events', 'realm_user');
  await findRow();
  expect(screen.queryByRole('button', { name: 'New event' })).not.toBeInTheDocument();
});
