import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { impact, site } from '../../../test/records';

const serveSites = (...rows: unknown[]) =>
  new TestServer()
    .on('GET /sites', list(rows))
    .on('GET /sites/:id', { body: rows[0] ?? null, headers: { ETag: '"v5"' } });
const findRow = async () => screen.findByRole('row', { name: /Harbour Box Office/ });

const impactOfBusySite = impact({
  tasks: 148,
  by_status: { waiting_room: 3, running: 5, queued: 139, idle: 1 },
  held_seats: 6,
  realms: [
    { id: 1, name: 'Quayside Desk', tasks: 140 },
    { id: 2, name: 'North End', tasks: 8 },
  ],
});
const findSwitch = async () =>
  within(await findRow()).getByRole('switch', { name: 'Harbour Box Office enabled' });

test('confirms disabling a site with its consequences and enables it on undo', async () => {
  const { name, url, display_name, config, currency, time_zone } = site(1);
  const rest = { name, url, display_name, config, currency, time_zone };
  const server = serveSites(site(1))
    .on('GET /sites/:id/impact', { body: impactOfBusySite })
    .on('PUT /sites/:id', { body: site(1, { enabled: 0 }) });
  const { user } = open(server, '/sites');
  await user.click(await findSwitch());
  const question = within(await screen.findByRole('alertdialog', { name: 'Disable Harbour Box Office?' }));
  const lines = (await question.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines).toEqual([
    '3tasks lose their positions in the waiting room',
    '5tasks stop in the middle of an attempt',
    '6held seats stay in the cart until they expire',
    '139queued or scheduled tasks wait until it is on again',
    '2realms affectedQuayside Desk (140), North End (8)',
  ]);
  expect(server.seen('PUT /sites/1')).toHaveLength(0);
  await user.click(question.getByRole('button', { name: 'Disable site' }));
  await waitFor(() => expect(server.seen('PUT /sites/1')[0]?.body).toEqual({ ...rest, enabled: 0 }));
  expect(server.seen('PUT /sites/1')[0]?.headers.get('If-Match')).toBe('"v5"');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.seen('PUT /sites/1')[1]?.body).toEqual({ ...rest, enabled: 1 }));
});

test('keeps a site enabled when the confirmation is cancelled, and its form open', async () => {
  const server = serveSites(site(1)).on('GET /sites/:id/impact', { body: impactOfBusySite });
  const { user } = open(server, '/sites');
  await user.click(await findSwitch());
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit Harbour Box Office' }));
  await user.click(form.getByRole('switch', { name: /Enabled/ }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Disable Harbour Box Office?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByRole('dialog', { name: 'Edit Harbour Box Office' })).toBeVisible();
  expect(server.seen('PUT /sites/1')).toHaveLength(0);
});

test('configuration: sends only changed fields and shows login_js as inert text', async () => {
  const server = serveSites(site(1)).on('PATCH /sites/:id/config', { body: site(1) });
  const { user } = open(server, '/sites');
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Configure' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(within(dialog.getByRole('region', { name: 'login_js' })).getByText('run()')).toBeVisible();
  expect(dialog.getByText('Stored, never run')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.type(dialog.getByRole('textbox', { name: /Adult price type/ }), '-2');
  expect(await dialog.findByText('1 change: adult price type.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.seen('PATCH /sites/1/config')[0]?.body).toEqual({ price_type_adult: 'ADULT-2' }),
  );
});

test('shows the number of events, logins and tasks of a site', async () => {
  open(serveSites(site(1)), '/sites', 'realm_user');
  const shown = within(await findRow());
  for (const count of ['12', '40', '148']) expect(shown.getByText(count)).toBeVisible();
});

test('shows sites to a realm user without write actions', async () => {
  open(serveSites(site(1)), '/sites', 'realm_user');
  expect(within(await findRow()).getByRole('switch')).toBeDisabled();
  expect(within(await findRow()).queryByRole('link', { name: 'Logins' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New site' })).not.toBeInTheDocument();
});

test('explains sites in the empty state', async () => {
  open(serveSites(), '/sites');
  expect(await screen.findByText(/A site is a website that sells tickets/)).toBeVisible();
});

async function openConfiguration(server: TestServer) {
  const { user } = open(server, '/sites');
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Configure' }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
}

test('configuration: marks the section of a duplicate level and blocks saving', async () => {
  const { user, dialog } = await openConfiguration(serveSites(site(1)));
  await user.click(dialog.getByRole('button', { name: 'Add level' }));
  await user.type(dialog.getByRole('textbox', { name: 'Level 2' }), 'L1');
  await user.type(dialog.getByRole('textbox', { name: 'Area 1' }), 'b');
  expect(dialog.getByRole('button', { name: 'Prices 1 error' })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Areas changed' })).toBeVisible();
  expect(dialog.getByText('1 error to correct')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
});

test('configuration: shows the changes of edited JSON and copies it into the form', async () => {
  const server = serveSites(site(1)).on('PATCH /sites/:id/config', { body: site(1) });
  const { user, dialog } = await openConfiguration(server);
  await user.click(dialog.getByRole('button', { name: 'JSON' }));
  const text = dialog.getByRole('textbox', { name: 'Configuration' });
  await user.clear(text);
  await user.paste('{"areas": 3}');
  expect(dialog.getByText('areas must be a list, not a number')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.clear(text);
  await user.paste('{"areas": ["North 104", "East 210"]}');
  expect(await dialog.findByRole('listitem', { name: 'Added: "East 210"' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Form' }));
  expect(dialog.getByRole('textbox', { name: 'Area 2' })).toHaveValue('East 210');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.seen('PATCH /sites/1/config')[0]?.body).toEqual({ areas: ['North 104', 'East 210'] }),
  );
  expect(server.seen('PATCH /sites/1/config')[0]?.headers.get('If-Match')).toBe('"v5"');
});

test('doesn’t delete a site in use and lists the uses', async () => {
  const { user } = open(serveSites(site(1)), '/sites');
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  const remove = await screen.findByRole('menuitem', { name: /Delete/ });
  expect(remove).toHaveAttribute('aria-disabled', 'true');
  expect(within(remove).getByText('In use: 12 events, 40 logins, 148 unfinished tasks')).toBeVisible();
});

test('shows the rejected deletion of a site that is in use by now', async () => {
  const unused = site(1, { event_count: 0, login_count: 0, active_tasks: 0 });
  const server = serveSites(unused).on('DELETE /sites/:id', refusal(409, 'IN_USE', 'The site has 40 logins'));
  const { user } = open(server, '/sites');
  await user.click(within(await findRow()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete site' }),
  );
  expect(await screen.findByText(/The site has 40 logins/)).toBeVisible();
});
