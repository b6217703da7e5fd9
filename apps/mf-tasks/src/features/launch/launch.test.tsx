import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { hasFocus } from '../../../test/dom';
import { event, job, plan, template } from '../../../test/records';

type User = ReturnType<typeof openConsole>['user'];

const next = (user: User) => user.click(screen.getByRole('button', { name: 'Next' }));
const step = (name: string) => screen.findByRole('heading', { name });
/** Presses Tab until the element has the focus. */
const tabTo = async (user: User, element: HTMLElement) => {
  for (let i = 0; i < 20 && !hasFocus(element); i += 1) await user.tab();
  expect(element).toHaveFocus();
};
/** Goes from the plan to the step of a part. */
const change = async (user: User, part: string) => {
  await user.click(await screen.findByRole('button', { name: `Change ${part}` }));
  await step(part);
};

test('leads from a template to its job’s tasks, and launches exactly the previewed plan', async () => {
  const server = createCatalogueServer()
    .on('POST /jobs/preview', { body: plan() })
    .on('POST /jobs', { status: 201, body: job(41, { name: 'Cup desk' }) });
  const { user, address } = openConsole(server, '/jobs?launch=');

  await step('Template');
  expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  expect(screen.getByText('Choose a template')).toBeVisible();
  await user.click(await screen.findByRole('radio', { name: /North stand fours/ }));
  await next(user);
  await step('Plan preview');
  await change(user, 'Event');
  expect(await screen.findByRole('radio', { name: /Harbour City v Northgate Rovers/ })).toBeChecked();
  await next(user);
  await change(user, 'Logins');
  const pool = await screen.findByRole('radio', { name: /A pool/ });
  await waitFor(() => expect(pool).toBeEnabled());
  await user.click(pool);
  expect(await screen.findByText('north.stand.04')).toBeVisible();
  await next(user);
  await change(user, 'Schedule and pacing');
  await user.type(screen.getByLabelText(/Job name/), 'Cup desk');
  await user.clear(screen.getByLabelText('Tasks'));
  await user.type(screen.getByLabelText('Tasks'), '4');
  expect(screen.getByText(/4 tasks × 4 seats/)).toBeVisible();
  expect(screen.getByText(/4 to spare/)).toBeVisible();
  await next(user);

  await step('Plan preview');
  expect(
    await screen.findByText('2 tasks can start, 1 of them with a warning. 1 is blocked and will be skipped.'),
  ).toBeVisible();
  const blocked = screen.getByRole('row', { name: /north\.stand\.03/ });
  expect(within(blocked).getByText('The login is disabled')).toBeVisible();
  const sent = { template_id: 5, name: 'Cup desk', pool_id: 9, worker_count: 4 };
  expect(server.seen('POST /jobs/preview').at(-1)?.body).toEqual(sent);

  await user.click(screen.getByRole('button', { name: 'Launch 2 tasks' }));
  await waitFor(() => expect(address()).toBe('/jobs/41'));
  expect(await screen.findByText('Cup desk launched')).toBeVisible();
  const launched = server.seen('POST /jobs');
  expect(launched).toHaveLength(1);
  expect(launched[0]?.body).toEqual({ ...sent, plan_hash: 'first' });
  expect(launched[0]?.headers.get('Idempotency-Key')).toMatch(/.{16,}/);
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Plan preview' })).not.toBeInTheDocument(),
  );
});

test('uses the template’s pool unless another one is chosen', async () => {
  const pooled = template({ login_ids: [], pool_id: 9, pool_name: 'North regulars' });
  const server = createCatalogueServer()
    .on('GET /templates', list([pooled]))
    .on('GET /templates/:id', { body: pooled })
    .on('POST /jobs/preview', { body: plan() });
  const { user } = openConsole(server, '/jobs?launch=5');
  await change(user, 'Logins');
  expect(await screen.findByRole('radio', { name: /A pool/ })).toBeChecked();
  expect(await screen.findByText('north.stand.04')).toBeVisible();
  await next(user);
  await step('Plan preview');
  expect(server.seen('POST /jobs/preview').at(-1)?.body).toEqual({ template_id: 5, pool_id: 9 });
});

