import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { list, refusal } from '@tessera/api/testing';
import { openConsole } from '../../../test/console';
import { scrollContainerOf } from '../../../test/dom';
import { pageByCursor } from '../../../test/page-by-cursor';
import { task } from '../../../test/records';
import { menuOf, row, server, tasks } from '../../../test/tasks-list';

test('shows state and reason, and the number of tasks of each preset', async () => {
  openConsole(server(), '/tasks');
  const carted = await row('HC north 01');
  expect(within(carted).getByText('Carted')).toBeVisible();
  expect(within(carted).getByText('4 seats in North 104, row 17')).toBeVisible();
  expect(within(await row('HC north 02')).getByText('1,204')).toBeVisible();
  expect(within(await row('HC north 04')).getByText('Paused · Queued')).toBeVisible();
  expect(within(await row('HC north 06')).getByText('never started')).toBeVisible();
  expect(await screen.findByText('5 unfinished')).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Waiting rooms 1' })).toBeVisible();
});

test('shows a capped count with a plus sign', async () => {
  const many = Array.from({ length: 150 }, (_, place) => task(150 - place));
  const stopped = { 'X-Total-Count': '10000', 'X-Total-Count-Capped': 'true' };
  const net = server()
    .on('GET /tasks', ({ query }) => {
      const page = pageByCursor(many, query);
      return { ...page, headers: { ...page.headers, ...stopped } };
    })
    .on('GET /tasks/counts', { body: { counts: { queued: 12_000, bought: 40 } } });
  const { user } = openConsole(net, '/tasks');
  expect(await screen.findByText('10,000+ unfinished')).toBeVisible();
  expect(screen.getByRole('tab', { name: 'All 10,000+' })).toBeVisible();
  expect(screen.getByRole('tab', { name: 'Bought 40' })).toBeVisible();
  await row(many[0]?.name ?? '');
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  expect(await screen.findByText('of 10,000+')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Select all 10,000+' }));
  expect(await screen.findByText('10,000+ selected')).toBeVisible();
});

test('offers to select rows beyond the counted ones', async () => {
  const stopped = { 'X-Total-Count': String(tasks.length), 'X-Total-Count-Capped': 'true' };
  const net = server().on('GET /tasks', () => ({ body: tasks, headers: stopped }));
  const { user } = openConsole(net, '/tasks');
  await row('HC north 01');
  await user.click(screen.getByRole('checkbox', { name: 'Select all shown' }));
  await user.click(await screen.findByRole('button', { name: `Select all ${tasks.length}+` }));
  expect(await screen.findByText(`${tasks.length}+ selected`)).toBeVisible();
});

test('loads the next page once at the end of the loaded rows', async () => {
  const many = Array.from({ length: 250 }, (_, place) => task(250 - place, { name: `HC ${250 - place}` }));
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  const net = server().on('GET /tasks', async ({ query }) => {
    if (query.get('cursor') === '151') await held;
    return pageByCursor(many, query);
  });
  openConsole(net, '/tasks');
  await row('HC 250');
  const box = scrollContainerOf(screen.getByRole('grid'));
  const scrollTo = (place: number) => {
    box.scrollTop = place * 28;
    fireEvent.scroll(box);
  };
  const requestedCursors = () => net.seen('GET /tasks').map(({ query }) => query.get('cursor'));
  for (const place of [60, 90, 70, 95]) scrollTo(place);
  await row('HC 151');
  for (const place of [10, 95]) scrollTo(place);
  expect(requestedCursors()).toEqual([null, '151']);
  act(answer);
  await row('HC 150');
  scrollTo(190);
  await row('HC 51');
  scrollTo(250);
  await row('HC 1 ');
  expect(requestedCursors()).toEqual([null, '151', '51']);
});

test('keeps presets and filters in the address, and sends “is not” as the API takes it', async () => {
  const net = server();
  const { user, address } = openConsole(net, '/tasks?status=!queued');
  await row('HC north 01');
  expect(screen.queryByRole('row', { name: /HC north 03/ })).not.toBeInTheDocument();
  expect(screen.getByText('is not')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: /^Failed/ }));
  await waitFor(() => expect(address()).toBe('/tasks?status=failed%2Cexpired'));
  // This row matches both: the previous rows stay until the new ones are loaded.
  await waitFor(() => expect(screen.queryByRole('row', { name: /HC north 01/ })).not.toBeInTheDocument());
  expect(await row('HC north 05')).toBeVisible();
  expect(net.seen('GET /tasks').some(({ query }) => query.get('status') === '!queued')).toBe(true);
});

