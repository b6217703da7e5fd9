import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LiveFiguresDto, MeDto } from '@tessera/api';
import type { ModuleRelease } from '@tessera/federation';
import { setViewportWidth } from '@tessera/ui/testing';
import { announced, json, modules, people, resetBrowser, setWideScreen, startShell } from '../../test/app';
import { dashboardAnswers, liveFigures } from '../../test/records';

beforeEach(() => resetBrowser());

const read = { action: 'read', reach: 'own' } as const;
const write = { action: 'write', reach: 'own' } as const;

/** Modules with pages below entries of their own and of others. */
const releases: ModuleRelease[] = modules.map((release) =>
  release.name === 'mf-tasks'
    ? {
        ...release,
        routes: [
          ...release.routes,
          { path: '/calendar', ...read },
          { path: '/tickets', ...read },
          { path: '/pay', ...read },
          { path: '/ledger', ...write, duty: 'finance' },
          { path: '/audit', ...write, duty: 'audit' },
          { path: '/requests', ...write },
          { path: '/queueitlinks', ...read },
          { path: '/waiting', ...read },
          { path: '/tower', ...read },
          { path: '/on-sale/:eventId', ...read },
          { path: '/on-sale/:eventId/waiting', ...read },
          { path: '/on-sale/:eventId/seats', ...read },
        ],
        nav: [
          ...release.nav,
          { label: 'Jobs', path: '/jobs', icon: 'layers', order: 30 },
          { label: 'Calendar', path: '/calendar', icon: 'calendar-days', order: 10, parent: '/jobs' },
          { label: 'Tickets', path: '/tickets', icon: 'ticket', order: 60 },
          { label: 'Ledger', path: '/ledger', icon: 'book-open-text', order: 20, parent: '/tickets' },
          { label: 'Pay', path: '/pay', icon: 'wallet', order: 10, parent: '/tickets' },
          { label: 'Queue-it Links', path: '/queueitlinks', icon: 'link', order: 80 },
          {
            label: 'Waiting places',
            path: '/waiting',
            icon: 'hourglass',
            order: 10,
            parent: '/queueitlinks',
          },
          { label: 'Audit log', path: '/audit', icon: 'scroll-text', order: 30, parent: '/realms' },
          { label: 'Requests', path: '/requests', icon: 'bell', order: 5, parent: '/realms' },
          { label: 'Tower', path: '/tower', icon: 'anchor', order: 95, parent: '/harbour' },
        ],
      }
    : {
        ...release,
        routes: release.routes.filter(({ path }) => path !== '/ledger' && path !== '/audit'),
        nav: release.nav.filter(({ path }) => path !== '/audit'),
      },
);

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const sale = (event_id: number, name: string, held: number, waiting = 0) => ({
  event_id,
  name,
  on_sale: held === 0,
  held,
  waiting,
});

function start(
  path: string,
  who: keyof typeof people,
  figures: Partial<LiveFiguresDto> = {},
  duties: MeDto['duties'] = [],
) {
  const shell = startShell(
    path,
    { ...people[who], duties },
    {
      ...dashboardAnswers(),
      'GET /api/modules': announced(releases),
      'GET /api/dashboard/live': liveFigures(figures),
    },
  );
  for (const { name, routes } of releases)
    shell.remotes[name] = {
      name,
      routes: routes.map((route) => ({ path: route.path, element: <h1>{`page of ${route.path}`}</h1> })),
    };
  return shell;
}

