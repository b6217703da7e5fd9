import { screen, waitFor, within } from '@testing-library/react';
import { type Answer, refusal } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { job, plan, template } from '../../../test/records';

const step = (name: string) => screen.findByRole('heading', { name });
const toPlan = async (user: ReturnType<typeof openConsole>['user']) => {
  for (const name of ['Event', 'Logins', 'Schedule and pacing']) {
    await step(name);
    await user.click(screen.getByRole('button', { name: 'Next' }));
  }
  await step('Plan preview');
};
const tooMany = (retryAfter?: string): Answer => ({
  ...refusal(429, 'RATE_LIMIT', 'Too many requests'),
  ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': retryAfter } }),
});
/** Responds with these in turn, then with the last. */
const inTurn =
  (...answers: Answer[]) =>
  () =>
    answers.length > 1 ? answers.shift()! : answers[0]!;
const launched: Answer = { status: 201, body: job(41) };

test.each([429, 503])('repeats a launch by itself after a %i, with the same key', async (status) => {
  const server = createCatalogueServer()
    .on('POST /jobs/preview', { body: plan() })
    .on('POST /jobs', inTurn({ ...tooMany('0'), status }, launched));
  const { user, address } = openConsole(server, '/jobs?launch=5');
  await toPlan(user);
  await user.click(await screen.findByRole('button', { name: 'Launch 2 tasks' }));
  await waitFor(() => expect(address()).toBe('/jobs/41'));
  const keys = server.seen('POST /jobs').map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('stays open when the launch and everything read behind it fail, and Retry repeats the launch', async () => {
  const server = createCatalogueServer()
    .on('POST /jobs/preview', { body: plan() })
    .on('POST /jobs', tooMany());
  const { user, address } = openConsole(server, '/jobs?launch=5');
  await toPlan(user);
  server.on('GET /templates/:id', tooMany()).on('GET /templates', tooMany()).on('GET /jobs', tooMany());
  await user.click(await screen.findByRole('button', { name: 'Launch 2 tasks' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Too many requests')).toBeVisible();
  await waitFor(() => expect(server.seen('GET /templates/5').length).toBeGreaterThan(1));
  expect(await step('Plan preview')).toBeVisible();

  server.on('POST /jobs', launched);
  const checks = server.seen('POST /jobs/preview').length;
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(address()).toBe('/jobs/41'));
  expect(server.seen('POST /jobs/preview')).toHaveLength(checks);
  const [first, second] = server.seen('POST /jobs');
  expect(second?.body).toEqual(first?.body);
  expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
});

test('repeats the check of the plan when that is what failed', async () => {
  const server = createCatalogueServer().on('POST /jobs/preview', tooMany());
  const { user } = openConsole(server, '/jobs?launch=5');
  await toPlan(user);
  expect(await screen.findByText('Too many requests')).toBeVisible();
  server.on('POST /jobs/preview', { body: plan() });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Launch 2 tasks' })).toBeEnabled();
  expect(server.seen('POST /jobs')).toEqual([]);
});

test('offers a retry when its template can’t be loaded yet', async () => {
  const server = createCatalogueServer().on('GET /templates/:id', tooMany());
  const { user, address } = openConsole(server, '/jobs?launch=5');
  const dialog = await screen.findByRole('dialog', { name: 'Launch a job' });
  expect(await within(dialog).findByText('Too many requests')).toBeVisible();
  server.on('GET /templates/:id', { body: template() });
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  await step('Event');
  expect(address()).toBe('/jobs?launch=5');
});
