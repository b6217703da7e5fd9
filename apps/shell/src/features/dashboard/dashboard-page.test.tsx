import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DashboardDto, NextSaleDto } from '@tessera/api';
import { stopClock } from '@tessera/api/testing';
import { findListItem, json, people, resetBrowser, startShell } from '../../../test/app';

beforeEach(() => resetBrowser());
afterEach(() => jest.restoreAllMocks());

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

const figures = (more: Partial<DashboardDto> = {}): DashboardDto => ({
  unfinished: { queued: 5, running: 3, waiting_room: 2 },
  unfinished_total: 10,
  unfinished_jobs: 2,
  places_known: 0,
  best_place: null,
  live_places: 3,
  next_lapse_seats: 4,
  still_wanted: 0,
  waiting: 2,
  held: 4,
  next_lapse_at: soon(600),
  bought_today: 6,
  bought_today_totals: [
    { currency: 'GBP', seats: 4, total: 182 },
    { currency: 'EUR', seats: 2, total: 64 },
  ],
  planned: { costs: [], seats: 0, unpriced_seats: 0 },
  failed_24h: 3,
  today_from: '2026-11-20T00:00:00.000Z',
  failed_since: '2026-11-19T20:00:00.000Z',
  failed_24h_messages: [{ message: 'sold out', reason: null, count: 2 }],
  tasks_limit: { used: 10, max: 200 },
  logins_limit: { used: 0, max: 0 },
  next_scheduled: [{ job_id: 9, name: 'Copper Almanac, presale', tasks: 8, scheduled_at: soon(1620) }],
  attention: [],
  setup: { sites: 1, events: 2, logins: 3, templates: 1, rehearsals: 1, jobs: 1, holds: 1, tickets: 1 },
  ...more,
});

const chart = {
  span: '24h',
  step_seconds: 1800,
  steps: [{ at: soon(-1800), counts: { running: 3, failed: 1 } }],
};

const start = (
  more: Partial<DashboardDto> = {},
  who: keyof typeof people = 'owner',
  answers: Record<string, object> = {},
) =>
  startShell('/dashboard', people[who], {
    'GET /api/dashboard': figures(more),
    'GET /api/dashboard/tasks-over-time': chart,
    'GET /api/dashboard/on-sales': { sales: [] },
    'GET /api/jobs': [],
    ...answers,
  });

test('shows the figures in tiles that link to their lists', async () => {
  start();
  const tile = await screen.findByRole('link', { name: /Unfinished tasks/ });
  expect(tile).toHaveTextContent('10');
  expect(tile).toHaveTextContent('3 running, 5 not yet started');
  expect(screen.getByText(/£182.00/)).toHaveTextContent('£182.00 + €64.00');
  expect(screen.getByText('2 × sold out')).toBeInTheDocument();
});

test('links each tile to its list with a filter that gives the same count', async () => {
  start();
  const search = async (name: RegExp) => {
    const href = (await screen.findByRole('link', { name })).getAttribute('href') ?? '';
    const { pathname, searchParams } = new URL(href, location.href);
    return [pathname, Object.fromEntries(searchParams)];
  };
  expect(await search(/Unfinished tasks/)).toEqual([
    '/tasks',
    { status: 'idle,scheduled,queued,running,waiting_room,carted,stopping' },
  ]);
  expect(await search(/In waiting rooms/)).toEqual(['/tasks', { status: 'waiting_room' }]);
  expect(await search(/Failed in 24 h/)).toEqual([
    '/tasks',
    { status: 'failed,expired', finished_from: '2026-11-19T20:00:00.000Z' },
  ]);
});

test.each([
  ['chosen under Account', { time_zone: 'Asia/Tokyo' }, 'Pacific/Auckland', 'Asia/Tokyo'],
  ['of the realm', {}, 'Pacific/Auckland', 'Pacific/Auckland'],
  ['of the browser', {}, null, Intl.DateTimeFormat().resolvedOptions().timeZone],
])('asks for today in the time zone %s', async (_, preferences, realm_time_zone, expected) => {
  const { requests } = startShell(
    '/dashboard',
    { ...people.owner, realm_time_zone },
    {
      'GET /api/me/preferences': preferences,
      'GET /api/dashboard': figures(),
      'GET /api/dashboard/tasks-over-time': chart,
      'GET /api/jobs': [],
    },
  );
  await screen.findByText('Held now');
  const zones = requests
    .filter(({ url }) => new URL(url).pathname === '/api/dashboard')
    .map(({ url }) => new URL(url).searchParams.get('time_zone'));
  expect(zones.at(-1)).toBe(expected);
});

