import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeTimeoutSignals } from '@tessera/api/testing';
import { json, neverResponds, people, resetBrowser, setWideScreen, startShell } from '../../test/app';

beforeEach(() => resetBrowser());

const page = (path: string) => screen.findByRole('heading', { name: `page of ${path}` });
const palette = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.keyboard('{Control>}k{/Control}');
  return screen.findByRole('combobox', { name: 'Go to a page or find by name' });
};
/** The label of an option, without the shortcut beside it. */
const labelOf = ({ textContent }: HTMLElement) => textContent.replace(/G [A-Z]$/, '');
const options = () => screen.getAllByRole('option').map(labelOf);

test('goes to the pages that the user may open, by keyboard', async () => {
  const user = userEvent.setup();
  const shell = startShell('/tasks', people.user);
  await page('/tasks');
  const field = await palette(user);
  expect(field).toHaveFocus();
  expect(options()).toEqual(
    expect.arrayContaining(['Dashboard', 'Tasks', 'Sites', 'Notifications', 'Account']),
  );
  expect(options()).not.toContain('Templates');
  expect(options()).not.toContain('Realms');
  await user.keyboard('sit');
  const [only] = screen.getAllByRole('option');
  expect(only).toHaveAttribute('aria-selected', 'true');
  expect(field).toHaveAttribute('aria-activedescendant', only?.id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shell.at()).toBe('/sites'));
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument();
});

test('offers an administrator the pages of the account menu', async () => {
  const user = userEvent.setup();
  const shell = startShell('/tasks', people.admin);
  await page('/tasks');
  await palette(user);
  await user.keyboard('audit{Enter}');
  await waitFor(() => expect(shell.at()).toBe('/audit'));
});

