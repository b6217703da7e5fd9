import { act, screen, waitFor, within } from '@testing-library/react';
import { getSession, type JobEventDto, setSession } from '@tessera/api';
import { type Answer, list, refusal } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { hasSkeleton } from '../../../test/dom';
import { bulkAnswer, job, task } from '../../../test/records';

const jobs = [
  job(1),
  job(2, {
    name: 'Cup desk',
    status: 'completed',
    counts: { bought: 3 },
    seats_won: 12,
    finished_at: '2026-11-20T14:06:00.000Z',
  }),
];
const server = () =>
  createCatalogueServer()
    .on('GET /jobs', list(jobs, 31))
    .on('GET /jobs/:id', (_call, [id]) => ({
      body: jobs.find((one) => one.id === id),
      headers: { ETag: '"1"' },
    }))
    .on('GET /tasks/job/:id', list([task(1, { status: 'carted' }), task(2, { status: 'running' })]));
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const menuOf = async (user: ReturnType<typeof openConsole>['user'], name: string) => {
  await row(name);
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
};

/** The entries of the open menu that change something. */
const commandItems = async () =>
  (await screen.findAllByRole('menuitem')).filter(({ textContent }) => textContent !== 'Open page');

test('requests 20 jobs, newest first, and shows progress and seats won out of the target', async () => {
  const net = server();
  const { user, address } = openConsole(net, '/jobs');
  const one = await row('Harbour City, North stand 1');
  expect(within(one).getByText('Running')).toBeVisible();
  expect(within(one).getByRole('img', { name: /1 bought, 1 carted, 1 running/ })).toBeVisible();
  expect(within(one).getByText('4')).toBeVisible();
  const query = net.seen('GET /jobs').find((call) => call.query.get('sort') === '-created_at')?.query;
  expect(Object.fromEntries(query ?? [])).toEqual({ page: '1', page_size: '20', sort: '-created_at' });
  await user.click(screen.getByRole('button', { name: /next page/i }));
  await waitFor(() => expect(address()).toBe('/jobs?page=2'));
});

test('shows a loading indicator only after a second without data', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const net = server().on('GET /jobs', () => new Promise<Answer>((resolve) => void answers.push(resolve)));
  const { container } = openConsole(net, '/jobs');
  await waitFor(() => expect(answers.length).toBeGreaterThan(0));
  expect(hasSkeleton(container)).toBe(false);
  await waitFor(() => expect(hasSkeleton(container)).toBe(true), { timeout: 5_000 });
  answers.forEach((answer) => answer(list(jobs)));
  await row('Cup desk');
});

test('launches a job again with the settings of the job', async () => {
  const { user, address } = openConsole(server(), '/jobs');
  await menuOf(user, 'Cup desk');
  await user.click(await screen.findByRole('menuitem', { name: 'Launch again' }));
  await waitFor(() => expect(address()).toBe('/jobs?launch=&launch_job=2'));
});

test('leads to the page of a job from its menu and its drawer', async () => {
  const { user, address } = openConsole(server(), '/jobs?open=1');
  expect(await screen.findByRole('link', { name: 'open its page' })).toHaveAttribute('href', '/jobs/1');
  await menuOf(user, 'Cup desk');
  await user.click(await screen.findByRole('menuitem', { name: 'Open page' }));
  await waitFor(() => expect(address()).toBe('/jobs/2'));
});

test('runs what the command palette asks for, once and with its question', async () => {
  const net = server();
  openConsole(net, { pathname: '/jobs', search: '?open=1', state: { act: 'stop' } });
  expect(await screen.findByRole('alertdialog', { name: /Stop/ })).toBeVisible();
  expect(net.seen('POST /jobs/:id/control')).toEqual([]);
});

test('says why it can’t do what the command palette asks for', async () => {
  openConsole(server(), { pathname: '/jobs', search: '?open=2', state: { act: 'stop' } });
  expect(await screen.findByText(/^Cup desk: /)).toBeVisible();
});

test('shows an error with code and request id', async () => {
  openConsole(server().on('GET /jobs', refusal(403, 'FORBIDDEN', 'Forbidden')), '/jobs');
  expect(await screen.findByText(/FORBIDDEN · request req-77/)).toBeVisible();
});

test('explains what a job is in the empty state', async () => {
  openConsole(server().on('GET /jobs', list([])), '/jobs');
  expect(await screen.findByText('No jobs yet. A job is one run of a template.')).toBeVisible();
});

