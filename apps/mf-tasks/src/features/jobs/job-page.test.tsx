import { act, screen, waitFor, within } from '@testing-library/react';
import type { JobComparisonDto, JobPlanLineDto, JobTaskEventsDto } from '@tessera/api';
import { list, refusal } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { job, task } from '../../../test/records';
import { jobRun, rehearsal, rehearsalReport } from '../../../test/rehearsals';

const line = (index: number, fields: Partial<JobPlanLineDto> = {}): JobPlanLineDto => ({
  index,
  login_id: index + 1,
  login_name: `north.stand.0${index + 1}`,
  seats: 4,
  starts_at: '2026-11-20T14:00:00.000Z',
  verdict: 'ok',
  reasons: [],
  task_id: index + 1,
  task_status: 'running',
  ...fields,
});

const lines = [
  line(0),
  line(1, {
    verdict: 'blocked',
    reasons: [{ code: 'LOGIN_DISABLED', message: 'The login is disabled', params: {} }],
    task_id: null,
    task_status: null,
  }),
];

const difference = { template_id: 5, template_name: 'North stand fours', deleted: false };
const workers = {
  setting: 'worker_count' as const,
  values: { own: 3, other: 6 },
  added: null,
  removed: null,
};

const server = () =>
  createCatalogueServer()
    .on('GET /jobs', list([job(1), job(2)]))
    .on('GET /jobs/:id', (_call, [id]) => ({ body: job(Number(id)), headers: { ETag: '"1"' } }))
    .on('GET /jobs/:id/run', { body: jobRun(1) })
    .on('GET /jobs/:id/history', { body: { points: [] } })
    .on('GET /pay-queue', list([]))
    .on('GET /jobs/:id/template-difference', { body: { ...difference, settings: [workers] } })
    .on('GET /jobs/:id/plan', ({ query }) =>
      list(lines.filter(({ verdict }) => !query.has('verdict') || query.get('verdict') === verdict)),
    )
    .on('GET /jobs/:id/plan/totals', { body: { kept: true, ok: 1, warn: 0, blocked: 1 } })
    .on('GET /tasks/job/:id', list([task(1)]));

test('shows a job with its progress, figures, settings and the changes of its template', async () => {
  const { user } = openConsole(server(), '/jobs/1');
  expect(await screen.findByRole('heading', { level: 1, name: /North stand 1/ })).toBeVisible();
  const figures = within(await screen.findByRole('region', { name: 'How it went' }));
  expect(await figures.findByText('1.3 s')).toBeVisible();
  const changes = within(screen.getByRole('region', { name: 'Compared with its template' }));
  const row = within(await changes.findByRole('row', { name: /^Tasks/ }));
  expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['3', '6']);
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(await screen.findByRole('alertdialog', { name: /^Pause Harbour City/ })).toBeVisible();
});

test('has a button for what can be done now, and says what a running job waits for', async () => {
  const queued = job(1, { counts: { queued: 3 }, seats_held: 0, seats_won: 0, seats_open: 12 });
  const net = server().on('GET /jobs/:id', { body: queued });
  openConsole(net, '/jobs/1');
  expect(await screen.findByText('Waiting for a worker')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Pause' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Pay' })).toBeNull();
});

