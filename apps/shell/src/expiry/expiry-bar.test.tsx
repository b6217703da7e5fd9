import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ExpiryStep } from '@tessera/api';
import { enterRehearsal } from '@tessera/api/testing';
import { announced, json, modules, people, resetBrowser, startShell } from '../../test/app';
import { dashboardAnswers, liveFigures } from '../../test/records';

const start = Date.parse('2026-11-28T09:00:00.000Z');
let now = start;
let tones = 0;

/** The browser's audio, which jsdom lacks; counts the tones. */
class FakeAudio {
  state = 'running';
  currentTime = 0;
  destination = {};
  createGain() {
    const gain = { setValueAtTime: () => undefined, exponentialRampToValueAtTime: () => undefined };
    return { gain, connect: () => undefined };
  }
  createOscillator() {
    const connect = (next: object) => next;
    return { frequency: { value: 0 }, connect, start: () => (tones += 1), stop: () => undefined };
  }
}

beforeEach(() => {
  resetBrowser();
  now = start;
  tones = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  Object.defineProperty(globalThis, 'AudioContext', { configurable: true, value: FakeAudio });
});
afterEach(() => {
  jest.restoreAllMocks();
  enterRehearsal(null);
  Reflect.deleteProperty(globalThis, 'AudioContext');
});

const step = (seconds: number, over: Partial<ExpiryStep> = {}): ExpiryStep => ({
  at: new Date(start + seconds * 1000).toISOString(),
  event_id: 7,
  currency: 'GBP',
  seats: 2,
  total: 106,
  ...over,
});

const payModule = {
  ...modules[0]!,
  name: 'mf-tickets',
  routes: [{ path: '/pay', action: 'read' as const, reach: 'own' as const }],
  nav: [],
};

/** As in production: strict mode runs each effect twice. */
const open = (who: keyof typeof people, expiries: ExpiryStep[], more: Record<string, object> = {}) =>
  startShell(
    '/tasks',
    people[who],
    {
      ...dashboardAnswers(),
      'GET /api/modules': announced([...modules, payModule]),
      'GET /api/dashboard/live': liveFigures({ expiries }),
      ...more,
    },
    { strict: false },
  );

const bar = () => screen.queryByRole('region', { name: 'Seats about to expire' });
const shown = () => screen.findByRole('region', { name: 'Seats about to expire' });
/** The page's clock ticks once a second. */
const ticked = { timeout: 5_000 };

test('appears two minutes before seats expire, with their price by currency, and leads to the pay queue', async () => {
  open('owner', [step(125), step(128, { currency: 'EUR', total: 40, seats: 1 }), step(900)]);
  await screen.findByRole('link', { name: /^Tasks/ });
  expect(bar()).not.toBeInTheDocument();
  now = start + 10_000;
  expect(await screen.findByText('3 seats, £106.00 + €40.00', {}, ticked)).toBeVisible();
  expect(bar()).toHaveTextContent('3 seats, £106.00 + €40.00 expire in 01:55');
  expect(within(bar()!).getByRole('link', { name: 'Pay' })).toHaveAttribute('href', '/pay');
  expect(bar()).not.toHaveClass('red');
  now = start + 66_000;
  await waitFor(() => expect(bar()).toHaveClass('red'), ticked);
  now = start + 129_000;
  await waitFor(() => expect(bar()).not.toBeInTheDocument(), ticked);
});

test('counts down in the tab’s title, and leaves it afterwards', async () => {
  open('owner', [step(72, { seats: 1, total: 0 })]);
  await waitFor(() => expect(document.title).toBe('01:12 1 seat · Tasks · Tessera'), ticked);
  expect(await shown()).toHaveTextContent('1 seat expires in 01:12');
  now = start + 73_000;
  await waitFor(() => expect(document.title).toBe('Tasks · Tessera'), ticked);
});

test('is announced once and not each second', async () => {
  open('owner', [step(100)]);
  const text = '2 seats, £106.00: less than two minutes left to pay';
  const announcement = await screen.findByText(text);
  expect(announcement).toHaveAttribute('role', 'status');
  expect(within(await shown()).getByRole('timer')).toHaveAttribute('aria-live', 'off');
  now = start + 50_000;
  expect(await screen.findByText('00:50', {}, ticked)).toBeInTheDocument();
  expect(announcement).toHaveTextContent(text);
});

test('says to a user who may not pay only where the seats are', async () => {
  open('user', [step(100)]);
  expect(within(await shown()).getByRole('link', { name: 'Show' })).toHaveAttribute('href', '/pay');
});

test('isn’t shown to administrators, but within a rehearsal that they have entered', async () => {
  const first = open('admin', [step(100)]);
  await waitFor(() => expect(first.isIdle()).toBe(true));
  expect(bar()).not.toBeInTheDocument();
  first.close();
  enterRehearsal(5);
  open('admin', [step(100)], { 'GET /api/rehearsals/5': { id: 5, name: 'Cup final' } });
  expect(await shown()).toHaveTextContent('2 seats');
});

test('sounds when it appears and again in the last 30 seconds, where the user switched that on', async () => {
  open('owner', [step(100)], { 'GET /api/me/preferences': { expiry_sound: true } });
  await shown();
  await waitFor(() => expect(tones).toBe(2));
  now = start + 75_000;
  await waitFor(() => expect(tones).toBe(4), ticked);
});

test('is silent by default', async () => {
  open('owner', [step(20)]);
  await shown();
  expect(tones).toBe(0);
});

test('is switched on with its sound on the account page', async () => {
  let saved: unknown;
  startShell('/account', people.owner, {
    ...dashboardAnswers(),
    'PUT /api/me/preferences': async (request: Request) =>
      json(200, (saved = await request.json()) as object),
  });
  await userEvent.click(await screen.findByRole('combobox', { name: 'Sound before seats expire' }));
  await userEvent.click(await screen.findByRole('option', { name: 'On' }));
  await waitFor(() => expect(saved).toEqual({ expiry_sound: true }));
  expect(tones).toBe(2);
});
