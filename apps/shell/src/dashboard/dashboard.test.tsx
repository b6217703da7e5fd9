import type { DashboardDto } from '@tessera/api';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { freshBrowser, json, people, startShell } from '../../test/app';

beforeEach(() => freshBrowser());

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

const figures = (more: Partial<DashboardDto> = {}): DashboardDto => ({
  unfinished: { queued: 5, running: 3, waiting_room: 2 },
  unfinished_total: 10,
  waiting: 2,
  held: 4,
  next_lapse_at: soon(600),
  bought_today: 6,
  bought_today_totals: [
    { currency: 'GBP', seats: 4, total: 182 },
    { currency: 'EUR', seats: 2, total: 64 },
  ],
  failed_24h: 3,
  failed_24h_messages: [{ message: 'sold out', count: 2 }],
  tasks_limit: { used: 10, max: 200 },
  logins_limit: { used: 0, max: 0 },
  next_scheduled: [{ job_id: 9, name: 'Copper Almanac, presale', tasks: 8, scheduled_at: soon(1620) }],
  attention: [],
  setup: { sites: 1, events: 2, logins: 3, templates: 1 },
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
    'GET /api/jobs': [],
    ...answers,
  });

test('the tiles say how things stand and lead to their lists', async () => {
  start();
  const tile = await screen.findByRole('link', { name: /Unfinished tasks/ });
  expect(tile).toHaveTextContent('10');
  expect(tile).toHaveTextContent('3 running, 5 not yet started');
  expect(tile).toHaveAttribute('href', '/tasks');
  expect(screen.getByText(/£182.00/)).toHaveTextContent('£182.00 + €64.00');
  expect(screen.getByText('2 × sold out')).toBeInTheDocument();
});

test('a tile whose page isn’t there is no link', async () => {
  start();
  await screen.findByText('Held now');
  expect(screen.queryByRole('link', { name: /Held now/ })).not.toBeInTheDocument();
});

test('limits in use stand in the top bar; a limit of 0 reads as none allowed', async () => {
  start();
  const inBarAndTile = 2;
  expect(await screen.findAllByRole('img', { name: 'Tasks: 10 of 200 used' })).toHaveLength(inBarAndTile);
  expect(screen.getAllByRole('img', { name: 'Logins: none allowed' })).toHaveLength(inBarAndTile);
  expect(screen.getByText('none allowed')).toBeInTheDocument();
});

test('seats of one event that lapse together are one line', async () => {
  const lapsing = [1, 2, 3].map((id) => ({
    kind: 'hold_lapsing' as const,
    id,
    title: 'Harbour City v Northgate Rovers',
    detail: `North 104 · 17 · ${id}`,
    at: soon(90 + id),
  }));
  start({
    attention: [
      ...lapsing,
      { kind: 'login_failed', id: 4, title: 'north stand 05', detail: 'wrong password', at: null },
    ],
  });
  expect(await screen.findByText('Harbour City v Northgate Rovers')).toBeInTheDocument();
  expect(screen.getByText(/3 seats, lapse in/)).toBeInTheDocument();
  expect(screen.getByText('north stand 05 failed to sign in')).toBeInTheDocument();
});

test('the chart has a table, and another span asks anew', async () => {
  const { asked } = start();
  await userEvent.click(await screen.findByRole('button', { name: 'Show as a table' }));
  expect(screen.getByRole('table', { name: /Tasks by status/ })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: '7 d' }));
  expect(asked.some(({ url }) => url.endsWith('/api/dashboard/tasks-over-time?span=7d'))).toBe(true);
});

test('a newcomer who may write sees what is left to set up', async () => {
  start({ setup: { sites: 1, events: 0, logins: 0, templates: 0 } });
  expect(await screen.findByText('Getting started')).toBeInTheDocument();
  expect(screen.getByText('1 of 4 done')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Make a template, and launch it' })).toHaveAttribute(
    'href',
    '/templates',
  );
});

test('who only reads gets neither the checklist nor the launch button', async () => {
  start({ setup: { sites: 0, events: 0, logins: 0, templates: 0 } }, 'user');
  await screen.findByText('Unfinished tasks');
  expect(screen.queryByText('Getting started')).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Launch a job' })).not.toBeInTheDocument();
});

test('figures that can’t be had say why, with Retry', async () => {
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

test('a panel whose figures can’t be had fails alone, with Retry', async () => {
  let answers = 0;
  start({}, 'owner', {
    'GET /api/dashboard/tasks-over-time': () =>
      answers++ ? json(200, chart) : json(403, { message: 'No chart', code: 'FORBIDDEN', request_id: 'r-4' }),
  });
  expect(await screen.findByText('No chart')).toBeInTheDocument();
  expect(screen.getByText('Unfinished tasks')).toBeInTheDocument();
  expect(screen.getByText('No jobs yet.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('every 30 min')).toBeInTheDocument();
});

test('what starts next says when and how many', async () => {
  start();
  const line = (await screen.findByText('Copper Almanac, presale')).closest('li');
  expect(line).toHaveTextContent('8 tasks');
  expect(line).toHaveTextContent('in 27 min');
});

test('administrators see the busiest realms, the workers and the modules', async () => {
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
  const line = (await screen.findByText('reference-1')).closest('li');
  expect(line).toHaveTextContent('2 of 25 at work, heard of 2 min ago');
  expect(line).toHaveTextContent('Lost');
  expect(screen.getByRole('heading', { name: 'Modules' })).toBeInTheDocument();
});

test('a realm’s people don’t ask for the platform’s figures', async () => {
  const { asked } = start();
  await screen.findByText('Unfinished tasks');
  expect(asked.filter(({ url }) => /api\/(realms|workers)/.test(url))).toEqual([]);
});
