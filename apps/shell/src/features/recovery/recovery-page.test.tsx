import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ModuleReleaseDto, ModuleSettingsDto } from '@tessera/api';
import { ModuleFailure } from '@tessera/federation';
import { currentLanguage, setLanguage } from '@tessera/ui';
import { findUntranslatedTexts } from '@tessera/ui/testing';
import { json, people, resetBrowser, startShell } from '../../../test/app';
import de from '../../texts/de';
import { en } from '../../texts/en';

const at = '2026-11-20T12:00:00.000Z';

const release = (id: number, version: string): ModuleReleaseDto => ({
  id,
  version,
  owner: 'Console team',
  created_at: at,
  publisher: null,
  published_by: null,
  size_bytes: 1_840_000,
  key: 'k-desk',
  state: 'published',
  assigned_at: null,
  incompatible: null,
  declares: null,
  rollback: null,
  stats: { loads: 0, errors: 0, error_rate: null, p50_ms: null, p95_ms: null },
  failures: [],
});

const moduleOf = (over: Partial<ModuleSettingsDto> = {}): ModuleSettingsDto => ({
  id: 1,
  name: 'mf-admin',
  title: 'Administration',
  owner: 'Console team',
  publishers: [],
  enabled: true,
  disabled_by: null,
  administrators_decide: false,
  stable_release_id: 12,
  approved_release_id: 12,
  previous_release_id: 11,
  canaries: [],
  error_budget_percent: 1,
  load_budget_ms: 5000,
  automatic_rollback: true,
  releases: [release(13, '1.10.0'), release(12, '1.9.0'), release(11, '1.8.2')],
  created_at: at,
  updated_at: at,
  ...over,
});

const withTag = (body: unknown, tag: string) => () =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json', ETag: tag } });

/** Opens the page with one module, and collects what is sent to change it. */
function start(over: Partial<ModuleSettingsDto> = {}, path = '/modules/recovery') {
  const one = moduleOf(over);
  const changes: { body: unknown; tag: string | null }[] = [];
  const shell = startShell(path, people.admin, {
    'GET /api/me/preferences': { language: currentLanguage() },
    'GET /api/modules/settings': [one],
    'GET /api/modules/settings/1': withTag(one, '"4"'),
    'PATCH /api/modules/settings/1': async (request) => {
      changes.push({ body: await request.json(), tag: request.headers.get('If-Match') });
      return withTag(one, '"5"')();
    },
    'GET /api/realms': [{ id: 3, name: 'Quayside Desk', user_count: 7 }],
    'GET /api/users': () =>
      new Response('[{}]', { headers: { 'Content-Type': 'application/json', 'X-Total-Count': '20' } }),
  });
  return { shell, changes };
}

beforeEach(() => resetBrowser());

test('gives everybody the release before after a question in numbers, and takes that back on Undo', async () => {
  const { changes } = start();
  const row = within(await screen.findByRole('main'));
  expect(await row.findByText('Stable 1.9.0 · before: 1.8.2')).toBeVisible();
  await userEvent.click(row.getByRole('button', { name: 'Roll back Administration' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Roll back Administration?' }));
  expect(await question.findByText('users get 1.8.2 instead of 1.9.0')).toBeVisible();
  expect(question.getByText('20')).toBeVisible();
  expect(changes).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Roll back' }));
  await waitFor(() => expect(changes).toEqual([{ body: { stable_release_id: 11 }, tag: '"4"' }]));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(changes[1]).toEqual({
      body: { stable_release_id: 12, approved_release_id: 12, canaries: [], administrators_decide: false },
      tag: '"5"',
    }),
  );
});

test('takes back canaries before the stable release', async () => {
  const { changes } = start({
    canaries: [
      { release_id: 13, realm_id: 3, percent: null },
      { release_id: 13, realm_id: null, percent: 10 },
    ],
  });
  expect(await screen.findByText(/2 canaries/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Roll back Administration' }));
  const question = within(await screen.findByRole('alertdialog'));
  const lines = (await question.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines).toEqual([
    '7users get 1.9.0 instead of 1.10.0Quayside Desk',
    '2users get 1.9.0 instead of 1.10.010% of users, estimated',
  ]);
  await userEvent.click(question.getByRole('button', { name: 'Roll back' }));
  await waitFor(() => expect(changes[0]?.body).toEqual({ canaries: [] }));
});

test('turns on a module that is off, and has nowhere to go back from the first release', async () => {
  const { changes } = start({ enabled: false, previous_release_id: null });
  expect(await screen.findByText('Stable 1.9.0 · none before')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Roll back Administration' })).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: 'Turn on Administration' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText('users get its pages again, in version 1.9.0')).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(changes[0]?.body).toEqual({ enabled: true }));
});

test('is reached from a module that fails, by administrators alone', async () => {
  const { shell } = start({}, '/sites');
  shell.remotes['mf-admin'] = new ModuleFailure('CRASHED', 'broken');
  await act(() => shell.router.navigate('/audit'));
  await userEvent.click(await screen.findByRole('link', { name: 'Give the previous release' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Module recovery' })).toBeVisible();
  expect(shell.at()).toBe('/modules/recovery');
  shell.close();

  resetBrowser();
  const owners = startShell('/dashboard', people.owner);
  owners.remotes['mf-admin'] = new ModuleFailure('CRASHED', 'broken');
  await act(() => owners.router.navigate('/sites'));
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Give the previous release' })).not.toBeInTheDocument();
});

test('works while no module can be listed, and is reached from there', async () => {
  const answers = {
    'GET /api/modules': () => json(403, { message: 'Not now', code: 'FORBIDDEN' }),
    'GET /api/modules/settings': [],
  };
  startShell('/modules', people.admin, answers);
  await userEvent.click(await screen.findByRole('link', { name: 'Give the previous release' }));
  expect(await screen.findByText('The server lists no modules.')).toBeVisible();
});

test('shows why the modules’ releases can’t be listed, and retries', async () => {
  let isDown = true;
  startShell('/modules/recovery', people.admin, {
    'GET /api/modules/settings': () =>
      isDown ? json(403, { message: 'Not now', code: 'FORBIDDEN' }) : json(200, [moduleOf()]),
  });
  const alert = within(await screen.findByRole('alert'));
  isDown = false;
  await userEvent.click(alert.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Stable 1.9.0 · before: 1.8.2')).toBeVisible();
});

test('is in German', async () => {
  await act(() => setLanguage('de'));
  try {
    start({ enabled: false, canaries: [{ release_id: 13, realm_id: null, percent: 10 }] });
    await userEvent.click(await screen.findByRole('button', { name: 'Verwaltung zurücksetzen' }));
    await within(await screen.findByRole('alertdialog')).findByText(/1\.9\.0.*1\.10\.0/);
    expect(findUntranslatedTexts(document.body, en, de)).toEqual([]);
  } finally {
    await act(() => setLanguage('en'));
  }
});
