import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  announced,
  json,
  modules,
  neverResponds,
  people,
  resetBrowser,
  setWideScreen,
  startShell,
} from '../../test/app';
import { dashboardAnswers } from '../../test/records';

beforeEach(() => resetBrowser());
afterEach(() => jest.useRealTimers());

const answer = announced(modules, { serial: 100 });
const pageOf = (path: string) => screen.findByRole('heading', { name: `page of ${path}` });
const entries = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

type Answers = Parameters<typeof startShell>[2];
const start = (path: string, list: NonNullable<Answers>[string]) =>
  startShell(path, people.owner, { ...dashboardAnswers(), 'GET /api/modules': list });

/** A page view that leaves its list of modules in the browser. */
async function visitBefore(list: object = answer) {
  const visit = start('/tasks', list);
  await pageOf('/tasks');
  visit.close();
}

/** A registry that can't be had, in each way. */
const failures: [string, NonNullable<Answers>[string], RegExp][] = [
  ['is dead', () => Promise.reject(new TypeError('Failed to fetch')), /It could not be reached/],
  ['hangs', neverResponds, /It did not answer within 1.5 seconds/],
  ['answers 500', () => json(500, { message: 'Broken', code: 'SERVER_ERROR' }), /It answered 500/],
  [
    'answers with a page',
    () => new Response('<html>', { status: 200 }),
    /It could not be reached|no list of modules/,
  ],
  ['answers with something else', [], /Its answer is no list of modules/],
];

describe.each(failures)('while the registry %s', (_, list, message) => {
  test('shows the dashboard, the own menu and a notice with Retry', async () => {
    start('/dashboard', list);
    expect(await screen.findByText('Held now')).toBeInTheDocument();
    expect(await screen.findByText(/The modules could not be listed/)).toBeInTheDocument();
    expect(entries()).toEqual(['Dashboard', 'Notifications']);
  });

  test('shows why a module’s page is missing', async () => {
    start('/tasks', list);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('REGISTRY');
    expect(alert).toHaveTextContent(message);
    expect(within(alert).getByRole('link', { name: 'Notifications' })).toBeInTheDocument();
  });

  test('starts from the last answer of this user, and says so', async () => {
    await visitBefore();
    start('/tasks', list);
    expect(await pageOf('/tasks')).toBeInTheDocument();
    expect(screen.getByText(/These are from your last visit/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sites' })).toBeInTheDocument();
  });
});

test('says that an empty registry lists no modules', async () => {
  start('/tasks', announced([]));
  expect(await screen.findByRole('alert')).toHaveTextContent('The server lists no modules');
  expect(entries()).toEqual(['Dashboard', 'Notifications']);
});

test('uses an answer that comes after the time limit', async () => {
  let respond!: () => void;
  start('/tasks', () => new Promise<Response>((resolve) => (respond = () => resolve(json(200, answer)))));
  expect(await screen.findByRole('alert')).toHaveTextContent('REGISTRY');
  respond();
  expect(await pageOf('/tasks')).toBeInTheDocument();
  expect(screen.queryByText(/could not be listed/)).not.toBeInTheDocument();
});

test('asks again by itself after a problem', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  let isDead = true;
  start('/tasks', () => (isDead ? Promise.reject(new TypeError('Failed to fetch')) : json(200, answer)));
  await screen.findByRole('alert');
  isDead = false;
  await act(() => jest.advanceTimersByTimeAsync(16_000));
  expect(await pageOf('/tasks')).toBeInTheDocument();
});

test('refuses an answer that is older than one seen before, and uses the last one', async () => {
  await visitBefore();
  const replayed = announced(
    modules.map((release) => ({ ...release, version: '1.0.0', base_url: `/modules/${release.name}/1.0.0/` })),
    { serial: 99 },
  );
  const shell = start('/tasks', replayed);
  await pageOf('/tasks');
  expect(shell.started()).toEqual(['mf-tasks 1.8.2']);
  expect(screen.getByText(/These are from your last visit/)).toBeInTheDocument();
});

test('runs nothing of a replayed answer where nothing else is known', async () => {
  await visitBefore();
  localStorage.removeItem('modules');
  const shell = start('/tasks', announced(modules, { serial: 99 }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The list 99 is older than one seen before');
  expect(shell.started()).toEqual([]);
});

test('keeps the last answer for its user alone, until they sign out', async () => {
  await visitBefore();
  expect(localStorage.getItem('modules')).toContain('mf-tasks');
  const another = startShell('/tasks', people.user, { 'GET /api/modules': neverResponds });
  expect(await screen.findByRole('alert')).toHaveTextContent('REGISTRY');
  another.close();
  await visitBefore();
  resetBrowser({ keepStorage: true });
  await waitFor(() => expect(localStorage.getItem('modules')).toBeNull());
});

test('runs a new release at once where the module isn’t in use, and keeps one that is', async () => {
  let list = answer;
  const shell = start('/tasks', () => json(200, list));
  await pageOf('/tasks');
  list = announced(
    modules.map((release) => ({ ...release, version: '1.9.0', base_url: `/modules/${release.name}/1.9.0/` })),
    { serial: 101 },
  );
  await act(() => shell.refresh());
  await userEvent.click(screen.getByRole('link', { name: 'Sites' }));
  await pageOf('/sites');
  await userEvent.click(screen.getByRole('link', { name: 'Tasks' }));
  await pageOf('/tasks');
  expect(shell.started()).toEqual(['mf-tasks 1.8.2', 'mf-admin 1.9.0']);
});

test('keeps a module in use that is no longer listed', async () => {
  let list = answer;
  const shell = start('/tasks', () => json(200, list));
  await pageOf('/tasks');
  list = announced([], { serial: 101 });
  await act(() => shell.refresh());
  expect(screen.getByRole('heading', { name: 'page of /tasks' })).toBeInTheDocument();
});

describe('a page of a module that isn’t announced', () => {
  const tasks = {
    name: 'mf-tasks',
    title: 'Tasks',
    version: '2.0.0',
    reason: 'mf-tasks 2.0.0 needs the shell contract ^2.0.0; the shell provides 1.0.0',
    paths: ['/tasks', '/tasks/:taskId'],
  };
  const others = modules.filter(({ name }) => name !== tasks.name);

  test('says that the module is disabled', async () => {
    const shell = start('/tasks/7', announced(others, { disabled: [tasks] }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The Tasks module is disabled');
    expect(alert).toHaveTextContent('DISABLED');
    expect(shell.at()).toBe('/tasks/7');
  });

  test('says why the module doesn’t fit', async () => {
    start('/tasks', announced(others, { incompatible: [tasks] }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('does not fit this version of the console');
    expect(alert).toHaveTextContent(`INCOMPATIBLE: ${tasks.reason}`);
    expect(alert).toHaveTextContent('Tasks 2.0.0');
  });

  test('opens as soon as the module is announced', async () => {
    let list = announced(others, { disabled: [tasks] });
    start('/tasks', () => json(200, list));
    const alert = await screen.findByRole('alert');
    list = announced(modules, { serial: 2 });
    await userEvent.click(within(alert).getByRole('button', { name: 'Retry' }));
    expect(await pageOf('/tasks')).toBeInTheDocument();
  });
});

test('says on a narrow screen too, where the menu is closed, that the modules are missing', async () => {
  setWideScreen(false);
  start('/dashboard', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await screen.findByText(/The modules could not be listed/)).toBeInTheDocument();
});