test('opens the tasks that changed in a column’s period from the chart', async () => {
  const at = '2026-11-20T14:00:00.000Z';
  const shell = start({}, 'owner', {
    'GET /api/dashboard/tasks-over-time': { ...chart, steps: [{ at, counts: { running: 3 } }] },
  });
  const figure = await screen.findByRole('slider', { name: /^Unfinished tasks by status/ });
  expect(figure).toHaveAttribute('aria-valuetext', expect.stringMatching(/Running or stopping 3/));
  figure.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(shell.at()).toMatch(/^\/tasks\?/));
  expect(Object.fromEntries(new URLSearchParams(shell.at().split('?')[1]))).toEqual({
    changed_from: at,
    changed_to: '2026-11-20T14:30:00.000Z',
  });
});

test('renders a tile without a page as plain content', async () => {
  start();
  await screen.findByText('Held now');
  expect(screen.queryByRole('link', { name: /Held now/ })).not.toBeInTheDocument();
});

test('shows limits in use in the top bar, and a limit of 0 as none allowed', async () => {
  start();
  const inBarAndTile = 2;
  await waitFor(() =>
    expect(screen.getAllByRole('img', { name: 'Tasks: 10 of 200 used' })).toHaveLength(inBarAndTile),
  );
  expect(screen.getAllByRole('img', { name: 'Logins: none allowed' })).toHaveLength(inBarAndTile);
  expect(screen.getByText('none allowed')).toBeInTheDocument();
});

test('shows the details of the tiles’ figures', async () => {
  start({ waiting: 31, places_known: 28, best_place: 1204, held: 22, still_wanted: 80 });
  expect(await screen.findByText(/28 positions known, best/)).toHaveTextContent('best 1,204');
  expect(screen.getByText(/4 of them expire in/)).toBeInTheDocument();
  expect(screen.getByText('of 86 wanted')).toBeInTheDocument();
});

test('shows a note in a tile without details', async () => {
  start({ waiting: 0, held: 1, next_lapse_seats: 1 });
  expect(await screen.findByText('No tasks waiting')).toBeInTheDocument();
  expect(screen.getByText(/^Expires in/)).toBeInTheDocument();
  expect(screen.getByText('seat')).toBeInTheDocument();
});

test('links New task and Launch a job to their forms', async () => {
  start();
  expect(await screen.findByRole('link', { name: 'Launch a job' })).toHaveAttribute('href', '/jobs?launch');
  expect(screen.getByRole('link', { name: 'New task' })).toHaveAttribute('href', '/tasks?new');
});

test('shows tasks in a status apart from tasks that ended, with how many ended in the period', async () => {
  const steps = [
    { at: soon(-3600), counts: { running: 20, failed: 9, bought: 1 } },
    { at: soon(-1800), counts: { running: 3, failed: 8 } },
  ];
  start({}, 'owner', { 'GET /api/dashboard/tasks-over-time': { ...chart, steps } });
  const stocks = await screen.findByRole('region', { name: 'Unfinished tasks by status' });
  expect(within(stocks).getByRole('list')).toHaveTextContent(/Running or stopping 3/);
  expect(within(stocks).getByRole('list')).not.toHaveTextContent(/Failed|Bought/);
  const ended = screen.getByRole('region', { name: 'Tasks that ended' });
  expect(within(ended).getByRole('list')).toHaveTextContent(/In (1|24) h.*1.*17/);
  expect(within(ended).getByRole('list')).not.toHaveTextContent(/Running/);
});

test('shows the chart as a table, and fetches another period', async () => {
  const { requests } = start();
  await userEvent.click(await screen.findByRole('button', { name: 'Show as a table' }));
  expect(screen.getByRole('table', { name: /^Unfinished tasks by status/ })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '7 d' }));
  expect(requests.some(({ url }) => url.endsWith('/api/dashboard/tasks-over-time?span=7d'))).toBe(true);
});