test('confirms a pause with its effects, reports the skipped tasks, and undoes it for the paused tasks only', async () => {
  const net = server()
    .on('POST /jobs/:id/control', {
      body: {
        job: jobs[0],
        affected: 2,
        skipped: [{ task_id: 3, code: 'INVALID_STATE' }],
        undo: [{ command: 'resume', ids: [1, 2] }],
      },
    })
    .on('POST /tasks/bulk', { body: bulkAnswer({ eligible: 2 }) });
  const { user } = openConsole(net, '/jobs');
  await menuOf(user, 'Harbour City, North stand 1');
  await user.click(await screen.findByRole('menuitem', { name: 'Pause' }));
  const question = await screen.findByRole('alertdialog', { name: 'Pause Harbour City, North stand 1?' });
  expect(net.seen('POST /jobs/1/control')).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: /^Pause \d+ tasks?$/ }));
  expect(
    await screen.findByText(
      "2 tasks of Harbour City, North stand 1 paused. Skipped 1: 1 can't be paused now",
    ),
  ).toBeInTheDocument();
  expect(net.seen('POST /jobs/1/control')[0]?.body).toEqual({ command: 'pause' });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 tasks resumed')).toBeVisible();
  expect(net.seen('POST /tasks/bulk')[0]?.body).toEqual({ command: 'resume', ids: [1, 2] });
});

test('moves a scheduled job to another start, which one that has started can’t', async () => {
  const at = '2026-12-01T10:00:00.000Z';
  const planned = { ...jobs[0]!, id: 9, name: 'Planned', counts: { scheduled: 2 }, scheduled_at: at };
  const begun = { ...planned, id: 10, name: 'Begun', counts: { scheduled: 1, running: 1 } };
  const { user } = openConsole(server().on('GET /jobs', list([planned, begun])), '/jobs');
  await menuOf(user, 'Begun');
  expect(await screen.findByRole('menuitem', { name: /^Move/ })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Escape}');
  await menuOf(user, 'Planned');
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Planned' }));
  expect(dialog.getByRole('button', { name: 'Move job' })).toBeDisabled();
});

test('says of a job whose tasks were removed that they are gone, instead of showing none', async () => {
  const old = { ...jobs[0]!, id: 9, name: 'Last season', status: 'stopped' as const, counts: {} };
  const net = server()
    .on('GET /jobs', list([old]))
    .on('GET /jobs/:id', { body: old });
  const { user } = openConsole(net, '/jobs');
  const row = await screen.findByRole('row', { name: /Last season/ });
  expect(within(row).getByText('No longer kept')).toBeVisible();
  await user.click(within(row).getByText('Last season'));
  expect(await screen.findByText(/^Its tasks were deleted, or finished so long ago/)).toBeVisible();
});

test('enables Resume only while the job has paused tasks', async () => {
  const paused = { ...jobs[0]!, id: 9, name: 'Paused in part', paused_tasks: 1 };
  const net = server().on('GET /jobs', list([jobs[0]!, paused]));
  const { user } = openConsole(net, '/jobs');
  await menuOf(user, 'Harbour City, North stand 1');
  const resume = await screen.findByRole('menuitem', { name: /^Resume/ });
  expect(resume).toHaveAttribute('aria-disabled', 'true');
  expect(within(resume).getByText('None of its tasks is paused')).toBeVisible();
  await user.keyboard('{Escape}');
  await menuOf(user, 'Paused in part');
  expect(await screen.findByRole('menuitem', { name: 'Resume' })).not.toHaveAttribute('aria-disabled');
});

