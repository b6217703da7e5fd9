import { screen, waitFor, within } from '@testing-library/react';
import { type Answer, refusal, type TestServer } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { job, plan, template } from '../../../test/records';

const step = (name: string) => screen.findByRole('heading', { name });
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
  await step('Plan preview');
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
  await step('Plan preview');
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
  await step('Plan preview');
  expect(await screen.findByText('Too many requests')).toBeVisible();
  server.on('POST /jobs/preview', { body: plan() });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Launch 2 tasks' })).toBeEnabled();
  expect(server.seen('POST /jobs')).toEqual([]);
});

test('offers a retry when its template can’t be loaded yet', async () => {
  const server = createCatalogueServer()
    .on('GET /templates/:id', tooMany())
    .on('POST /jobs/preview', { body: plan() });
  const { user, address } = openConsole(server, '/jobs?launch=5');
  const dialog = await screen.findByRole('dialog', { name: 'Launch a job' });
  expect(await within(dialog).findByText('Too many requests')).toBeVisible();
  server.on('GET /templates/:id', { body: template() });
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }));
  await step('Plan preview');
  expect(address()).toBe('/jobs?launch=5');
});

/** Responds to a tenth of all requests with 429 or 503, to half of those after their effect: the response was lost. */
function answerRandomly(server: TestServer, seed: number): TestServer {
  const { fetch } = server;
  let state = seed;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Object.assign(server, {
    fetch: async (input: RequestInfo | URL, init?: RequestInit) => {
      if (random() >= 0.1) return fetch(input, init);
      if (random() < 0.5) await fetch(input, init);
      return new Response(JSON.stringify({ message: 'Not now', code: 'RATE_LIMIT' }), {
        status: random() < 0.5 ? 429 : 503,
        headers: { 'Content-Type': 'application/json', 'Retry-After': '0' },
      });
    },
  });
}

test.each([11, 222, 3_333, 44_444, 555_555])(
  'launches once while a tenth of all requests get a 429 or 503 (seed %i)',
  async (seed) => {
    const launches = new Set<string | null>();
    const server = createCatalogueServer()
      .on('POST /jobs/preview', { body: plan() })
      .on('GET /jobs/:id', { body: job(41) })
      // As the server does: the same key is the same launch.
      .on('POST /jobs', ({ headers }) => {
        launches.add(headers.get('Idempotency-Key'));
        return launched;
      });
    const { user, address } = openConsole(answerRandomly(server, seed), '/templates');
    await user.click(await screen.findByRole('button', { name: 'Actions for North stand fours' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Launch' }));
    const launch = await screen.findByRole('button', { name: 'Launch 2 tasks' });
    await waitFor(() => expect(launch).toBeEnabled());
    await user.click(launch);
    await waitFor(() => expect(address()).toBe('/jobs/41'));
    expect(launches.size).toBe(1);
  },
);
