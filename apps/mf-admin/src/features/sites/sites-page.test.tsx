import { screen, waitFor, within } from '@testing-library/react';
import { list, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { site } from '../../../test/records';

const sitesOf = (...rows: unknown[]) => new TestServer().on('GET /sites', list(rows));
const row = async () => screen.findByRole('row', { name: /Harbour Box Office/ });

test('an admin switches a site off; everything else of it stays', async () => {
  const { created_at: _c, updated_at: _u, id: _i, ...rest } = site(1);
  const server = sitesOf(site(1)).on('PUT /sites/:id', { body: site(1, { enabled: 0 }) });
  const { user } = open(server, '/sites');
  await user.click(within(await row()).getByRole('switch', { name: 'Harbour Box Office enabled' }));
  await waitFor(() => expect(server.seen('PUT /sites/1')[0]?.body).toEqual({ ...rest, enabled: 0 }));
});

test('config: only what was changed is sent, and login_js is text that never runs', async () => {
  const server = sitesOf(site(1)).on('PATCH /sites/:id/config', { body: site(1) });
  const { user } = open(server, '/sites');
  await user.click(within(await row()).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Configure' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('run()').tagName).toBe('PRE');
  expect(dialog.getByText('Stored, never run')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await user.type(dialog.getByRole('textbox', { name: /Adult price type/ }), '-2');
  expect(await dialog.findByText('1 change: adult price type.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.seen('PATCH /sites/1/config')[0]?.body).toEqual({ price_type_adult: 'ADULT-2' }),
  );
});

test('those who only read see sites, and can change none', async () => {
  open(sitesOf(site(1)), '/sites', 'realm_user');
  expect(within(await row()).getByRole('switch')).toBeDisabled();
  expect(within(await row()).queryByRole('link', { name: 'Logins' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New site' })).not.toBeInTheDocument();
});

test('no site yet: says what one is', async () => {
  open(sitesOf(), '/sites');
  expect(await screen.findByText(/A site is a place where tickets are sold/)).toBeVisible();
});