test('shows the open setup steps, and the next one, to users who may write', async () => {
  start({ setup: { sites: 1, events: 0, logins: 0, templates: 0 } });
  expect(await screen.findByText('Getting started')).toBeInTheDocument();
  // A site of the catalogue isn't the realm's own.
  expect(screen.getByText('0 of 7 done')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Choose a site: Add an event' })).toHaveAttribute('href', '/sites');
  expect(screen.getByRole('link', { name: 'Open Templates: Create a template' })).toHaveAttribute(
    'href',
    '/templates',
  );
  expect(screen.getByRole('link', { name: 'Open Tasks: Hold seats' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Launch a job' })).not.toBeInTheDocument();
});

test('explains to an owner who adds the first site', async () => {
  start({ setup: { sites: 0, events: 0, logins: 0, templates: 0 } });
  expect(await screen.findByText('An administrator adds the first site.')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /: Add an event/ })).not.toBeInTheDocument();
});

test('hides the checklist and the launch button without write permission', async () => {
  start({ setup: { sites: 0, events: 0, logins: 0, templates: 0 } }, 'user');
  await screen.findByText('Unfinished tasks');
  expect(screen.queryByText('Getting started')).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Launch a job' })).not.toBeInTheDocument();
});

test('shows why the figures can’t be loaded, with Retry', async () => {
  let answers = 0;
  start({}, 'owner', {
    'GET /api/dashboard': () =>
      answers++
        ? json(200, figures())
        : json(403, { message: 'Not for you', code: 'FORBIDDEN', request_id: 'r-3' }),
  });
  expect(await screen.findByText('Not for you')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Unfinished tasks')).toBeInTheDocument();
});

test('repeats a read once the server accepts it; after Cancel, Retry is disabled until then', async () => {
  stopClock('2026-11-20T14:00:00.000Z');
  start({}, 'owner', {
    'GET /api/dashboard': () =>
      new Response(JSON.stringify({ message: 'Too many requests', code: 'RATE_LIMIT' }), {
        status: 429,
        headers: { 'Content-Type': 'application/json', 'Retry-After': '47' },
      }),
  });
  expect(await screen.findByText('Trying again in 47 s.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Too many requests')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Retry in 47 s' })).toBeDisabled();
});

test('shows an error with Retry only in the panel that fails to load', async () => {
  let isBack = false;
  start({}, 'owner', {
    'GET /api/dashboard/tasks-over-time': () =>
      isBack ? json(200, chart) : json(403, { message: 'No chart', code: 'FORBIDDEN', request_id: 'r-4' }),
  });
  expect(await screen.findByText('No chart')).toBeInTheDocument();
  expect(await screen.findByText('Unfinished tasks')).toBeInTheDocument();
  expect(await screen.findByText('No jobs yet.')).toBeInTheDocument();
  isBack = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('at the end of every 30 min')).toBeInTheDocument();
});

test('shows what running and scheduled jobs are planned to cost, and what of it has no price', async () => {
  const costs = [
    { currency: 'GBP', min: 960, max: 1240 },
    { currency: 'EUR', min: 300, max: 300 },
  ];
  start({ planned: { costs, seats: 60, unpriced_seats: 40 } });
  expect(await screen.findByText('£960–1,240 + €300')).toBeVisible();
  expect(screen.getByText(/Planned cost of running and scheduled jobs/)).toBeVisible();
  expect(screen.getByText('No price known for 40 of 60 seats')).toBeVisible();
});

test('shows when the next jobs start, and how many tasks they have', async () => {
  stopClock('2026-11-20T14:00:00.000Z');
  start({
    next_scheduled: [
      { job_id: 9, name: 'Copper Almanac, presale', tasks: 8, scheduled_at: '2026-11-20T14:27:00.000Z' },
    ],
  });
  const line = await findListItem('Copper Almanac, presale');
  expect(line).toHaveTextContent('8 tasks');
  expect(line).toHaveTextContent('in 27 min');
});

test('shows administrators the busiest realms, the workers and the modules', async () => {
  stopClock('2026-11-20T14:00:00.000Z');
  const realm = { id: 3, name: 'Quayside Desk', active_tasks: 90, max_tasks: 100 };
  const worker = {
    id: 1,
    name: 'reference-1',
    status: 'lost',
    leased: 2,
    capacity: 25,
    last_seen_at: soon(-150),
  };
  start({}, 'admin', { 'GET /api/realms': [realm], 'GET /api/workers': [worker] });
  expect(await screen.findByRole('img', { name: 'Quayside Desk: 90 of 100 used' })).toBeInTheDocument();
  const line = await findListItem('reference-1');
  expect(line).toHaveTextContent('2 of 25 slots in use, last seen 2 min ago');
  expect(line).toHaveTextContent('Lost');
  expect(screen.getByRole('heading', { name: 'Modules' })).toBeInTheDocument();
});

test('requests no platform figures for a realm’s users', async () => {
  const { requests } = start();
  await screen.findByText('Unfinished tasks');
  expect(requests.filter(({ url }) => /api\/(realms|workers)/.test(url))).toEqual([]);
});

const nextSale = (over: Partial<NextSaleDto>): NextSaleDto => ({
  event_id: 4,
  name: 'Harbour City v Northgate Rovers',
  site_id: 2,
  site_name: 'Harbour Box Office',
  on_sale_at: soon(3600),
  tasks: 0,
  seats: { wanted: 0, won: 0, held: 0, open: 0, lost: 0, extra: 0 },
  templates: 1,
  template_id: 7,
  rehearsal_id: null,
  login_check: null,
  checks: [],
  ...over,
});

test('begins with the next on-sales, what is ready for them, and what to do', async () => {
  const sale = nextSale({
    checks: [
      { check: 'plan', state: 'warning', have: 0, need: 12 },
      { check: 'logins', state: 'ok', have: 0, need: 0 },
      { check: 'limit', state: 'blocked', have: 10, need: 12 },
      { check: 'workers', state: 'blocked', have: 0, need: 0 },
      { check: 'payers', state: 'warning', have: 0, need: 31 },
      { check: 'rehearsal', state: 'warning', have: 0, need: 0 },
    ],
  });
  start({}, 'owner', { 'GET /api/dashboard/on-sales': { sales: [sale] } });
  const panel = await screen.findByRole('region', { name: 'Next on-sales' });
  const line = await findListItem('Harbour City v Northgate Rovers');
  expect(panel).toContainElement(line);
  expect(line).toHaveTextContent('Not launched: 12 tasks planned');
  expect(line).toHaveTextContent('Task limit: 10 left, 12 needed');
  expect(line).toHaveTextContent('No worker connected');
  expect(line).toHaveTextContent('Not rehearsed');
  expect(line).toHaveTextContent('0 of 31 baskets can be paid');
  expect(line).not.toHaveTextContent('logins ready');
  expect(within(line).getByRole('link', { name: 'Launch: Harbour City v Northgate Rovers' })).toHaveAttribute(
    'href',
    '/templates?launch=7&launch_event=4',
  );
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(headings.slice(0, 2)).toEqual(['Next on-sales', 'Needs attention']);
});

test('says what the check of the planned logins found', async () => {
  const sale = nextSale({
    checks: [{ check: 'login_check', state: 'warning', have: 11, need: 12 }],
    login_check: {
      planned: 12,
      waiting: 0,
      active: 11,
      wrong_password: 1,
      locked: 0,
      code_needed: 0,
      unknown: 0,
      checked_at: '2026-11-20T21:00:00.000Z',
    },
  });
  start({}, 'owner', { 'GET /api/dashboard/on-sales': { sales: [sale] } });
  expect(await screen.findByText(/^11 of 12 logins signed in at .+; 1 wrong password$/)).toBeVisible();
});

test('leads from the tasks of an on-sale to as many rows', async () => {
  const sale = nextSale({
    tasks: 34,
    seats: { wanted: 68, won: 2, held: 4, open: 56, lost: 6, extra: 0 },
    template_id: null,
    checks: [{ check: 'plan', state: 'ok', have: 34, need: 34 }],
  });
  start({}, 'owner', { 'GET /api/dashboard/on-sales': { sales: [sale] } });
  expect(await screen.findByText('2 of 68 purchased · 4 held · 56 open · 6 lost')).toBeVisible();
  const link = await screen.findByRole('link', { name: '34 unfinished tasks' });
  expect(link.getAttribute('href')).toMatch(/^\/tasks\?event_id=4&status=[a-z_]+(,[a-z_]+)+$/);
  expect(link.getAttribute('href')).not.toContain('bought');
});

test('keeps the dashboard when the on-sales can’t be loaded', async () => {
  start({}, 'owner', {
    'GET /api/dashboard/on-sales': () =>
      json(500, { message: 'Internal server error', code: 'SERVER_ERROR' }),
  });
  const panel = await screen.findByRole('region', { name: 'Next on-sales' });
  expect(await within(panel).findByRole('button', { name: 'Retry' })).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Needs attention' })).toBeInTheDocument();
});
