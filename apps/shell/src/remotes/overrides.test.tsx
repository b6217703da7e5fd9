import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ModuleRelease } from '@tessera/federation';
import { setLanguage } from '@tessera/ui';
import { announced, json, modules, people, resetBrowser, startShell } from '../../test/app';
import de from '../texts/de';
import * as pageReload from './page-reload';

jest.mock('./page-reload', () => {
  const actual = jest.requireActual<typeof pageReload>('./page-reload');
  const reloads = { count: 0 };
  return {
    ...actual,
    reloads,
    reloadPage: () => void (reloads.count += 1),
  };
});
const { reloads } = pageReload as typeof pageReload & { reloads: { count: number } };

beforeEach(() => {
  resetBrowser();
  reloads.count = 0;
});
afterEach(() => act(() => setLanguage('en')));

const origin = 'http://127.0.0.1:4205';
/** As the server announces an override: what the module is, only its development server knows. */
const local = (name: string, title = name): ModuleRelease => ({
  name,
  title,
  owner: null,
  version: 'local',
  channel: 'local',
  base_url: `${origin}/`,
  integrity: null,
  signature: null,
  key: null,
  routes: [],
  nav: [],
  slots: [],
});

/** The module.json of a development server. */
const manifest = (name: string) => ({
  name,
  title: 'Gangway',
  owner: 'Desk team',
  version: '0.1.0-dev',
  routes: [{ path: '/gangway', action: null, reach: null }],
  nav: [{ label: 'Gangway', path: '/gangway', icon: 'ship', order: 90 }],
});

type Answers = NonNullable<Parameters<typeof startShell>[2]>;
const start = (path: string, list: object, answers: Answers = {}) =>
  startShell(path, people.admin, {
    'GET /api/modules': list,
    'PUT /api/modules/overrides/mf-gangway': () => new Response(null, { status: 204 }),
    'DELETE /api/modules/overrides/mf-gangway': () => new Response(null, { status: 204 }),
    ...answers,
  });
const withGangway = announced([...modules, local('mf-gangway')], { overrides: true });
const developmentServer: Answers = { 'GET /module.json': manifest('mf-gangway') };

const openPanel = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  const panel = within(await screen.findByRole('dialog', { name: 'Modules from this computer' }));
  await panel.findByRole('button', { name: 'Add' });
  return panel;
};

test('shows nothing of it to people who may not', async () => {
  start('/notifications', announced(modules));
  await screen.findByRole('link', { name: 'Sites' });
  expect(screen.queryByRole('button', { name: /this computer/ })).not.toBeInTheDocument();
});

test('adds a module by its name and address, and then loads the page again', async () => {
  const shell = start('/notifications', announced(modules, { overrides: true }));
  const panel = await openPanel('Load modules from this computer');
  await userEvent.type(panel.getByLabelText('Module'), 'mf-gangway');
  await userEvent.click(panel.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(reloads.count).toBe(1));
  const sent = shell.requests.find(({ method }) => method === 'PUT');
  expect(await sent?.json()).toEqual({ origin });
});

test('names this computer as its development servers do', async () => {
  const shell = start('/notifications', announced(modules, { overrides: true }));
  const panel = await openPanel('Load modules from this computer');
  await userEvent.type(panel.getByLabelText('Module'), 'mf-gangway');
  await userEvent.clear(panel.getByLabelText('Address'));
  await userEvent.type(panel.getByLabelText('Address'), 'http://localhost:4205/');
  await userEvent.click(panel.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(reloads.count).toBe(1));
  expect(await shell.requests.find(({ method }) => method === 'PUT')?.json()).toEqual({ origin });
});

test.each([
  ['Gangway', origin, 'Enter a name such as mf-example'],
  [
    'mf-gangway',
    'https://elsewhere.example',
    'Enter an address of this computer such as http://127.0.0.1:4205',
  ],
])('refuses the module %s at %s', async (name, address, message) => {
  const shell = start('/notifications', announced(modules, { overrides: true }));
  const panel = await openPanel('Load modules from this computer');
  await userEvent.type(panel.getByLabelText('Module'), name);
  await userEvent.clear(panel.getByLabelText('Address'));
  await userEvent.type(panel.getByLabelText('Address'), address);
  await userEvent.click(panel.getByRole('button', { name: 'Add' }));
  expect(panel.getByText(message)).toBeInTheDocument();
  expect(shell.requests.some(({ method }) => method === 'PUT')).toBe(false);
});

test('shows the server’s refusal', async () => {
  start('/notifications', announced(modules, { overrides: true }), {
    'PUT /api/modules/overrides/mf-gangway': () =>
      json(403, { message: 'You are no developer of mf-gangway', code: 'FORBIDDEN' }),
  });
  const panel = await openPanel('Load modules from this computer');
  await userEvent.type(panel.getByLabelText('Module'), 'mf-gangway');
  await userEvent.click(panel.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText(/no developer of mf-gangway/)).toBeInTheDocument();
  expect(reloads.count).toBe(0);
});