test('loads the filters’ options when the filters are used, and the name of an active filter at once', async () => {
  const net = server();
  const { user, unmount } = openConsole(net, '/tasks');
  await row('HC north 01');
  await screen.findByText('5 unfinished');
  expect(net.seen('GET /pools')).toHaveLength(0);
  expect(net.seen('GET /logins')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Site' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Harbour City Tickets' }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByRole('button', { name: 'Site is Harbour City Tickets' })).toBeVisible();
  expect(net.seen('GET /pools')).toHaveLength(1);
  unmount();
  openConsole(server(), '/tasks?site_id=3&login_id=1');
  expect(await screen.findByRole('button', { name: 'Site is Harbour City Tickets' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Login is north.stand.01' })).toBeVisible();
});

test('offers no filter by template without write permission, and requests no templates', async () => {
  const net = server();
  const { user } = openConsole(net, '/tasks', 'realm_user');
  await row('HC north 01');
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByRole('menuitem', { name: 'Pool' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Template' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('menuitem', { name: 'Pool' }));
  expect(await screen.findByRole('checkbox', { name: 'North regulars' })).toBeVisible();
  expect(net.seen('GET /templates')).toHaveLength(0);
});

test('explains an empty list, a list without matches and an error', async () => {
  const first = openConsole(server().on('GET /tasks', list([])), '/tasks');
  expect(await screen.findByText(/No tasks yet/)).toBeVisible();
  first.unmount();
  const second = openConsole(server().on('GET /tasks', list([])), '/tasks?status=bought');
  await waitFor(() => expect(screen.getByText('No tasks match')).toBeVisible());
  await second.user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(second.address()).toBe('/tasks'));
  second.unmount();
  openConsole(server().on('GET /tasks', refusal(403, 'FORBIDDEN', 'Forbidden')), '/tasks');
  expect(await screen.findByText(/FORBIDDEN · request req-77/)).toBeVisible();
});

test('opens the form of a new task from the address', async () => {
  const { address } = openConsole(server(), '/tasks?new');
  expect(await screen.findByRole('dialog', { name: 'New task' })).toBeVisible();
  await waitFor(() => expect(address()).toBe('/tasks'));
});

test('shows in the drawer why a task is not running, and its timeline', async () => {
  const net = server().on('POST /tasks/:id/stop', { body: task(3, { status: 'stopped' }) });
  const { user, address } = openConsole(net, '/tasks');
  await user.click(await row('HC north 03'));
  await waitFor(() => expect(address()).toBe('/tasks?open=3'));
  expect(
    await screen.findByText('Waiting for a free worker; 3 of your tasks are queued ahead of it.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show the 3 tasks ahead' })).toHaveAttribute(
    'href',
    '/tasks?status=queued&paused=false&site_id=3&sort=created_at&open=3',
  );
  await user.click(await screen.findByRole('tab', { name: 'Timeline 2' }));
  expect(
    await screen.findByText('Running → Queued, Lost contact with the worker (retry 1 of 5 in 5 s)'),
  ).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Configuration' }));
  expect(await screen.findByText('Hold: a person pays')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Stop task' }));
  await waitFor(() => expect(net.seen('POST /tasks/3/stop')).toHaveLength(1));
});

test('keeps the timeline when it can’t be read again, with the error above it', async () => {
  const net = server();
  const { user, live } = openConsole(net, '/tasks?open=3');
  await user.click(await screen.findByRole('tab', { name: 'Timeline 2' }));
  const entry = /^Running → Queued/;
  expect(await screen.findByText(entry)).toBeVisible();
  net.on('GET /tasks/:id/events', refusal(403, 'FORBIDDEN', 'Forbidden'));
  act(() => live.onResync());
  expect(await screen.findByText(/FORBIDDEN/)).toBeVisible();
  expect(screen.getByText(entry)).toBeVisible();
});

test('keeps the open tab for the next task', async () => {
  const { user, address } = openConsole(server(), '/tasks?open=1');
  await user.click(await screen.findByRole('tab', { name: 'Configuration' }));
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  await waitFor(() => expect(address()).toBe('/tasks?open=2'));
  await screen.findByRole('heading', { level: 2, name: 'HC north 02' });
  expect(await screen.findByRole('tab', { name: 'Configuration', selected: true })).toBeVisible();
});

test('creates a task with the site’s price levels and areas, in order of preference', async () => {
  const net = server().on('POST /tasks', { status: 201, body: task(9) });
  const { user } = openConsole(net, '/tasks');
  await row('HC north 01');
  await user.click(screen.getByRole('button', { name: 'New task' }));
  const form = within(await screen.findByRole('dialog', { name: 'New task' }));
  await user.click(form.getByRole('button', { name: 'Create task' }));
  expect(await form.findByText('Choose a site')).toBeVisible();
  const choose = async (field: string, option: string) => {
    await user.click(form.getByLabelText(field));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('Site', 'Harbour City Tickets');
  await choose('Event', 'Harbour City v Northgate Rovers');
  await choose('Login', 'north.stand.02');
  await user.click(form.getByLabelText('Premium'));
  await user.click(form.getByLabelText('East 210'));
  await user.click(form.getByLabelText('North 104'));
  await user.click(form.getByRole('button', { name: 'Create task' }));
  expect(await screen.findByText('Task created and started')).toBeVisible();
  expect(net.seen('POST /tasks')[0]?.body).toEqual({
    login_id: 2,
    event_id: 7,
    seats_to_set: 1,
    event_price_levels: { premium: 'Premium' },
    event_areas: ['East 210', 'North 104'],
    sleep_time_ms: 0,
    start: true,
  });
});

test('sends only the changed fields of an edit, with If-Match', async () => {
  const net = server().on('PATCH /tasks/:id', { body: tasks[5] });
  const { user } = openConsole(net, '/tasks');
  await menuOf(user, 'HC north 06');
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const seats = await screen.findByLabelText('Seats');
  await user.clear(seats);
  await user.type(seats, '2');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('HC north 06 saved')).toBeVisible();
  const [call] = net.seen('PATCH /tasks/6');
  expect(call?.body).toEqual({ seats_to_set: 2 });
  expect(call?.headers.get('If-Match')).toBe('"1"');
});

test('lets only the name of a task change while a worker has it', async () => {
  const net = server().on('PATCH /tasks/:id', { body: tasks[1] });
  const { user } = openConsole(net, '/tasks');
  await menuOf(user, 'HC north 02');
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  expect(await screen.findByLabelText('Seats')).toBeDisabled();
  expect(screen.getByText('A worker has it: until it is stopped, only its name can change')).toBeVisible();
  await user.type(screen.getByLabelText(/^Name/), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(net.seen('PATCH /tasks/2')[0]?.body).toEqual({ name: 'HC north 02!' }));
});

test('disables impossible actions with a reason, and shows a refusal by the server', async () => {
  const net = server().on(
    'POST /tasks/:id/start',
    refusal(409, 'LIMIT_REACHED', 'The limit of 10 is reached'),
  );
  const { user } = openConsole(net, '/tasks');
  await menuOf(user, 'HC north 03');
  const start = await screen.findByRole('menuitem', { name: /^Start/ });
  expect(start).toHaveAttribute('aria-disabled', 'true');
  expect(within(start).getByText('It is already queued')).toBeVisible();
  await user.keyboard('{Escape}');
  await menuOf(user, 'HC north 05');
  await user.click(await screen.findByRole('menuitem', { name: 'Start' }));
  expect(await screen.findByText(/The limit of 10 is reached/)).toBeVisible();
});

test('lets a reader see everything and change nothing', async () => {
  const { user } = openConsole(server(), '/tasks', 'realm_user');
  await menuOf(user, 'HC north 03');
  for (const item of await screen.findAllByRole('menuitem'))
    expect(item).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'New task' })).toBeDisabled();
  await user.click(await row('HC north 03'));
  expect(await screen.findByText(/^Waiting for a free worker;/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop task' })).not.toBeInTheDocument();
});

test('focuses, opens and selects rows by keyboard', async () => {
  const { user, address } = openConsole(server(), '/tasks');
  const first = await row('HC north 01');
  act(() => first.focus());
  await user.keyboard('{ArrowDown}{ArrowDown} ');
  expect(await screen.findByText('1 selected')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /HC north 03/ })).toBeChecked();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/tasks?open=3'));
});
