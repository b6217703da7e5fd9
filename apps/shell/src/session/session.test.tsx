import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getSession, setSession, toUser } from '@tessera/api';
import { setLanguage } from '@tessera/ui';
import { json, people, resetBrowser, startShell } from '../../test/app';

beforeEach(() => resetBrowser());
afterEach(() => jest.restoreAllMocks());

const answer = { token: 'access', refreshToken: 'refresh', user: people.owner };

async function fillSignIn(password = 'correct horse battery') {
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ida@quayside.example');
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

test('continues to the requested page after signing in', async () => {
  const shell = startShell('/tasks?status=!bought', undefined, { 'POST /api/auth/login': answer });
  await fillSignIn();
  expect(await screen.findByRole('heading', { name: 'page of /tasks' })).toBeInTheDocument();
  expect(shell.at()).toBe('/tasks?status=!bought');
  expect(getSession()).toMatchObject({
    token: 'access',
    refreshToken: 'refresh',
    user: { role: 'realm_owner' },
  });
});

test('keeps the destination when the user registers instead', async () => {
  const shell = startShell('/tasks', undefined, { 'POST /api/auth/register': answer });
  await userEvent.click(await screen.findByRole('link', { name: 'Create an account' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'Ida Quill');
  await userEvent.type(screen.getByLabelText('E-mail'), 'ida@quayside.example');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(shell.at()).toBe('/tasks'));
});

test('reports wrong credentials in the page’s own words, and stores nothing', async () => {
  startShell('/auth/login', undefined, {
    'POST /api/auth/login': () => json(401, { error: 'E-mail or password is wrong', request_id: 'r-7' }),
  });
  await fillSignIn('not this one at all');
  expect(await screen.findByText('Wrong e-mail or password. Check both and try again.')).toBeInTheDocument();
  expect(screen.queryByText(/UNAUTHORIZED|r-7/)).not.toBeInTheDocument();
  expect(localStorage).toHaveLength(0);
});

test('reports empty fields without sending a request', async () => {
  const { requests } = startShell('/auth/login');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(await screen.findByText('Enter your e-mail address')).toBeInTheDocument();
  expect(screen.getByText('Enter your password')).toBeInTheDocument();
  expect(requests.filter(({ method }) => method !== 'GET')).toHaveLength(0);
});

test('shows who invites to which realm, sends the invitation’s token, and marks a refused field', async () => {
  const bodies: unknown[] = [];
  startShell('/auth/register#invitation=once-only', undefined, {
    'POST /api/auth/invitation': async (request) => {
      bodies.push(await request.json());
      return json(200, {
        realm_name: 'Quayside Desk',
        role: 'realm_owner',
        invited_by: 'Sam Reed',
        email: 'ida@quayside.example',
        expires_at: '2026-11-27T09:00:00.000Z',
      });
    },
    'POST /api/auth/register': async (request) => {
      bodies.push(await request.json());
      return json(400, {
        message: 'Invalid request',
        code: 'VALIDATION',
        details: [{ field: 'password', message: 'is a common password' }],
      });
    },
  });
  expect(
    await screen.findByText('Sam Reed invited you to Quayside Desk. Your role: Realm owner.'),
  ).toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('E-mail')).toHaveValue('ida@quayside.example'));
  await userEvent.type(screen.getByLabelText('Name'), 'Ida Quill');
  await userEvent.type(screen.getByLabelText('Password'), 'password1234');
  await userEvent.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText('is a common password')).toBeInTheDocument();
  expect(bodies).toEqual([
    { invitation_token: 'once-only' },
    expect.objectContaining({ email: 'ida@quayside.example', invitation_token: 'once-only' }),
  ]);
});

test('explains what to do about an invalid invitation', async () => {
  startShell('/auth/register#invitation=used');
  expect(await screen.findByText(/no longer valid.*Ask for a new link/)).toBeInTheDocument();
});

describe('when the browser blocks cookies', () => {
  const property = Object.getOwnPropertyDescriptor(window, 'localStorage');
  beforeEach(() => {
    jest.spyOn(document, 'cookie', 'get').mockReturnValue('');
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
  afterEach(() => Object.defineProperty(window, 'localStorage', property ?? {}));

  test.each(['/', '/auth/login', '/auth/register', '/tasks?status=failed', '/sites/1/logins', '/nowhere'])(
    'shows the blocked page at %s',
    async (path) => {
      const shell = startShell(path);
      expect(await screen.findByRole('heading', { name: 'Cookies are turned off' })).toBeInTheDocument();
      expect(shell.at()).toBe('/bot-blocked');
    },
  );

  test('shows that cookies are still off after Retry', async () => {
    startShell('/auth/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Cookies are still off.')).toBeInTheDocument();
  });
});

describe('when the page was opened over http from another name', () => {
  // As browsers do there, the document keeps no cookie that must be secure.
  beforeEach(() => jest.spyOn(document, 'cookie', 'get').mockReturnValue('tessera_check=1'));

  test('says so in place of the sign-in, and where the console can be opened', async () => {
    const shell = startShell('/tasks');
    expect(await screen.findByRole('heading', { name: 'This address isn’t secure' })).toBeInTheDocument();
    expect(shell.at()).toBe('/bot-blocked');
    expect(screen.getByText(/over https alone/)).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('The browser still refuses the cookie.')).toBeInTheDocument();
  });
});

