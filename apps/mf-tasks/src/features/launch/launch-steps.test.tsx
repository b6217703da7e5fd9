import { screen, waitFor } from '@testing-library/react';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { job, plan } from '../../../test/records';

const step = (name: string) => screen.findByRole('heading', { name });
type User = ReturnType<typeof openConsole>['user'];
const next = (user: User) => user.click(screen.getByRole('button', { name: 'Next' }));
/** Goes from the plan to the step of a part. */
const change = async (user: User, part: string) => {
  await user.click(await screen.findByRole('button', { name: `Change ${part}` }));
  await step(part);
};

const launchable = () =>
  createCatalogueServer()
    .on('POST /jobs/preview', { body: plan() })
    .on('POST /jobs', { status: 201, body: job(41) });

test('goes one step back by Back and keeps the choices', async () => {
  const { user, address, back } = openConsole(launchable(), '/templates?launch=5');
  await change(user, 'Logins');
  const pool = await screen.findByRole('radio', { name: /A pool/ });
  await waitFor(() => expect(pool).toBeEnabled());
  await user.click(pool);
  await next(user);
  await step('Plan preview');
  expect(address()).toBe('/templates?launch=5&launch_step=4');
  await back();
  await step('Logins');
  expect(screen.getByRole('radio', { name: /A pool/ })).toBeChecked();
});

test('describes each template and each event that can be chosen', async () => {
  const { user } = openConsole(launchable(), '/jobs');
  await user.click(await screen.findByRole('button', { name: 'Launch a job' }));
  const template = await screen.findByRole('radio', { name: /North stand fours/ });
  expect(template).toHaveAccessibleName(
    /Harbour City Tickets · Harbour City v Northgate Rovers.*seats, (buy|hold)/,
  );
  await user.click(template);
  await next(user);
  await change(user, 'Event');
  expect(await screen.findByRole('radio', { name: /Harbour City v Northgate Rovers/ })).toHaveAccessibleName(
    /4 per customer.*On sale/,
  );
});

test('leads to the page before the wizard by Back after a launch', async () => {
  const { user, address, back } = openConsole(launchable(), '/jobs');
  await user.click(await screen.findByRole('button', { name: 'Launch a job' }));
  await step('Template');
  await user.click(await screen.findByRole('radio', { name: /North stand fours/ }));
  await next(user);
  await user.click(await screen.findByRole('button', { name: /^Launch 2 tasks/ }));
  await waitFor(() => expect(address()).toBe('/jobs/41'));
  await back();
  expect(address()).toBe('/jobs');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('reopens a closed wizard neither by Back nor by Forward', async () => {
  const { user, address, back, forward } = openConsole(launchable(), '/jobs');
  await user.click(await screen.findByRole('button', { name: 'Launch a job' }));
  await step('Template');
  await user.click(await screen.findByRole('radio', { name: /North stand fours/ }));
  await next(user);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Launch 2 tasks' })).toHaveFocus());
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(address()).toBe('/jobs'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await forward();
  await waitFor(() => expect(address()).toBe('/jobs'));
  await back();
  expect(address()).toBe('/jobs');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('opens the first incomplete step for an address of a later one', async () => {
  openConsole(createCatalogueServer(), '/jobs?launch=&launch_step=3');
  await step('Template');
});

test('launches nothing in a suspended realm, with the reason for each task', async () => {
  const lines = plan().lines.map((line) => ({
    ...line,
    verdict: 'blocked' as const,
    reasons: [{ code: 'REALM_SUSPENDED' as const, message: 'The realm is suspended', params: {} }],
  }));
  const server = createCatalogueServer().on('POST /jobs/preview', {
    body: plan({ lines, totals: { ...plan().totals, ok: 0, warn: 0, blocked: lines.length, tasks: 0 } }),
  });
  openConsole(server, '/tasks?launch=5');
  await step('Plan preview');
  expect(await screen.findAllByText('The realm is suspended')).toHaveLength(lines.length);
  expect(screen.getByText('All tasks are blocked')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Launch 0 tasks' })).toBeDisabled();
});
