import { screen, waitFor } from '@testing-library/react';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { job, plan } from '../../../test/records';

const step = (name: string) => screen.findByRole('heading', { name });
const toPlan = async (user: ReturnType<typeof openConsole>['user']) => {
  for (const name of ['Event', 'Logins', 'Schedule and pacing']) {
    await step(name);
    await user.click(screen.getByRole('button', { name: 'Next' }));
  }
  await step('Plan preview');
};

test('goes one step back by Back and keeps the choices', async () => {
  const { user, address, back } = openConsole(createCatalogueServer(), '/templates?launch=5');
  await step('Event');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await step('Logins');
  const pool = await screen.findByRole('radio', { name: /A pool/ });
  await waitFor(() => expect(pool).toBeEnabled());
  await user.click(pool);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await step('Schedule and pacing');
  expect(address()).toBe('/templates?launch=5&launch_step=3');
  await back();
  await step('Logins');
  expect(screen.getByRole('radio', { name: /A pool/ })).toBeChecked();
});

test('describes each template and each event that can be chosen', async () => {
  const { user } = openConsole(createCatalogueServer(), '/jobs');
  await user.click(await screen.findByRole('button', { name: 'Launch a job' }));
  const template = await screen.findByRole('radio', { name: /North stand fours/ });
  expect(template).toHaveAccessibleName(
    /Harbour City Tickets · Harbour City v Northgate Rovers.*seats, (buy|hold)/,
  );
  await user.click(template);
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await step('Event');
  expect(await screen.findByRole('radio', { name: /Harbour City v Northgate Rovers/ })).toHaveAccessibleName(
    /4 per customer.*On sale/,
  );
});

const launchable = () =>
  createCatalogueServer()
    .on('POST /jobs/preview', { body: plan() })
    .on('POST /jobs', { status: 201, body: job(41) });

test('leads to the page before the wizard by Back after a launch', async () => {
  const { user, address, back } = openConsole(launchable(), '/jobs');
  await user.click(await screen.findByRole('button', { name: 'Launch a job' }));
  await step('Template');
  await user.click(await screen.findByRole('radio', { name: /North stand fours/ }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await toPlan(user);
  await user.click(await screen.findByRole('button', { name: /^Launch 2 tasks/ }));
  await waitFor(() => expect(address()).toBe('/jobs/41'));
  await back();
  expect(address()).toBe('/jobs');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('reopens a closed wizard neither by Back nor by Forward', async () => {
  const { user, address, back, forward } = openConsole(createCatalogueServer(), '/jobs');
  await user.click(await screen.findByRole('button', { name: 'Launch a job' }));
  await step('Template');
  await user.click(await screen.findByRole('radio', { name: /North stand fours/ }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await step('Event');
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
  const { user } = openConsole(server, '/tasks?launch=5');
  await toPlan(user);
  expect(await screen.findAllByText('The realm is suspended')).toHaveLength(lines.length);
  expect(screen.getByText('All tasks are blocked')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Launch 0 tasks' })).toBeDisabled();
});