test('clears the session on log out, and starts the next one at the dashboard', async () => {
  const shell = startShell('/tasks', people.owner, {
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
    'POST /api/auth/login': { ...answer, user: people.user },
  });
  await screen.findByRole('heading', { name: 'page of /tasks' });
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(shell.at()).toBe('/auth/login'));
  // Not of the user: it protects the next one against a replayed list of modules.
  expect(Object.keys(localStorage)).toEqual(['modules_serial']);
  expect(shell.requests.find(({ url }) => url.endsWith('/logout'))?.headers.get('authorization')).toBe(
    'Bearer access',
  );
  await fillSignIn();
  await waitFor(() => expect(shell.at()).toBe('/dashboard'));
});

test('logs out when the server doesn’t respond', async () => {
  const shell = startShell('/tasks', people.owner, { 'POST /api/auth/logout': () => json(503, {}) });
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(shell.at()).toBe('/auth/login'));
  // Not of the user: it protects the next one against a replayed list of modules.
  expect(Object.keys(localStorage)).toEqual(['modules_serial']);
});

test('ends the session after a sign-out in another tab', async () => {
  const shell = startShell('/tasks', people.owner);
  await screen.findByRole('heading', { name: 'page of /tasks' });
  act(() => {
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
  });
  await waitFor(() => expect(shell.at()).toBe('/auth/login'));
});

test.each([
  [{ reason: 'IDLE' }, 'Your session ended after 12 hours without use.'],
  [{ reason: 'ENDED_BY_ADMINISTRATOR' }, 'An administrator ended your session.'],
  [undefined, 'Your session ended. Sign in again to continue.'],
])('explains on the sign-in page why the session ended: %j', async (context, words) => {
  const refused = () => json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED', context });
  const shell = startShell('/tasks', people.owner, {
    'GET /api/me/preferences': refused,
    'POST /api/auth/refresh': refused,
  });
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect(shell.at()).toBe('/auth/login');
});

test('shows no message about an ended session after a deliberate sign-out', async () => {
  startShell('/tasks', people.owner, { 'POST /api/auth/logout': () => new Response(null, { status: 204 }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }));
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument();
  expect(screen.queryByText(/session/)).not.toBeInTheDocument();
});

test('redirects from the sign-in page when signed in', async () => {
  setSession({ token: 'a', refreshToken: 'r', user: toUser(people.owner) });
  const shell = startShell('/auth/login', people.owner);
  await waitFor(() => expect(shell.at()).toBe('/dashboard'));
});

describe('without a session', () => {
  const browserReads = (...languages: string[]) =>
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  afterEach(() => act(() => setLanguage('en')));

  test('uses the first supported language of the browser, without storing it', async () => {
    browserReads('fr-CH', 'de-CH', 'en');
    startShell('/auth/login');
    expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeInTheDocument();
    await waitFor(() => expect(document.documentElement.lang).toBe('de'));
    expect(localStorage).toHaveLength(0);
    expect(document.cookie).not.toMatch(/lang|de/);
  });

  test('uses English when the browser has no supported language', async () => {
    browserReads('fr', 'nl');
    startShell('/auth/login');
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeInTheDocument();
  });

  test.each([
    [{}, 'Log out', 'en'],
    [{ language: 'de' }, 'Abmelden', 'de'],
  ])('uses the user’s language after signing in: %j', async (preferences, logOut, lang) => {
    browserReads('de');
    startShell('/auth/login', undefined, {
      'POST /api/auth/login': answer,
      'GET /api/me/preferences': preferences,
    });
    await userEvent.type(await screen.findByLabelText('Passwort'), 'correct horse battery');
    await userEvent.type(screen.getByLabelText('E-Mail'), 'ida@quayside.example');
    await userEvent.click(screen.getByRole('button', { name: 'Anmelden' }));
    expect(await screen.findByRole('button', { name: logOut })).toBeInTheDocument();
    expect(document.documentElement.lang).toBe(lang);
  });
});

describe('a stored token without its user', () => {
  beforeEach(() => {
    localStorage.setItem('token', 'access');
    localStorage.setItem('refreshToken', 'refresh');
  });

  test('restores the user from the server, and opens the page', async () => {
    const shell = startShell('/tasks', undefined, { 'GET /api/me': people.owner });
    expect(await screen.findByRole('heading', { name: 'page of /tasks' })).toBeInTheDocument();
    expect(shell.at()).toBe('/tasks');
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ email: people.owner.email });
  });

  test('is refreshed when expired, and ends the session when that is refused', async () => {
    const refused = () => json(401, { message: 'Unauthorized', code: 'UNAUTHORIZED' });
    const shell = startShell('/tasks', undefined, {
      'GET /api/me': refused,
      'POST /api/auth/refresh': refused,
    });
    await waitFor(() => expect(shell.at()).toBe('/auth/login'));
    expect(localStorage).toHaveLength(0);
  });
});