test('shows the differences of a changed plan, and launches nothing twice', async () => {
  const moved = plan({
    plan_hash: 'second',
    totals: { ...plan().totals, ok: 0, warn: 1, blocked: 2, tasks: 1 },
  });
  moved.lines = moved.lines.map((line) =>
    line.index === 0
      ? {
          ...line,
          verdict: 'blocked',
          reasons: [{ code: 'PURCHASE_LIMIT', message: 'Room for 0', params: { limit: 6, room: 0 } }],
        }
      : line,
  );
  let world = plan();
  const server = createCatalogueServer()
    .on('POST /jobs/preview', () => ({ body: world }))
    .on('POST /jobs', () => {
      world = moved;
      return refusal(409, 'PLAN_CHANGED', 'The plan is no longer the one that was shown');
    });
  const { user } = openConsole(server, '/templates?launch=5');
  await step('Plan preview');
  await user.click(await screen.findByRole('button', { name: 'Launch 2 tasks' }));
  expect(await screen.findByText('The plan has changed')).toBeVisible();
  expect(
    screen.getByText('north.stand.01: OK → Blocked, Limit per customer: 0 of 6 seats left'),
  ).toBeVisible();

  server.on('POST /jobs', { status: 201, body: job(42) });
  await user.click(screen.getByRole('button', { name: 'Launch 1 task' }));
  await waitFor(() => expect(server.seen('POST /jobs')).toHaveLength(2));
  expect(server.seen('POST /jobs')[1]?.body).toEqual({ template_id: 5, plan_hash: 'second' });
});

test('shows that a launch over the limit is refused as a whole', async () => {
  const server = createCatalogueServer()
    .on('POST /jobs/preview', { body: plan() })
    .on('POST /jobs', refusal(409, 'LIMIT_REACHED', 'The limit of 10 unfinished tasks is reached'));
  const { user, address } = openConsole(server, '/tasks?launch=5');
  await step('Plan preview');
  await user.click(await screen.findByRole('button', { name: 'Launch 2 tasks' }));
  expect(await screen.findByText('The limit of 10 unfinished tasks is reached')).toBeVisible();
  expect(screen.getByText(/LIMIT_REACHED · request req-77/)).toBeVisible();
  expect(address()).toBe('/tasks?launch=5');
});

test('disables the launch of a plan that is over the limit or blocked, with the reason', async () => {
  const server = createCatalogueServer().on('POST /jobs/preview', {
    body: plan({ totals: { ...plan().totals, places: 1 } }),
  });
  const { user } = openConsole(server, '/tasks?launch=5');
  await step('Plan preview');
  expect(await screen.findByText('Over the realm’s task limit')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Launch 2 tasks' })).toBeDisabled();
  const none = {
    tasks: 0,
    ok: 0,
    warn: 0,
    blocked: 3,
    seats: 0,
    seats_target: 12,
    places: 52,
    most_per_customer: 0,
    costs: [],
    unpriced: { tasks: 0, seats: 0 },
  };
  server.on('POST /jobs/preview', { body: plan({ totals: none }) });
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('All tasks are blocked')).toBeVisible();
});

test('compares unfinished and new tasks with the realm’s task limit', async () => {
  const server = createCatalogueServer()
    .on('GET /dashboard', { body: { tasks_limit: { used: 148, max: 200 } } })
    .on('POST /jobs/preview', { body: plan() });
  openConsole(server, '/tasks?launch=5');
  await step('Plan preview');
  expect(await screen.findByText('148 now, 2 more from this job')).toBeVisible();
  expect(screen.getByText('150')).toBeVisible();
  expect(screen.getByText('of 200')).toBeVisible();
});

test('includes seats that a customer already has in the limit per customer', async () => {
  const server = createCatalogueServer()
    .on('GET /sites/:id/events', list([event({ max_per_customer: 24 })]))
    .on('POST /jobs/preview', { body: plan({ totals: { ...plan().totals, most_per_customer: 17 } }) });
  openConsole(server, '/tasks?launch=5');
  await step('Plan preview');
  expect(await screen.findByText('Including seats this customer already has')).toBeVisible();
  expect(screen.getByText('17')).toBeVisible();
  expect(screen.getByText('of 24')).toBeVisible();
});