test('confirms a stop, and disables Delete with a reason while tasks are unfinished', async () => {
  const net = server().on('POST /jobs/:id/control', {
    body: { job: jobs[0], affected: 2, skipped: [], undo: [] },
  });
  const { user } = openConsole(net, '/jobs');
  await menuOf(user, 'Harbour City, North stand 1');
  const remove = await screen.findByRole('menuitem', { name: /^Delete/ });
  expect(remove).toHaveAttribute('aria-disabled', 'true');
  expect(within(remove).getByText('2 of its tasks are unfinished: stop the job first')).toBeVisible();
  await user.click(screen.getByRole('menuitem', { name: 'Stop' }));
  const question = await screen.findByRole('alertdialog', { name: 'Stop Harbour City, North stand 1?' });
  expect(
    within(question)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toContain('4held seats stay in the cart until they expire');
  expect(net.seen('POST /jobs/1/control')).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Stop 2 tasks' }));
  await waitFor(() => expect(net.seen('POST /jobs/1/control')[0]?.body).toEqual({ command: 'stop' }));
});

test('shows figures, tasks and plan in the drawer', async () => {
  const { user, address } = openConsole(server(), '/jobs');
  await user.click(await row('Harbour City, North stand 1'));
  await waitFor(() => expect(address()).toBe('/jobs?open=1'));
  expect(await screen.findByRole('link', { name: 'open its tasks' })).toHaveAttribute(
    'href',
    '/tasks?job_id=1',
  );
  expect(screen.getByRole('link', { name: '1 Carted' })).toHaveAttribute(
    'href',
    '/tasks?job_id=1&status=carted',
  );
  await user.click(screen.getByRole('tab', { name: /Tasks/ }));
  expect(await screen.findByRole('link', { name: 'HC north 01' })).toHaveAttribute(
    'href',
    '/tasks?job_id=1&open=1',
  );
  await user.click(screen.getByRole('tab', { name: 'Plan' }));
  expect(await screen.findByText('3 chosen')).toBeVisible();
});

test('shows a job’s timeline with actors and milestones, page by page', async () => {
  const line = (id: string, what: JobEventDto['what'], fields: Partial<JobEventDto> = {}): JobEventDto => ({
    id,
    at: '2026-11-20T14:05:12Z',
    actor: null,
    what,
    affected: null,
    changes: null,
    status: null,
    ...fields,
  });
  const changes = { name: 'North desk', seats_target: 8, scheduled_at: null };
  const net = server().on('GET /jobs/:id/events', ({ query }) =>
    query.get('page') === '2'
      ? list([line('1', 'launch', { actor: 'Ida Quill', affected: 3 })], 51)
      : list(
          [
            line('end', 'end', { status: 'completed' }),
            line('target', 'target'),
            line('3', 'update', { actor: 'Ida Quill', changes }),
            line('2', 'pause', { actor: 'Tom Reed', affected: 2 }),
          ],
          51,
        ),
  );
  const { user } = openConsole(net, '/jobs?open=1');
  await user.click(await screen.findByRole('tab', { name: 'Timeline' }));
  const panel = within(screen.getByRole('tabpanel'));
  await panel.findByText('Completed');
  const lines = () => panel.getAllByRole('listitem').map((item) => item.textContent);
  expect(lines()).toEqual([
    expect.stringMatching(/^Completed/),
    expect.stringMatching(/^Target reached/),
    expect.stringMatching(
      /^Changed, renamed to North desk, target set to 8 seats, start time removedIda Quill/,
    ),
    expect.stringMatching(/^Paused, 2 tasksTom Reed/),
  ]);
  await user.click(panel.getByRole('button', { name: 'Show earlier' }));
  expect(await panel.findByText('Launched, 3 tasks')).toBeVisible();
  expect(panel.queryByRole('button', { name: 'Show earlier' })).not.toBeInTheDocument();
});

test('renames a job with If-Match', async () => {
  const net = server().on('PATCH /jobs/:id', { body: jobs[0] });
  const { user } = openConsole(net, '/jobs');
  await menuOf(user, 'Harbour City, North stand 1');
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const name = await screen.findByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'North desk');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Job saved')).toBeVisible();
  const [call] = net.seen('PATCH /jobs/1');
  expect(call?.body).toEqual({ name: 'North desk' });
  expect(call?.headers.get('If-Match')).toBe('"1"');
});

test('requests no templates without write permission, for the plan or the filters', async () => {
  const net = server();
  const { user } = openConsole(net, '/jobs', 'realm_user');
  await user.click(await screen.findByText('Cup desk'));
  await user.click(await screen.findByRole('tab', { name: 'Plan' }));
  expect(await screen.findByText('Seconds between starts')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByRole('menuitem', { name: 'Site' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Template' })).not.toBeInTheDocument();
  expect(net.seen('GET /templates')).toHaveLength(0);
});

test('shows an owner of a suspended realm every action, disabled with the reason', async () => {
  const { user } = openConsole(server(), '/jobs', 'realm_owner');
  const { user: owner, ...session } = getSession()!;
  act(() => setSession({ ...session, user: { ...owner, realmStatus: 'suspended' } }));
  expect(await screen.findByRole('button', { name: 'Launch a job' })).toBeDisabled();
  await menuOf(user, 'Cup desk');
  for (const item of await commandItems()) expect(item).toHaveAttribute('aria-disabled', 'true');
});

test('shows a reader every action, disabled with the required permission', async () => {
  const { user } = openConsole(server(), '/jobs', 'realm_user');
  await menuOf(user, 'Cup desk');
  const items = await commandItems();
  expect(items.length).toBeGreaterThan(5);
  for (const item of items) {
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(within(item).getByText(/^You need the permission write:own or the duty to launch/)).toBeVisible();
  }
});

test('offers who has the duty to launch what an owner is offered', async () => {
  const { user } = openConsole(server(), '/jobs', 'realm_user', undefined, ['launch']);
  expect(await screen.findByRole('button', { name: 'Launch a job' })).toBeEnabled();
  await menuOf(user, 'Cup desk');
  expect((await commandItems()).some((item) => item.getAttribute('aria-disabled') !== 'true')).toBe(true);
});