test('takes pages and menu of a new module from its development server', async () => {
  const shell = start('/gangway', withGangway, developmentServer);
  shell.remotes['mf-gangway'] = {
    name: 'mf-gangway',
    routes: [{ path: '/gangway', element: <h1>the gangway</h1> }],
  };
  expect(await screen.findByRole('link', { name: 'Gangway' })).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'the gangway' })).toBeInTheDocument();
  expect(
    screen.getByRole('button', { name: 'Local: Gangway, loaded from this computer' }),
  ).toBeInTheDocument();
});

test('says that a development server doesn’t answer', async () => {
  start('/gangway', withGangway);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The mf-gangway module could not be reached.');
  expect(alert).toHaveTextContent(`${origin}/module.json`);
});

test('says that a development server serves another module', async () => {
  start('/gangway', withGangway, { 'GET /module.json': manifest('mf-other') });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This address serves the module mf-other, not mf-gangway.',
  );
});

test.each([
  ['nothing answers', {}, `Nothing answers at ${origin}, so mf-gangway isn’t loaded from there.`],
  [
    'another module is served',
    { 'GET /module.json': manifest('mf-other') },
    `${origin} serves mf-other, not mf-gangway: remove it, and add mf-other.`,
  ],
])('says on every page, and beside the override, that %s at its address', async (_case, answers, message) => {
  start('/notifications', withGangway, answers);
  expect(await screen.findByText(message)).toBeVisible();
  const panel = await openPanel('Local: mf-gangway, loaded from this computer');
  expect(panel.getByText(message)).toBeVisible();
});

test('loads nothing from this computer where overrides are off', async () => {
  const shell = start('/gangway', { ...withGangway, overrides: false }, developmentServer);
  await waitFor(() => expect(shell.at()).toBe('/dashboard'));
  expect(shell.requests.some(({ url }) => url.startsWith(origin))).toBe(false);
});

test('switches a module off and on again, and removes it', async () => {
  const off = start('/notifications', withGangway, developmentServer);
  let panel = await openPanel('Local: Gangway, loaded from this computer');
  await userEvent.click(panel.getByRole('switch', { name: 'Load Gangway from this computer' }));
  await waitFor(() => expect(reloads.count).toBe(1));
  expect(off.requests.some(({ method }) => method === 'DELETE')).toBe(true);
  off.close();

  const on = start('/notifications', announced(modules, { overrides: true }));
  panel = await openPanel('Load modules from this computer');
  await userEvent.click(panel.getByRole('switch', { name: 'Load mf-gangway from this computer' }));
  await waitFor(() => expect(reloads.count).toBe(2));
  expect(on.requests.some(({ method }) => method === 'PUT')).toBe(true);
  on.close();

  const removed = start('/notifications', withGangway, developmentServer);
  panel = await openPanel('Local: Gangway, loaded from this computer');
  await userEvent.click(panel.getByRole('button', { name: 'Remove Gangway' }));
  await waitFor(() => expect(reloads.count).toBe(3));
  removed.close();

  start('/notifications', announced(modules, { overrides: true }));
  panel = await openPanel('Load modules from this computer');
  expect(panel.queryByRole('switch')).not.toBeInTheDocument();
});

test('lets a module from this computer replace itself in the open page, and only then', async () => {
  const without = start('/notifications', announced(modules, { overrides: true }));
  await screen.findByRole('link', { name: 'Sites' });
  expect(globalThis.__tesseraModules).toBeUndefined();
  without.close();

  const shell = start('/gangway', withGangway, developmentServer);
  const page = (text: string) => ({
    name: 'mf-gangway',
    routes: [{ path: '/gangway', element: <h1>{text}</h1> }],
  });
  shell.remotes['mf-gangway'] = page('the gangway');
  await screen.findByRole('heading', { name: 'the gangway' });
  act(() => void globalThis.__tesseraModules?.replace('mf-gangway', page('the new gangway')));
  expect(await screen.findByRole('heading', { name: 'the new gangway' })).toBeInTheDocument();
  expect(globalThis.__tesseraModules?.replace('mf-tasks', page('another'))).toBe(false);
  shell.close();
  expect(globalThis.__tesseraModules).toBeUndefined();
});

test('is in German, too', async () => {
  await act(() => setLanguage('de'));
  start('/notifications', withGangway, {
    ...developmentServer,
    'GET /api/me/preferences': { language: 'de' },
  });
  await userEvent.click(
    await screen.findByRole('button', { name: de.localModules.replace('{{names}}', 'Gangway') }),
  );
  const panel = within(await screen.findByRole('dialog', { name: de.overrides.title }));
  expect(await panel.findByRole('button', { name: 'Gangway entfernen' })).toBeInTheDocument();
  expect(panel.getByRole('button', { name: 'Hinzufügen' })).toBeInTheDocument();
});
