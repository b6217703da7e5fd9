import { screen, waitFor } from '@testing-library/react';
import { catalogue, openConsole } from '../../../test/console';
import { job, plan } from '../../../test/records';

const step = (name: string) => screen.findByRole('heading', { name });
const toPlan = async (user: ReturnType<typeof openConsole>['user']) => {
  for (const name of ['Event', 'Logins', 'Schedule and pacing']) {
    await step(name);
    await user.click(screen.getByRole('button', { name: 'Next' }));
  }
  await step('Plan preview');
};

test('Back goes one step back, and what was chosen stays', async () => {
  const { user, address, back } = openConsole(catalogue(), '/templates?launch=5');
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

const launchable = () =>
  catalogue()
    .on('POST /jobs/preview', { body: plan() })
    .on('POST /jobs', { status: 201, body: job(41) });

test('Back after a launch leads to the page before the wizard', async () => {
  const { user, address, back } = openConsole(launchable(), '/jobs');
  await user.click(await screen.findByRole('button', { name: 'Launch a job' }));
  await step('Template');
  await user.click(await screen.findByRole('radio', { name: /North stand fours/ }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await toPlan(user);
  await user.click(await screen.findByRole('button', { name: /^Launch 2 tasks/ }));
  await waitFor(() => expect(address()).toBe('/tasks?job_id=41'));
  await back();
  expect(address()).toBe('/jobs');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('Back after the wizard was closed doesn’t reopen it, nor does Forward', async () => {
  const { user, address, back, forward } = openConsole(catalogue(), '/jobs');
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

test('an address of a later step begins where something is missing', async () => {
  openConsole(catalogue(), '/jobs?launch=&launch_step=3');
  await step('Template');
});

test('nothing is launched in a suspended realm, and each task says so', async () => {
  const lines = plan().lines.map((line) => ({
    ...line,
    verdict: 'blocked' as const,
    reasons: [{ code: 'REALM_SUSPENDED' as const, message: 'The realm is suspended', params: {} }],
  }));
  const server = catalogue().on('POST /jobs/preview', {
    body: plan({ lines, totals: { ...plan().totals, ok: 0, warn: 0, blocked: lines.length, tasks: 0 } }),
  });
  const { user } = openConsole(server, '/tasks?launch=5');
  await toPlan(user);
  expect(await screen.findAllByText('The realm is suspended')).toHaveLength(lines.length);
  expect(screen.getByText('All tasks are blocked')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Launch 0 tasks' })).toBeDisabled();
});