test('previews a draft as a draft and opens its job', async () => {
  const server = createCatalogueServer()
    .on('POST /jobs/preview', ({ body }) => ({
      body: plan({
        plan_hash: typeof body === 'object' && body !== null && 'draft' in body ? 'draft' : 'first',
      }),
    }))
    .on('POST /jobs', { status: 201, body: job(43) })
    .on('GET /jobs/:id', { body: job(43) });
  const { user, address } = openConsole(server, '/jobs?launch=5');
  await step('Plan preview');
  // The button is disabled until the plan is loaded.
  const save = await screen.findByRole('button', { name: 'Save as draft' });
  await waitFor(() => expect(save).toBeEnabled());
  await user.click(save);
  await waitFor(() => expect(address()).toBe('/jobs/43'));
  expect(server.seen('POST /jobs')[0]?.body).toEqual({ template_id: 5, plan_hash: 'draft', draft: true });
});

test('doesn’t offer closed events', async () => {
  const events = [event(), event({ id: 8, name: 'Copper Almanac', status: 'closed' })];
  const server = createCatalogueServer()
    .on('GET /sites/:id/events', list(events))
    .on('POST /jobs/preview', { body: plan() });
  const { user } = openConsole(server, '/jobs?launch=5');
  await change(user, 'Event');
  expect(await screen.findByRole('radio', { name: /Northgate Rovers/ })).toBeEnabled();
  expect(screen.queryByText('Copper Almanac')).not.toBeInTheDocument();
});

test('works by keyboard, and confirms Escape before discarding', async () => {
  const server = createCatalogueServer().on('POST /jobs/preview', { body: plan() });
  const { user, address } = openConsole(server, '/jobs?launch=');
  const radio = await screen.findByRole('radio', { name: /North stand fours/ });
  await tabTo(user, radio);
  await user.keyboard(' ');
  await tabTo(user, screen.getByRole('button', { name: 'Next' }));
  await user.keyboard('{Enter}');
  await step('Plan preview');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(address()).toBe('/jobs'));
});

test('opens no wizard for a reader', async () => {
  const server = createCatalogueServer();
  openConsole(server, '/jobs?launch=5', 'realm_user');
  expect(await screen.findByText(/No jobs yet/)).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Launch a job' })).toBeDisabled();
});

test('preselects the event of the address, and disables templates of other sites', async () => {
  const cup = event({ id: 8, name: 'Cup final' });
  const server = createCatalogueServer()
    .on('GET /events/:id', { body: cup })
    .on('GET /sites/:id/events', list([event(), cup]))
    .on('GET /templates', list([template(), template({ id: 6, name: 'Elsewhere', site_id: 99 })]))
    .on('POST /jobs/preview', { body: plan() });
  const { user } = openConsole(server, '/jobs?launch=&launch_event=8');
  await step('Template');
  expect(await screen.findByRole('radio', { name: /Elsewhere/ })).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: /North stand fours/ }));
  await next(user);
  await change(user, 'Event');
  expect(await screen.findByRole('radio', { name: /Cup final/ })).toBeChecked();
});

test('launches a job again with its own settings and what is changed in them', async () => {
  const cup = event({ id: 8, name: 'Cup final' });
  const again = job(12, {
    event_id: 8,
    template_id: null,
    seats_target: 9,
    config: { worker_count: 2, seats_per_worker: 3, launch_delay: 0, pool_id: null, login_ids: [3, 1] },
  });
  const server = createCatalogueServer()
    .on('GET /jobs/:id', { body: again })
    .on('GET /sites/:id/events', list([event(), cup]))
    .on('POST /jobs/preview', { body: plan() });
  const { user } = openConsole(server, '/jobs?launch=&launch_job=12');
  await change(user, 'Event');
  expect(await screen.findByRole('radio', { name: /Cup final/ })).toBeChecked();
  expect(screen.getByText('Settings of job 12')).toBeVisible();
  await next(user);
  await change(user, 'Logins');
  expect(screen.getByRole('radio', { name: /The job’s logins/ })).toBeChecked();
  await next(user);
  await change(user, 'Schedule and pacing');
  expect(screen.getByLabelText(/Target/)).toHaveValue('9');
  await user.clear(screen.getByLabelText('Tasks'));
  await user.type(screen.getByLabelText('Tasks'), '4');
  await next(user);
  await step('Plan preview');
  await waitFor(() =>
    expect(server.seen('POST /jobs/preview').at(-1)?.body).toEqual({ from_job_id: 12, worker_count: 4 }),
  );
});

