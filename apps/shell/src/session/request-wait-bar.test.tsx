import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { jobsCreate } from '@tessera/api';
import { FormDialog } from '@tessera/ui/forms';
import { people, resetBrowser, startShell } from '../../test/app';
import { dashboardAnswers, liveFigures } from '../../test/records';

beforeEach(() => resetBrowser());

const expiring = () => ({
  at: new Date(Date.now() + 90_000).toISOString(),
  event_id: 7,
  currency: 'GBP',
  seats: 2,
  total: 106,
});

/** A module's page that launches a job, from a dialog or without one. */
function Page({ hasDialog }: { hasDialog: boolean }) {
  const [name, setName] = useState('');
  const form = useForm();
  const launch = async () => setName((await jobsCreate({ body: { template_id: 5 } })).data.name);
  return (
    <>
      <h1>{name === '' ? 'No job' : `Launched ${name}`}</h1>
      {hasDialog ? (
        <FormDialog open={name === ''} title="Launch" form={form} onSubmit={launch} onClose={() => undefined}>
          Settings
        </FormDialog>
      ) : (
        <button onClick={() => void launch()}>Save</button>
      )}
    </>
  );
}

/** Opens the page, with a server that refuses launches while `isRefused` says so, and launches. */
async function launch({
  status = 429,
  hasDialog = true,
  retryAfter = 30,
  isRefused = (): boolean => true,
} = {}) {
  const keys: (string | null)[] = [];
  const { remotes } = startShell('/tasks', people.owner, {
    ...dashboardAnswers(),
    'GET /api/dashboard/live': liveFigures({ expiries: [expiring()] }),
    'POST /api/jobs': ({ headers }) => {
      keys.push(headers.get('idempotency-key'));
      if (!isRefused()) return Response.json({ id: 41, name: 'Derby' }, { status: 201 });
      return Response.json(
        { message: 'Not now' },
        { status, headers: { 'Retry-After': String(retryAfter) } },
      );
    },
  });
  const remote = remotes['mf-tasks'];
  if (remote && 'routes' in remote)
    remote.routes = remote.routes.map((route) =>
      route.path === '/tasks' ? { ...route, element: <Page hasDialog={hasDialog} /> } : route,
    );
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  return keys;
}

/** The bar with a text, among the statuses that are not hidden from the user. */
const findBar = (text: RegExp): HTMLElement | undefined =>
  screen.getAllByRole('status').find((status) => within(status).queryByText(text));

test('says in the open dialog when a launch is repeated, and repeats it with its key', async () => {
  let isBusy = true;
  const keys = await launch({ retryAfter: 1, isRefused: () => isBusy });
  const dialog = screen.getByRole('dialog', { name: 'Launch' });
  expect(await within(dialog).findByText(/Too many requests\./)).toHaveTextContent(
    'Too many requests. Trying again in 1 s.',
  );
  expect(dialog).toBeVisible();
  isBusy = false;
  expect(await screen.findByText('Launched Derby', undefined, { timeout: 5_000 })).toBeInTheDocument();
  expect(screen.queryByText(/Too many requests/)).not.toBeInTheDocument();
  expect(new Set(keys).size).toBe(1);
  expect(keys.length).toBeGreaterThan(1);
});

test('stops repeating on Cancel, and keeps the dialog with the error', async () => {
  const keys = await launch({ status: 503 });
  await screen.findByText(/The server is unavailable/);
  const bar = findBar(/The server is unavailable/);
  await userEvent.click(within(bar ?? document.body).getByRole('button', { name: 'Cancel' }));
  expect(await within(screen.getByRole('dialog')).findByText(/Not now/)).toBeVisible();
  expect(screen.queryByText(/The server is unavailable/)).not.toBeInTheDocument();
  expect(keys).toHaveLength(1);
});

test('is a line of its own between the expiring seats and the page', async () => {
  await launch({ hasDialog: false });
  await screen.findByText(/Too many requests/);
  const bar = findBar(/Too many requests/) ?? document.body;
  const expiryBar = await screen.findByRole('region', { name: 'Seats about to expire' });
  expect(expiryBar.compareDocumentPosition(bar)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(bar.compareDocumentPosition(screen.getByRole('main'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(getComputedStyle(bar).position).toBe('relative');
});

test('is the first line of the open dialog', async () => {
  await launch();
  await screen.findByText(/Too many requests/);
  // Whatever is outside an open dialog is hidden from its user.
  const bar = findBar(/Too many requests/) ?? document.body;
  const dialog = screen.getByRole('dialog', { name: 'Launch' });
  expect(dialog).toContainElement(bar);
  const title = within(dialog).getByRole('heading', { name: 'Launch' });
  expect(bar.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(getComputedStyle(bar).position).toBe('relative');
});
