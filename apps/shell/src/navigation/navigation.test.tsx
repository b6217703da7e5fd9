import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enterRehearsal } from '@tessera/api/testing';
import { ModuleFailure } from '@tessera/federation';
import { announced, json, modules, people, resetBrowser, setWideScreen, startShell } from '../../test/app';
import { dashboardAnswers } from '../../test/records';

beforeEach(() => resetBrowser());

const menu = async () =>
  within(await screen.findByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test.each([
  [
    'admin',
    [
      ...['Dashboard', 'Tasks', 'Templates', 'Sites', 'Notifications'],
      ...['Realms', 'Service tokens', 'Webhooks', 'Modules', 'Audit log'],
    ],
    'Admin Dashboard',
  ],
  ['owner', ['Dashboard', 'Tasks', 'Templates', 'Sites', 'Notifications'], 'Realm Dashboard'],
  ['user', ['Dashboard', 'Tasks', 'Templates', 'Sites', 'Notifications'], 'Realm Dashboard'],
] as const)('lists in the menu what a %s may read, in order', async (role, entries, bar) => {
  startShell('/tasks', people[role]);
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(await menu()).toEqual(entries);
  expect(screen.getByText(bar)).toBeInTheDocument();
});

test('locks Templates for a realm user, and links to the page that names the permission', async () => {
  const shell = startShell('/tasks', people.user);
  const entry = await screen.findByRole('link', { name: /Templates/ });
  expect(within(entry).getByRole('img', { name: /permission/ })).toBeInTheDocument();
  await userEvent.click(entry);
  await waitFor(() => expect(shell.at()).toBe('/unauthorized'));
  expect(await screen.findByText('write:own')).toBeInTheDocument();
  expect(screen.getByText(/open \/templates/)).toBeInTheDocument();
});

test('shows no lock on an owner’s Templates', async () => {
  startShell('/templates', people.owner);
  expect(await screen.findByRole('heading', { name: 'page of /templates' })).toBeInTheDocument();
  expect(screen.queryByRole('img', { name: /permission/ })).not.toBeInTheDocument();
});

test.each([
  ['user', '/realms', 'admin:all'],
  ['owner', '/modules', 'admin:all'],
  ['user', '/modules/mf-tasks', 'admin:all'],
  ['owner', '/modules/recovery', 'admin:all'],
  ['owner', '/realms', 'admin:all'],
  ['user', '/sites/3/logins', 'write:own'],
] as const)('shows a %s at %s that %s is missing', async (role, path, permission) => {
  const shell = startShell(path, people[role]);
  expect(await screen.findByText(permission)).toBeInTheDocument();
  expect(shell.at()).toBe('/unauthorized');
});

test('redirects from a guarded page without a session', async () => {
  const shell = startShell('/realms');
  await screen.findByRole('button', { name: 'Sign in' });
  expect(shell.at()).toBe('/auth/login');
});

test.each(['/', '/nowhere', '/notifications/more'])('%s redirects to the dashboard', async (path) => {
  const shell = startShell(path, people.owner);
  await waitFor(() => expect(shell.at()).toBe('/dashboard'));
});

test('says that a path has no page for this user', async () => {
  startShell('/nowhere', people.owner);
  expect(await screen.findByText('No page at /nowhere is available to you.')).toBeVisible();
});

test('sets the document’s title, and moves the focus to a new page', async () => {
  startShell('/tasks', people.owner);
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(document.title).toBe('Tasks · Tessera');
  await userEvent.click(screen.getByRole('link', { name: 'Sites' }));
  expect(document.title).toBe('Sites · Tessera');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

test('titles a page without a menu entry by its own name', async () => {
  startShell('/sites/3/logins', people.owner);
  await screen.findByRole('heading', { name: 'page of /sites/:siteId/logins' });
  expect(document.title).toBe('Logins · Tessera');
});

test('opens the menu over the page on a narrow screen, and closes it after a navigation', async () => {
  setWideScreen(false);
  startShell('/tasks', people.owner);
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Open the menu' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Sites' }));
  expect(await screen.findByRole('heading', { name: 'page of /sites' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument());
});

test('skips the menu from the first tab stop', async () => {
  startShell('/tasks', people.owner);
  await screen.findByRole('heading', { name: 'page of /tasks' });
  await userEvent.tab();
  expect(screen.getByText('Skip to content')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
});

test('shows a fallback and a mark in the menu for a module that fails to load, and loads it on Retry', async () => {
  const shell = startShell('/dashboard', people.owner);
  const there = shell.remotes['mf-tasks']!;
  shell.remotes['mf-tasks'] = new ModuleFailure('INTEGRITY', 'mf-manifest.json does not match');
  await userEvent.click(await screen.findByRole('link', { name: 'Tasks' }));
  expect(await screen.findByText('This page could not be loaded')).toBeInTheDocument();
  expect(screen.getByText('INTEGRITY')).toBeInTheDocument();
  expect(
    within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('img', { name: 'not loaded' }),
  ).not.toHaveLength(0);

  await userEvent.click(
    within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Sites' }),
  );
  expect(await screen.findByRole('heading', { name: 'page of /sites' })).toBeInTheDocument();

  shell.remotes['mf-tasks'] = there;
  await userEvent.click(screen.getByRole('link', { name: /^Tasks/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'page of /tasks' })).toBeInTheDocument();
});

test('shows an error when the modules can’t be listed, and retries', async () => {
  let answers = 0;
  startShell('/tasks', people.owner, {
    'GET /api/modules': () =>
      answers++ ? json(200, announced(modules)) : json(403, { message: 'Not now', code: 'FORBIDDEN' }),
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('REGISTRY');
  expect(alert).toHaveTextContent('It answered 403');
  await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'page of /tasks' })).toBeInTheDocument();
});

test('explains to a user without a realm why everything is empty', async () => {
  startShell('/tasks', people.waiting);
  expect(await screen.findByText('Waiting for an administrator')).toBeInTheDocument();
});

test('shows a realm that is assigned while the page is open', async () => {
  startShell('/tasks', people.waiting, {
    'GET /api/me': { ...people.waiting, realm_id: 3, realm_name: 'Quayside Desk' },
  });
  expect(await screen.findByText('Quayside Desk')).toBeInTheDocument();
  expect(screen.queryByText('Waiting for an administrator')).not.toBeInTheDocument();
});

test('shows on every page that the realm is suspended', async () => {
  startShell('/tasks', { ...people.owner, realm_status: 'suspended' });
  expect(await screen.findByText('This realm is suspended')).toBeInTheDocument();
});

test('shows a suspension that happens while the page is open', async () => {
  startShell('/tasks', people.owner, { 'GET /api/me': { ...people.owner, realm_status: 'suspended' } });
  expect(await screen.findByText('This realm is suspended')).toBeInTheDocument();
});

test.each([
  ['admin', ['Account', 'Log out']],
  ['owner', ['Account', 'Log out']],
  ['user', ['Account', 'Log out']],
] as const)('has the account alone in the account menu of a %s', async (role, entries) => {
  const shell = startShell('/tasks', people[role]);
  await screen.findByRole('heading', { name: 'page of /tasks' });
  await userEvent.click(screen.getByRole('button', { name: /^Account of/ }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual(entries);
  await userEvent.click(screen.getByRole('menuitem', { name: entries[0] }));
  await waitFor(() => expect(shell.at()).toBe('/account'));
});

test('has a drawer of 240 px with a log out button', async () => {
  const shell = startShell('/tasks', people.owner, {
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
  });
  const drawer = await screen.findByRole('complementary', { name: 'Tessera' });
  expect(getComputedStyle(drawer).width).toBe('240px');
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(shell.at()).toBe('/auth/login'));
});

test('says on every page within a rehearsal that nothing is real, and keeps it in the address', async () => {
  enterRehearsal(5);
  try {
    const shell = startShell('/tasks', people.owner, {
      ...dashboardAnswers(),
      'GET /api/rehearsals/5': { id: 5, name: 'Cup final' },
    });
    const banner = await screen.findByRole('region', { name: 'Rehearsal' });
    expect(await within(banner).findByText('Rehearsal: Cup final')).toBeVisible();
    expect(within(banner).getByRole('link', { name: 'Leave rehearsal' })).toHaveAttribute(
      'href',
      '/rehearsals/5',
    );
    await waitFor(() => expect(document.title).toBe('Rehearsal · Tasks · Tessera'));
    await userEvent.click(screen.getByRole('link', { name: 'Sites' }));
    await waitFor(() => expect(shell.at()).toBe('/sites?rehearsal=5'));
    expect(screen.getByRole('region', { name: 'Rehearsal' })).toBeVisible();
  } finally {
    enterRehearsal(null);
  }
});