test('counts the baskets to pay, and leads to those of the job in the pay queue', async () => {
  const carted = job(1, { counts: { carted: 3 }, seats_held: 8, seats_open: 0 });
  const net = server()
    .on('GET /jobs/:id', { body: carted })
    .on('GET /pay-queue', list([{}], 12));
  const { user, address } = openConsole(net, '/jobs/1');
  expect(await screen.findByText('Seats held')).toBeVisible();
  expect(screen.getByText('8 held · 0 open · 0 lost')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Pay 12 baskets' }));
  await waitFor(() => expect(address()).toBe('/pay?job=1'));
  const [asked] = net.seen('GET /pay-queue');
  expect([asked?.query.get('job_id'), asked?.query.get('page_size')]).toEqual(['1', '1']);
});

test('says of held seats that only workers pay why there is nothing to pay', async () => {
  const buying = job(1, { counts: { running: 3 }, seats_held: 8, seats_open: 0 });
  const net = server().on('GET /jobs/:id', { body: buying }).on('GET /pay-queue', list([]));
  const { user } = openConsole(net, '/jobs/1');
  await screen.findByRole('button', { name: 'Pause' });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  const entry = await screen.findByRole('menuitem', { name: /^Pay/ });
  expect(entry).toHaveAttribute('aria-disabled', 'true');
  expect(entry).toHaveTextContent('Workers pay the held seats, or may have paid them');
});

test('draws how many tasks held, purchased and failed since the start', async () => {
  const point = (minute: number, held: number, bought: number, failed: number) => ({
    at: `2026-11-20T14:0${minute}:00.000Z`,
    held,
    bought,
    failed,
  });
  const points = [point(0, 0, 0, 0), point(1, 3, 0, 1), point(2, 1, 2, 1)];
  const { user } = openConsole(server().on('GET /jobs/:id/history', { body: { points } }), '/jobs/1');
  const chart = await screen.findByRole('slider', { name: 'Tasks over time' });
  const text = (at: number) => expect.stringMatching(new RegExp(`0${at}:00`)) as string;
  expect(chart).toHaveAttribute('aria-valuetext', text(2));
  expect(chart).toHaveAttribute(
    'aria-valuetext',
    expect.stringContaining('Seats held 1, Purchased 2, Failed or expired 1'),
  );
  act(() => chart.focus());
  await user.keyboard('{ArrowLeft}');
  expect(chart).toHaveAttribute('aria-valuetext', text(1));
  expect(screen.getByRole('region', { name: 'Tasks over time' })).toHaveTextContent('Seats held 3');
});

test('asks for no course of a job that has not started', async () => {
  const draft = job(1, { status: 'draft', counts: { idle: 3 }, started_at: null, seats_held: 0 });
  const net = server().on('GET /jobs/:id', { body: draft });
  openConsole(net, '/jobs/1');
  await screen.findByRole('region', { name: 'How it went' });
  expect(screen.queryByRole('region', { name: 'Tasks over time' })).toBeNull();
  expect(net.seen('GET /jobs/1/history')).toEqual([]);
});

test('shows the kept plan with verdicts and tasks, filtered by verdict in the address', async () => {
  const { user, address } = openConsole(server(), '/jobs/1');
  await user.click(await screen.findByRole('tab', { name: 'Plan' }));
  const table = within(await screen.findByRole('table', { name: 'Plan of the launch' }));
  expect(table.getByRole('link', { name: 'Running' })).toHaveAttribute('href', '/jobs/1?tab=tasks&open=1');
  expect(table.getByRole('row', { name: /The login is disabled/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Blocked 1' }));
  await waitFor(() => expect(table.queryByRole('link')).not.toBeInTheDocument());
  expect(address()).toBe('/jobs/1?tab=plan&verdict=blocked');
});

test('says of an older job that its plan was not kept', async () => {
  const net = server()
    .on('GET /jobs/:id/plan', list([]))
    .on('GET /jobs/:id/plan/totals', { body: { kept: false, ok: 0, warn: 0, blocked: 0 } });
  openConsole(net, '/jobs/1?tab=plan');
  expect(await screen.findByText('This job was launched before plans were kept.')).toBeVisible();
});

test('lists its tasks in the list of tasks, with that list’s filters and drawer', async () => {
  const net = server()
    .on('GET /tasks', list([task(1, { status: 'carted', job_id: 1 })]))
    .on('GET /tasks/:id', { body: task(1, { status: 'carted', job_id: 1 }) });
  const { user, address } = openConsole(net, '/jobs/1?tab=tasks');
  await user.click(await screen.findByRole('row', { name: /HC north 01/ }));
  await waitFor(() => expect(address()).toBe('/jobs/1?tab=tasks&open=1'));
  expect(net.seen('GET /tasks')[0]?.query.get('job_id')).toBe('1');
  await user.click(screen.getByRole('tab', { name: /^In cart/ }));
  await waitFor(() => expect(net.seen('GET /tasks').at(-1)?.query.get('status')).toBe('carted'));
  expect(net.seen('GET /tasks').at(-1)?.query.get('job_id')).toBe('1');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
});

test('shows what its tasks did, by actor and kind in the address', async () => {
  const event = (fields: Partial<JobTaskEventsDto>): JobTaskEventsDto => ({
    id: '1.1',
    at: '2026-11-20T14:00:00.000Z',
    actor_kind: 'worker',
    what: 'fail',
    from: 'running',
    to: 'queued',
    count: 12,
    task_id: null,
    task_name: null,
    reason: null,
    message: 'Sold out',
    ...fields,
  });
  const net = server()
    .on('GET /jobs/:id/events', list([]))
    .on(
      'GET /jobs/:id/task-events',
      list([
        event({}),
        event({
          id: '1.2',
          what: 'hold',
          to: 'carted',
          count: 1,
          task_id: 7,
          task_name: 'HC north 07',
          message: null,
        }),
      ]),
    );
  const { user, address } = openConsole(net, '/jobs/1?tab=timeline');
  await user.click(await screen.findByRole('button', { name: 'Tasks and workers' }));
  expect(await screen.findByText(/Running → Queued, Sold out · 12 tasks/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'HC north 07' })).toHaveAttribute(
    'href',
    '/jobs/1?tab=tasks&open=7',
  );
  await user.click(screen.getByRole('combobox', { name: 'By' }));
  await user.click(await screen.findByRole('option', { name: 'Workers' }));
  await waitFor(() => expect(address()).toBe('/jobs/1?tab=timeline&of=machine&by=worker'));
  await waitFor(() =>
    expect(net.seen('GET /jobs/1/task-events').at(-1)?.query.get('actor_kind')).toBe('worker'),
  );
});

/** The cells of a row of the figures of a comparison. */
const cellsOf = (name: RegExp) =>
  within(within(screen.getByRole('table', { name: 'How it went' })).getByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

test('compares it with another run', async () => {
  const other = jobRun(2, { first_seat_s: 4.25, holding_tasks: 1, hold_p95_s: null });
  const comparison: JobComparisonDto = {
    run: jobRun(1),
    other,
    settings: [workers],
    failures: [{ reason: null, message: 'Sold out', attempts: 1, other_attempts: 5 }],
  };
  const net = server()
    .on('GET /rehearsals', list([]))
    .on('GET /jobs/:id/run', (_call, [id]) => ({ body: Number(id) === 2 ? other : jobRun(1) }))
    .on('GET /jobs/:id/compare', { body: comparison });
  const { user, address } = openConsole(net, '/jobs/1?tab=compare');
  await user.click(await screen.findByRole('combobox', { name: 'Compare with' }));
  await user.click(await screen.findByRole('option', { name: /North stand 2/ }));
  await waitFor(() => expect(address()).toBe('/jobs/1?tab=compare&with=2'));
  await screen.findByRole('table', { name: 'How it went' });
  expect(cellsOf(/Time to first seat/)).toEqual(['1.3 s better', '4.3 s', '+3 s']);
  expect(cellsOf(/Tasks that held seats/)).toEqual(['2 better', '1', '−1']);
  expect(cellsOf(/Time to hold, p95/)).toEqual(['3.5 s', '–', '–']);
  expect(await screen.findByRole('row', { name: /Sold out 1 5/ })).toBeVisible();
  expect(net.seen('GET /jobs/1/compare')[0]?.query.get('with')).toBe('2');
});

test('compares it with a rehearsal of its event or template, by what both have', async () => {
  const rehearsed = rehearsal({ report: rehearsalReport({ hold_times_s: [2, 4, 9.4] }) });
  const net = server()
    .on('GET /rehearsals', list([rehearsed, rehearsal({ id: 8, status: 'running', report: null })]))
    .on('GET /rehearsals/:id', { body: rehearsed });
  const { user, address } = openConsole(net, '/jobs/1?tab=compare');
  await user.click(await screen.findByRole('combobox', { name: 'Compare with' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Not compared',
    'Rehearsal #7 · Rush · seed 7 · 20 tasks',
    'Job #2 · Harbour City, North stand 2',
  ]);
  await user.click(screen.getByRole('option', { name: /Rehearsal #7/ }));
  await waitFor(() => expect(address()).toBe('/jobs/1?tab=compare&with=rehearsal-7'));
  await screen.findByRole('table', { name: 'How it went' });
  expect(cellsOf(/Seats of target/)).toEqual(['8 of 12 worse', '36 of 40', '']);
  expect(cellsOf(/Time to hold, p95/)).toEqual(['3.5 s better', '9.4 s', '+5.9 s']);
  expect(screen.queryByRole('row', { name: /Worker slots/ })).toBeNull();
  const curve = within(screen.getByRole('region', { name: 'Time to hold by percentile' }));
  expect(curve.getByText(/^Rehearsal #7/)).toBeVisible();
  expect(curve.getByText(/^Job #1/)).toBeVisible();
  const filters = net
    .seen('GET /rehearsals')
    .map(({ query }) => query.get('event_id') ?? query.get('template_id'));
  expect(filters).toEqual(['7', '5']);
  expect(net.seen('GET /jobs/1/compare')).toHaveLength(0);
});

test('launches it again on its own page', async () => {
  const { user, address } = openConsole(server(), '/jobs/1?tab=plan');
  await user.click(await screen.findByRole('button', { name: 'Launch again' }));
  await waitFor(() => expect(address()).toBe('/jobs/1?tab=plan&launch=&launch_job=1'));
  expect(await screen.findByRole('dialog')).toBeVisible();
});

test('says that a job was deleted and restores it', async () => {
  let isDeleted = true;
  const gone = {
    status: 404,
    body: {
      code: 'NOT_FOUND',
      reason: 'DELETED',
      message: 'Job not found',
      context: { name: 'Cup desk', deleted_at: '2026-11-20T14:00:00.000Z' },
    },
  };
  const net = server()
    .on('GET /jobs/:id', () => (isDeleted ? gone : { body: job(1) }))
    .on('POST /jobs/:id/restore', () => {
      isDeleted = false;
      return { body: job(1) };
    });
  const { user } = openConsole(net, '/jobs/1');
  expect(await screen.findByText(/Cup desk was deleted/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByRole('heading', { level: 1, name: /North stand 1/ })).toBeVisible();
});

test.each(['/jobs/999', '/jobs/none'])('says of %s that there is no such job', async (address) => {
  openConsole(server().on('GET /jobs/:id', refusal(404, 'NOT_FOUND', 'Job not found')), address);
  expect(await screen.findByRole('heading', { level: 1, name: 'No such job' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'All jobs' })).toHaveAttribute('href', '/jobs');
});

test('requests no template without write permission, and shows every command with its reason', async () => {
  const net = server();
  const { user } = openConsole(net, '/jobs/1', 'realm_user');
  await user.click(await screen.findByRole('button', { name: 'More actions' }));
  expect(screen.queryByRole('button', { name: /^Pause/ })).toBeNull();
  for (const item of await screen.findAllByRole('menuitem'))
    expect(item).toHaveAttribute('aria-disabled', 'true');
  expect(net.seen('GET /jobs/1/template-difference')).toHaveLength(0);
});