test('moves through its options with the arrow keys, and wraps around', async () => {
  const user = userEvent.setup();
  startShell('/tasks', people.owner);
  await page('/tasks');
  await palette(user);
  const chosen = () => labelOf(screen.getByRole('option', { selected: true }));
  const [first, second] = options();
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe(second);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(chosen()).toBe(options().at(-1));
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe(first);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('finds by name in the lists that the user may open, and opens a result', async () => {
  const user = userEvent.setup();
  const answers = {
    'GET /api/tasks': [{ id: 7, name: 'HC north 07', event_name: 'Harbour City' }],
    'GET /api/sites': [
      { id: 2, name: 'harbour', display_name: 'Harbour City Tickets', url: 'https://h.example' },
    ],
    'GET /api/logins': [{ id: 5, name: 'North', email: 'north@example.org', site_id: 2 }],
  };
  const shell = startShell('/sites', people.owner, answers);
  await page('/sites');
  await palette(user);
  await user.keyboard('nor');
  const hit = await screen.findByRole('option', { name: /HC north 07/ });
  expect(within(hit).getByText('Harbour City')).toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Logins' })).toHaveTextContent('north@example.org');
  const searched = shell.requests
    .filter(({ url }) => url.includes('q=nor'))
    .map(({ url }) => new URL(url).pathname);
  // Only the debounced text is searched, and no list whose page an owner may not open.
  expect(searched.sort()).toEqual(['/api/jobs', '/api/logins', '/api/tasks', '/api/templates']);
  await user.click(hit);
  await waitFor(() => expect(shell.at()).toBe('/tasks?open=7'));
});

test('asks the page of a record to act on it, without an address that could do it', async () => {
  const user = userEvent.setup();
  const shell = startShell('/tasks', people.owner, {
    'GET /api/tasks': [],
    'GET /api/jobs': [{ id: 9, name: 'North stand', event_name: 'Harbour City' }],
  });
  await page('/tasks');
  await palette(user);
  await user.keyboard('pau north');
  await user.click(await screen.findByRole('option', { name: /Pause: North stand/ }));
  await waitFor(() => expect(shell.at()).toBe('/jobs/9'));
  expect(shell.router.state.location.state).toEqual({ act: 'pause' });
});

test('offers what it can do, and then waits for the name', async () => {
  const user = userEvent.setup();
  startShell('/tasks', people.owner, { 'GET /api/templates': [] });
  await page('/tasks');
  const field = await palette(user);
  await user.keyboard('launch');
  await user.click(screen.getByRole('option', { name: /Launch: …/ }));
  expect(field).toHaveValue('Launch ');
});

test('offers nothing to do to a person who only reads', async () => {
  const user = userEvent.setup();
  startShell('/tasks', people.user);
  await page('/tasks');
  await palette(user);
  expect(screen.queryByRole('group', { name: 'Act on' })).not.toBeInTheDocument();
});

test('opens a task or job by its number, though no name has it', async () => {
  const user = userEvent.setup();
  const shell = startShell('/tasks', people.owner, {
    'GET /api/tasks': [],
    'GET /api/jobs': ({ url }: Request) => {
      const isAsked = new URL(url).searchParams.get('id') === '7';
      return Response.json(isAsked ? [{ id: 7, name: 'North stand', event_name: 'Harbour City' }] : []);
    },
  });
  await page('/tasks');
  await palette(user);
  await user.keyboard('#7');
  await user.click(await screen.findByRole('option', { name: /North stand/ }));
  await waitFor(() => expect(shell.at()).toBe('/jobs/7'));
});

test('goes to pages by g and a letter', async () => {
  const user = userEvent.setup();
  const shell = startShell('/tasks', people.owner);
  await page('/tasks');
  await user.keyboard('gs');
  await waitFor(() => expect(shell.at()).toBe('/sites'));
  await user.keyboard('?');
  expect(await screen.findByRole('heading', { name: 'Go to' })).toBeInTheDocument();
});

test('aborts its searches when it closes', async () => {
  const user = userEvent.setup();
  let searchRequest: Request | undefined;
  startShell('/tasks', people.owner, {
    'GET /api/tasks': (request: Request) => {
      searchRequest = request;
      return new Promise<Response>(() => undefined);
    },
  });
  await page('/tasks');
  await palette(user);
  await user.keyboard('north');
  await waitFor(() => expect(searchRequest?.url).toContain('q=north'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(searchRequest?.signal.aborted).toBe(true));
});

describe('the search for jobs', () => {
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));
  /** Types a name into the palette and responds to the requests for jobs; timers are fake from here on. */
  const search = async (answer: (request: Request) => Response | Promise<Response>) => {
    const requests: Request[] = [];
    jest.useFakeTimers();
    fakeTimeoutSignals();
    const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
    startShell('/tasks', people.owner, {
      'GET /api/tasks': [],
      'GET /api/logins': [],
      'GET /api/jobs': (request: Request) => {
        requests.push(request);
        return answer(request);
      },
    });
    await page('/tasks');
    await palette(user);
    await user.keyboard('north');
    while (requests.length === 0) await pass(100);
    return requests;
  };

  test('times out after 30 seconds and logs it', async () => {
    const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const requests = await search(neverResponds);
    await pass(29_000);
    expect(screen.queryByText('No results for “north”')).not.toBeInTheDocument();
    await pass(2_000);
    expect(warned).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'Fetching jobs timed out after 30 seconds.' }),
    );
    expect(screen.getByText('No results for “north”')).toBeInTheDocument();
    expect(requests).toHaveLength(1);
  });

  test('is not retried when refused', async () => {
    const requests = await search(() => json(403, { message: 'Not for you', code: 'FORBIDDEN' }));
    await pass(10_000);
    expect(requests).toHaveLength(1);
  });
});

test('shows when there are no results', async () => {
  const user = userEvent.setup();
  startShell('/dashboard', people.user, { 'GET /api/tasks': () => json(200, []) });
  await screen.findByRole('navigation', { name: 'Main' });
  await palette(user);
  await user.keyboard('zzz');
  expect(await screen.findByText('No results for “zzz”')).toBeInTheDocument();
});

test('opens from the top bar’s field, on a narrow screen from its icon', async () => {
  const user = userEvent.setup();
  setWideScreen(false);
  startShell('/tasks', people.owner);
  await page('/tasks');
  await user.click(screen.getByRole('button', { name: 'Go to a page or find by name' }));
  expect(await screen.findByRole('combobox')).toHaveFocus();
});

test('lists the page’s shortcuts on ?, except while typing', async () => {
  const user = userEvent.setup();
  startShell('/tasks', people.owner);
  await page('/tasks');
  await user.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(sheet).getByText('Command palette')).toBeInTheDocument();
  expect(within(sheet).getByText('Ctrl K')).toBeInTheDocument();
  await user.click(within(sheet).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const field = await palette(user);
  await user.keyboard('?');
  expect(field).toHaveValue('?');
  expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).not.toBeInTheDocument();
});