test('launches a job again with its pool', async () => {
  const server = createCatalogueServer()
    .on('GET /jobs/:id', { body: job(12, { config: { worker_count: 3, pool_id: 9, login_ids: [4] } }) })
    .on('POST /jobs/preview', { body: plan() });
  openConsole(server, '/jobs?launch=&launch_job=12');
  await step('Plan preview');
  const sent = () => server.seen('POST /jobs/preview').at(-1)?.body;
  await waitFor(() => expect(sent()).toEqual({ from_job_id: 12 }));
});

test('shows an error for an address with an unknown event, and opens nothing', async () => {
  const server = createCatalogueServer().on('GET /events/:id', refusal(404, 'NOT_FOUND', 'Event not found'));
  const { address } = openConsole(server, '/jobs?launch=&launch_event=8&event_id=7');
  expect(await screen.findByText(/Event not found/)).toBeVisible();
  await waitFor(() => expect(address()).toBe('/jobs?event_id=7'));
});

test('launches in three clicks when the template answers everything', async () => {
  const server = createCatalogueServer()
    .on('POST /jobs/preview', { body: plan() })
    .on('POST /jobs', { status: 201, body: job(41) });
  const { user, address } = openConsole(server, '/templates');
  await user.click(await screen.findByRole('button', { name: 'Actions for North stand fours' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Launch' }));
  await user.click(await screen.findByRole('button', { name: 'Launch 2 tasks' }));
  await waitFor(() => expect(address()).toBe('/jobs/41'));
});

test('asks only for the event that the template leaves open, and takes all active logins', async () => {
  const open = template({ login_ids: [], pool_id: null, event_id: null, event_name: null });
  const server = createCatalogueServer()
    .on('GET /templates/:id', { body: open })
    .on('POST /jobs/preview', { body: plan() });
  const { user } = openConsole(server, '/jobs?launch=5');
  await step('Event');
  await user.click(await screen.findByRole('radio', { name: /Northgate Rovers/ }));
  await next(user);
  await step('Plan preview');
  await waitFor(() => expect(server.seen('POST /jobs/preview')).toHaveLength(1));
  expect(server.seen('POST /jobs/preview')[0]?.body).toEqual({
    template_id: 5,
    event_id: event().id,
    login_ids: [1, 2, 3, 4],
  });
  await change(user, 'Logins');
  expect(screen.getByRole('radio', { name: /All active logins \(4\)/ })).toBeChecked();
});

test('offers to add logins where there are none', async () => {
  const server = createCatalogueServer()
    .on('GET /templates/:id', { body: template({ login_ids: [], pool_id: null }) })
    .on('GET /sites/:id/logins', list([]))
    .on('GET /pools', list([]));
  openConsole(server, '/jobs?launch=5');
  await step('Logins');
  expect(await screen.findByRole('link', { name: 'Add logins' })).toHaveAttribute(
    'href',
    `/sites/${template().site_id}/logins`,
  );
});

test('says day and time of a scheduled launch', async () => {
  const at = '2026-12-05T10:00:00.000Z';
  const server = createCatalogueServer()
    .on('POST /jobs/preview', { body: plan() })
    .on('POST /jobs', {
      status: 201,
      body: job(41, { name: 'Cup desk', status: 'scheduled', scheduled_at: at }),
    });
  const { user } = openConsole(server, '/jobs?launch=5');
  await change(user, 'Schedule and pacing');
  await user.type(screen.getByRole('textbox', { name: /^First start/ }), '2026-12-05 10:00');
  await next(user);
  const launch = await screen.findByRole('button', { name: /^Launch on Sat,? 5 Dec,? 10:00$/ });
  await waitFor(() => expect(launch).toBeEnabled());
  await user.click(launch);
  expect(await screen.findByText(/^Cup desk scheduled for Sat,? 5 Dec,? \d\d:00$/)).toBeVisible();
});

test.each([
  [{ connected: 2, serving: 1, free: 11 }, '1 worker for this site, 11 free slots now'],
  [{ connected: 2, serving: 0, free: 0 }, /2 workers connected, none for this site and realm/],
  [{ connected: 0, serving: 0, free: 0 }, /No worker is connected/],
])('says which workers would run the tasks: %j', async (workers, text) => {
  openConsole(
    createCatalogueServer().on('POST /jobs/preview', { body: plan({ workers }) }),
    '/jobs?launch=5',
  );
  expect(await screen.findByText(text)).toBeVisible();
});
