import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getSession } from '@tessera/api';
import { findListItem, json, people, resetBrowser, startShell } from '../../../test/app';

beforeEach(() => resetBrowser());

test('saves a new name', async () => {
  const sent: unknown[] = [];
  startShell('/account', people.owner, {
    'PATCH /api/me': async (request) => {
      sent.push(await request.json());
      return json(200, { ...people.owner, name: 'Ida Quillfeather' });
    },
  });
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Ida Quillfeather');
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(getSession()?.user.name).toBe('Ida Quillfeather'));
  expect(sent).toEqual([{ name: 'Ida Quillfeather' }]);
});

test('stores the new tokens after a password change, and reports a wrong password', async () => {
  let tries = 0;
  startShell('/account', people.owner, {
    'POST /api/me/password': () =>
      tries++
        ? json(200, { token: 'fresh', refreshToken: 'fresher', user: people.owner })
        : json(400, {
            message: 'Invalid request',
            code: 'VALIDATION',
            details: [{ field: 'current_password', message: 'is not your password' }],
          }),
  });
  await userEvent.type(await screen.findByLabelText('Current password'), 'wrong one here');
  await userEvent.type(screen.getByLabelText('New password'), 'a better one than before');
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('is not your password')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Current password'), ' now right');
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(getSession()).toMatchObject({ token: 'fresh', refreshToken: 'fresher' }));
});

test('ends other sessions after asking, and marks the current one', async () => {
  const session = (id: string, user_agent: string, current: boolean) => ({
    id,
    client: current ? 'browser' : 'api',
    user_agent,
    current,
    address: '192.0.2.24',
    created_at: '2026-11-19T09:00:00Z',
    last_used_at: '2026-11-20T08:00:00Z',
    expires_at: '2026-11-27T09:00:00Z',
  });
  const ended = jest.fn();
  let sessions = [
    session('here', 'Mozilla/5.0 (X11; Linux) Chrome/140 Safari/537', true),
    session('there', 'Mozilla/5.0 (Windows NT 10.0) Firefox/140', false),
  ];
  startShell('/account', people.owner, {
    'GET /api/me/sessions': () => json(200, sessions),
    'DELETE /api/me/sessions/there': () => {
      ended();
      sessions = sessions.filter(({ current }) => current);
      return new Response(null, { status: 204 });
    },
  });
  const row = await findListItem('Chrome on Linux');
  expect(within(row).getByText('This session')).toBeInTheDocument();
  expect(within(row).queryByText('API')).not.toBeInTheDocument();
  expect(within(await findListItem('Firefox on Windows')).getByText('API')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'End the session of Firefox on Windows' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(ended).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'End the session of Firefox on Windows' }));
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End session' }),
  );
  await waitFor(() => expect(screen.queryByText('Firefox on Windows')).not.toBeInTheDocument());
});

test('stores the theme in the cookie and on the server', async () => {
  const saved: unknown[] = [];
  const preferences: Record<string, unknown> = {};
  startShell('/account', people.owner, {
    'GET /api/me/preferences': () => json(200, preferences),
    'PUT /api/me/preferences': async (request) => {
      Object.assign(preferences, await request.json());
      saved.push({ ...preferences });
      return json(200, preferences);
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Dark' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  expect(document.cookie).toContain('tessera_theme=dark');
  await waitFor(() => expect(saved).toEqual([{ theme: 'dark' }]));
});

test('applies a theme chosen in another browser', async () => {
  document.cookie = 'tessera_theme=; Path=/; Max-Age=0';
  startShell('/account', people.owner, { 'GET /api/me/preferences': { theme: 'dark' } });
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
});

test('saves language, time zone and row height, and applies them at once', async () => {
  let stored: Record<string, unknown> = {};
  startShell('/account', people.owner, {
    'GET /api/me/preferences': () => json(200, stored),
    'PUT /api/me/preferences': async (request) => {
      stored = { ...stored, ...((await request.json()) as object) };
      return json(200, stored);
    },
  });
  const choose = async (label: string, option: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name: label }));
    await userEvent.click(await screen.findByRole('option', { name: option }));
  };
  const zone = await screen.findByRole('combobox', { name: 'Time zone' });
  await userEvent.type(zone, 'tokyo{Enter}');
  await waitFor(() => expect(stored).toEqual({ time_zone: 'Asia/Tokyo' }));
  await choose('Row height in lists', 'Compact (28 px)');
  await waitFor(() => expect(stored).toMatchObject({ density: 28 }));
  await choose('Language', 'Deutsch');
  expect(await screen.findByRole('combobox', { name: 'Zeitzone' })).toBeInTheDocument();
  await waitFor(() => expect(document.documentElement.lang).toBe('de'));
  await choose('Sprache', 'English');
  await waitFor(() => expect(document.documentElement.lang).toBe('en'));
  expect(stored).toEqual({ time_zone: 'Asia/Tokyo', density: 28, language: 'en' });
});

test('offers an owner a tab with the realm’s people', async () => {
  const shell = startShell('/account', people.owner);
  await userEvent.click(await screen.findByRole('tab', { name: 'People' }));
  await waitFor(() => expect(shell.at()).toBe('/account/people'));
});

test('hides the people tab from users without write permission', async () => {
  startShell('/account', people.user);
  await screen.findByLabelText('Name');
  expect(screen.queryByRole('tab', { name: 'People' })).not.toBeInTheDocument();
});
