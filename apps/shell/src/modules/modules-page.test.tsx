import { screen, waitFor, within } from '@testing-library/react';
import { act } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { setLanguage } from '@tessera/ui';
import { findUntranslatedTexts, listTextPlaceholders } from '@tessera/ui/testing';
import { moduleSettings, realm } from '../../test/module-records';
import { openModules as open } from '../../test/open-modules';
import de from './texts/de';
import { en } from './texts/en';

const serveModules = (...rows: ReturnType<typeof moduleSettings>[]) =>
  new TestServer()
    .on('GET /modules/settings', list(rows))
    .on('GET /modules/settings/:id', { body: rows[0], headers: { ETag: '"4"' } })
    .on('GET /realms', list([realm(1)]))
    .on('GET /saved-views', list([]));

test('shows the stable release of a module and its state', async () => {
  open(
    serveModules(
      moduleSettings(1),
      moduleSettings(2, { name: 'mf-own', title: 'Own', stable_release_id: 11 }),
      moduleSettings(3, { name: 'mf-off', title: 'Asleep', enabled: false }),
    ),
    '/modules',
  );
  expect(within(await screen.findByRole('row', { name: /Tasks/ })).getByText('Stable')).toBeVisible();
  const rolledBack = within(screen.getByRole('row', { name: /Own/ }));
  expect(rolledBack.getByText('Rolled back')).toBeVisible();
  expect(rolledBack.getByText('1.8.2')).toBeVisible();
  expect(within(screen.getByRole('row', { name: /Asleep/ })).getByText('Off')).toBeVisible();
});

test('saves a rollback and a canary for a realm in one conditional request', async () => {
  const server = serveModules(moduleSettings(1)).on('PATCH /modules/settings/:id', {
    body: moduleSettings(1),
  });
  const { user } = open(server, '/modules');
  await user.click(await screen.findByRole('row', { name: /Tasks/ }));
  await user.click(await screen.findByRole('combobox', { name: /Stable release/ }));
  await user.click(await screen.findByRole('option', { name: '1.8.2' }));
  await user.click(screen.getByRole('button', { name: 'Add realm' }));
  await user.click(screen.getByRole('combobox', { name: 'Realm' }));
  await user.click(await screen.findByRole('option', { name: 'Quayside Desk' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.seen('PATCH /modules/settings/1')).toHaveLength(1));
  const [call] = server.seen('PATCH /modules/settings/1');
  expect(call?.body).toEqual({
    enabled: true,
    stable_release_id: 11,
    canaries: [{ release_id: 12, realm_id: 1, percent: null }],
  });
  expect(call?.headers.get('if-match')).toBe('"4"');
});

test('requires a percentage for a share and shows a rejected save in the form', async () => {
  const server = serveModules(moduleSettings(1)).on(
    'PATCH /modules/settings/:id',
    refusal(403, 'FORBIDDEN', 'Not for you'),
  );
  const { user } = open(server, '/modules');
  await user.click(await screen.findByRole('row', { name: /Tasks/ }));
  await user.click(await screen.findByRole('combobox', { name: /Canary for a share/ }));
  await user.click(await screen.findByRole('option', { name: '1.9.0' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter a share from 0 to 100 %')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /Share of realms/ }), '20');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/Not for you/)).toBeVisible();
});

test('explains in the empty state where modules come from', async () => {
  open(serveModules(), '/modules');
  expect(await screen.findByText(/registers the modules listed in MODULES/)).toBeVisible();
});

test('has the same keys and placeholders in German as in English', () => {
  expect(listTextPlaceholders(de)).toEqual(listTextPlaceholders(en));
});

test('shows the list and its form in German', async () => {
  await act(() => setLanguage('de'));
  try {
    const { user } = open(serveModules(moduleSettings(1)), '/modules');
    await user.click(await screen.findByRole('row', { name: /Tasks/ }));
    await screen.findByRole('dialog');
    expect(findUntranslatedTexts(document.body, en, de)).toEqual([]);
  } finally {
    await act(() => setLanguage('en'));
  }
});