const menu = async () => within(await screen.findByRole('navigation', { name: 'Main' }));
const below = async (entry: string) =>
  within((await menu()).getByRole('list', { name: entry }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const lit = async () =>
  (await menu())
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-current') === 'page')
    .map(({ textContent }) => textContent);

test('shows below an entry the pages that name it as their parent, in order', async () => {
  start('/tasks', 'owner');
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(await below('Tickets')).toEqual(['Pay', 'Ledger']);
  expect(await below('Jobs')).toEqual(['Calendar']);
});

test('hides a page below an entry from users who may not open it', async () => {
  start('/tasks', 'user');
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(await below('Tickets')).toEqual(['Pay']);
});

test('shows and opens a page for who has its duty', async () => {
  start('/ledger', 'user', {}, ['finance']);
  await screen.findByRole('heading', { name: 'page of /ledger' });
  expect(await below('Tickets')).toEqual(['Pay', 'Ledger']);
});

test('keeps an entry whose parent isn’t in the menu on the first level', async () => {
  start('/tasks', 'owner');
  const entry = await screen.findByRole('link', { name: 'Tower' });
  const [first, ...nested] = (await menu()).getAllByRole('list');
  expect(first).toContainElement(entry);
  for (const list of nested) expect(list).not.toContainElement(entry);
});

test('has the audit log and requests below Realms for administrators, and at the foot for owners', async () => {
  const shell = start('/tasks', 'admin', { open_requests: 2 });
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(await below('Realms')).toEqual(['Requests2', 'Service tokens', 'Webhooks', 'Modules', 'Audit log']);
  shell.close();
  start('/tasks', 'owner');
  const foot = () => screen.getAllByRole('link').map(({ textContent }) => textContent);
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(foot().slice(-5)).toEqual(['People', 'Requests', 'Service tokens', 'Webhooks', 'Audit log']);
  expect((await menu()).queryByRole('link', { name: 'Audit log' })).not.toBeInTheDocument();
});

test('shows the audit log, and no requests, to a person with the duty', async () => {
  start('/audit', 'user', {}, ['audit']);
  await screen.findByRole('heading', { name: 'page of /audit' });
  expect(screen.getByRole('link', { name: 'Audit log' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Requests' })).not.toBeInTheDocument();
});

test('lists the on-sales that run or hold seats, and leads to their rooms', async () => {
  start('/tasks', 'owner', { events: [sale(7, 'Harbour City', 38), sale(8, 'Copper Almanac', 0, 3)] });
  const line = await screen.findByRole('link', { name: /^Harbour City/ });
  expect(line).toHaveTextContent('Harbour City 38 held');
  expect(line).toHaveAttribute('href', '/on-sale/7');
  expect(await below('Jobs')).toEqual(['Calendar', 'Harbour City 38 held', 'Copper Almanac on sale']);
  expect(await below('Queue-it Links')).toEqual(['Waiting places3']);
});

test('shows how many baskets there are to pay and when the first expires, marked below two minutes', async () => {
  let figures = liveFigures({ to_pay: { baskets: 19, seats: 38, expires_at: soon(523.5) } });
  const shell = startShell('/tasks', people.owner, {
    ...dashboardAnswers(),
    'GET /api/modules': announced(releases),
    'GET /api/dashboard/live': () => json(200, figures),
  });
  const entry = await screen.findByRole('link', { name: 'Pay' });
  await waitFor(() => expect(entry).toHaveTextContent(/^Pay19 · 08:4\d$/));
  expect(within(entry).getByText(/^19 · 08:4\d$/)).not.toHaveClass('urgent');
  figures = liveFigures({ to_pay: { baskets: 2, seats: 4, expires_at: soon(100) } });
  await act(() => shell.refresh());
  expect(await within(entry).findByText(/^2 · 01:/)).toHaveClass('urgent');
});

test.each([
  ['/tasks', ['Tasks10']],
  ['/jobs/5', ['Jobs2']],
  ['/calendar', ['Calendar']],
  ['/pay', ['Pay']],
  ['/on-sale/7', ['Harbour City 38 held']],
  ['/on-sale/7/seats', ['Harbour City 38 held']],
  ['/on-sale/7/waiting', ['Waiting places']],
  ['/on-sale/9', ['On-sale room on sale']],
] as const)('lights the entry of %s', async (path, entries) => {
  start(path, 'owner', { events: [sale(7, 'Harbour City', 38)] });
  await screen.findByRole('heading', { name: /^page of/ });
  await waitFor(async () => expect(await lit()).toEqual(entries));
});

test('leads an owner to the realm’s people from the foot of the menu', async () => {
  const shell = start('/tasks', 'owner');
  await userEvent.click(await screen.findByRole('link', { name: 'People' }));
  expect(shell.at()).toBe('/account/people');
});

test('leads an owner to the realm’s service tokens, below its people', async () => {
  const shell = start('/tasks', 'owner');
  await userEvent.click(await screen.findByRole('link', { name: 'Service tokens' }));
  expect(shell.at()).toBe('/service-tokens');
});

test('leads an owner to the realm’s webhooks below them', async () => {
  const shell = start('/tasks', 'owner');
  await userEvent.click(await screen.findByRole('link', { name: 'Webhooks' }));
  expect(shell.at()).toBe('/webhooks');
});

test.each(['user', 'admin'] as const)('has no People at the foot of a %s’s menu', async (role) => {
  start('/tasks', role);
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(screen.queryByRole('link', { name: 'People' })).not.toBeInTheDocument();
});

test.each([
  ['/calendar', [['Jobs', '/jobs']]],
  ['/jobs/5', [['Jobs', '/jobs']]],
  ['/pay', [['Tickets', '/tickets']]],
  ['/on-sale/7', [['Jobs', '/jobs']]],
  [
    '/on-sale/7/seats',
    [
      ['Jobs', '/jobs'],
      ['On-sale room', '/on-sale/7'],
    ],
  ],
  [
    '/on-sale/7/waiting',
    [
      ['Queue-it Links', '/queueitlinks'],
      ['Waiting places', '/waiting'],
    ],
  ],
  ['/sites/3/logins', [['Sites', '/sites']]],
] as const)('leads from %s to the pages above it', async (path, crumbs) => {
  start(path, 'owner');
  const trail = within(await screen.findByRole('navigation', { name: 'Above this page' }));
  const links = trail.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links.slice(0, crumbs.length)).toEqual(crumbs);
});

test('shows no pages above one of the menu’s first level', async () => {
  start('/tasks', 'owner');
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(screen.queryByRole('navigation', { name: 'Above this page' })).not.toBeInTheDocument();
});

test('has on a phone a bar with the dashboard, the next on-sale, the pay queue, messages and the menu', async () => {
  setWideScreen(false);
  start('/tasks', 'owner', {
    events: [sale(7, 'Harbour City', 38)],
    to_pay: { baskets: 19, seats: 38, expires_at: soon(500) },
  });
  const bar = within(await screen.findByRole('navigation', { name: 'Quick access' }));
  await waitFor(() =>
    expect(bar.getByRole('link', { name: 'On sale' })).toHaveAttribute('href', '/on-sale/7'),
  );
  expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Dashboard',
    'On sale',
    'Pay19',
    'Messages',
  ]);
  await userEvent.click(bar.getByRole('button', { name: 'Open the menu' }));
  expect(await screen.findByRole('link', { name: 'Calendar' })).toBeVisible();
});

test('leads to the calendar from the phone’s bar while nothing is on sale', async () => {
  setWideScreen(false);
  start('/tasks', 'owner');
  const bar = within(await screen.findByRole('navigation', { name: 'Quick access' }));
  expect(await bar.findByRole('link', { name: 'On sale' })).toHaveAttribute('href', '/calendar');
});

test('has no such bar on a tablet, whose menu opens from the top', async () => {
  setViewportWidth(700);
  start('/tasks', 'owner');
  await screen.findByRole('heading', { name: 'page of /tasks' });
  expect(screen.queryByRole('navigation', { name: 'Quick access' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open the menu' })).toBeVisible();
});
