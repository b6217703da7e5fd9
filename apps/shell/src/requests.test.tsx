import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MeDto } from '@tessera/api';
import { takeRequests } from '@tessera/api/testing';
import { people, resetBrowser, startShell } from '../test/app';
import { dashboardAnswers } from '../test/records';

beforeEach(() => resetBrowser());

type Shell = ReturnType<typeof startShell>;

/** Starts the shell as in production: strict mode would mount each component twice and repeat its requests. */
const start = (path: string, who: MeDto | undefined, answers: Parameters<typeof startShell>[2] = {}) =>
  startShell(path, who, { ...dashboardAnswers(), ...answers }, { strict: false });

/** Waits for the last response and returns the requests until then. */
async function settledRequests({ isIdle, requests }: Shell): Promise<string[]> {
  await waitFor(() => expect(isIdle()).toBe(true));
  return takeRequests(requests);
}

/** The requests of the frame around every page: user, menu, counts, live figures and bell. */
const frameRequests = [
  'GET /dashboard',
  'GET /dashboard/live',
  'GET /me',
  'GET /me/preferences',
  'GET /modules',
  'GET /notifications',
];

/** The requests of the frame and of the dashboard's panels. */
const panelRequests = ['GET /dashboard/on-sales', 'GET /dashboard/tasks-over-time', 'GET /jobs'];
const dashboardRequests = [...frameRequests, ...panelRequests].sort();

test('sends one request per resource of the frame when a module’s page opens', async () => {
  const shell = start('/tasks', people.owner);
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(await settledRequests(shell)).toEqual(frameRequests);
});

test('sends one request per resource for the dashboard', async () => {
  const shell = start('/dashboard', people.owner);
  await screen.findByText('Held now');
  expect(await settledRequests(shell)).toEqual(dashboardRequests);
});

test('adds one request per platform panel to an administrator’s dashboard', async () => {
  const shell = start('/dashboard', people.admin);
  await screen.findByText('Held now');
  expect(await settledRequests(shell)).toEqual([...dashboardRequests, 'GET /realms', 'GET /workers'].sort());
});

test('asks for identity providers alone before signing in, and then the requests of the first page once', async () => {
  const shell = start('/dashboard', undefined, {
    'GET /api/me': people.owner,
    'POST /api/auth/login': { token: 'access', refreshToken: 'refresh', user: people.owner },
  });
  await userEvent.type(await screen.findByLabelText('E-mail'), 'ida@quayside.example');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery');
  // Once for the installation, once for the address's domain.
  expect(await settledRequests(shell)).toEqual(['GET /auth/providers', 'GET /auth/providers']);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await screen.findByText('Held now');
  expect(await settledRequests(shell)).toEqual([...dashboardRequests, 'POST /auth/login'].sort());
});

test('requests only the panels’ data when the dashboard opens from a module’s page', async () => {
  const shell = start('/tasks', people.owner);
  await screen.findByRole('heading', { name: 'page of /tasks' });
  await settledRequests(shell);
  await userEvent.click(screen.getByRole('link', { name: /^Dashboard/ }));
  await screen.findByText('Held now');
  expect(await settledRequests(shell)).toEqual(panelRequests);
});
