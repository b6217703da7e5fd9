import './view-banner';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getSession, type MeDto, setSessionUser, toUser } from '@tessera/api';
import { json, people, resetBrowser, setWideScreen, startShell } from '../../test/app';

beforeEach(() => resetBrowser());

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
/** The owner, viewed by the administrator. */
const viewed = (minutes: number, has_ended = false): MeDto => ({
  ...people.owner,
  viewing: {
    administrator: 'console@quayside.example',
    reason: 'Ticket 4711',
    until: inMinutes(minutes),
    has_ended,
  },
});
const banner = async () => within(await screen.findByRole('region', { name: 'View as Ida Quill' }));

test.each([true, false])(
  'says on every page who is viewed, why and for how long (wide: %s)',
  async (wide) => {
    setWideScreen(wide);
    startShell('/tasks', viewed(12.5));
    const shown = await banner();
    expect(shown.getByText('You view the console as Ida Quill')).toBeVisible();
    expect(shown.getByText(/13 minutes left · Nothing can be changed. Reason: Ticket 4711/)).toBeVisible();
    expect(shown.getByRole('status')).toHaveTextContent(
      'You view the console as Ida Quill. Nothing can be changed.',
    );
  },
);

test('is on no page of people who are themselves', async () => {
  startShell('/tasks', people.owner);
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(screen.queryByRole('button', { name: 'End view' })).not.toBeInTheDocument();
});

test('ends the view: the administrator is back where it began', async () => {
  let me: MeDto = viewed(12);
  const shell = startShell('/tasks', me, {
    'GET /api/me': () => json(200, me),
    'DELETE /api/view-as': () => json(200, (me = people.admin)),
  });
  await userEvent.click((await banner()).getByRole('button', { name: 'End view' }));
  await waitFor(() => expect(shell.at()).toBe('/users'));
  expect(getSession()?.user).toMatchObject({ id: people.admin.id, viewing: null });
  await waitFor(() => expect(screen.queryByRole('region', { name: /^View as/ })).not.toBeInTheDocument());
});

test('keeps the view when it could not be ended, and says so', async () => {
  startShell('/tasks', viewed(12), {
    'DELETE /api/view-as': () => json(503, { message: 'Not available now. Try again.', code: 'UNAVAILABLE' }),
  });
  await userEvent.click((await banner()).getByRole('button', { name: 'End view' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(getSession()?.user.id).toBe(people.owner.id);
});

test.each([
  ['the time is over', viewed(-1)],
  ['the person can’t be viewed any more', viewed(12, true)],
])('says that the view is over, and offers to end it, once %s', async (_, user) => {
  startShell('/tasks', user);
  const shown = await banner();
  expect(shown.getByText('The view as Ida Quill is over')).toBeVisible();
  expect(shown.getByRole('status')).toHaveTextContent(/Nothing is shown or changed any more/);
  expect(shown.getByRole('button', { name: 'End view' })).toBeEnabled();
});

test('follows a view that another tab begins and ends', async () => {
  startShell('/tasks', people.admin, { 'GET /api/me': viewed(12) });
  await screen.findByRole('heading', { name: 'page of /tasks' });
  const storeElsewhere = (user: MeDto) =>
    act(() => {
      localStorage.setItem('user', JSON.stringify(toUser(user)));
      window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    });
  storeElsewhere(viewed(12));
  await banner();
  act(() => setSessionUser(toUser(people.admin)));
  await waitFor(() => expect(screen.queryByRole('region', { name: /^View as/ })).not.toBeInTheDocument());
});
