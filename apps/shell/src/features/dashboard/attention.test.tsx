import { act, screen } from '@testing-library/react';
import type { DashboardDto } from '@tessera/api';
import { setLanguage } from '@tessera/ui';
import { people, resetBrowser, startShell } from '../../../test/app';
import { attention, dashboardAnswers } from '../../../test/records';

beforeEach(() => resetBrowser());
afterEach(() => act(() => setLanguage('en')));

const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

const start = (more: Partial<DashboardDto>, who: keyof typeof people = 'owner') => {
  const answers = dashboardAnswers();
  return startShell('/dashboard', people[who], {
    ...answers,
    'GET /api/dashboard': { ...answers['GET /api/dashboard'], ...more },
  });
};

test('links each attention item to the page where the user can act on it', async () => {
  start({
    attention: [
      attention({ kind: 'hold_lapsing', title: 'Harbour City', detail: 'North 104', at: soon(95), count: 3 }),
      attention({ title: 'north stand 05', detail: 'wrong password' }),
      attention({ id: 2, title: 'Aldermoor Arena', count: 3 }),
      attention({ kind: 'no_worker', title: 'Foundry Hall', count: 9 }),
      attention({ kind: 'payment_check', id: 41, title: 'Quayside Derby' }),
      attention({ kind: 'payment_check', id: 42, title: 'Lantern Nights', count: 3 }),
      attention({ kind: 'place_ending', title: 'north stand 02', detail: 'Copper Almanac', at: soon(250) }),
    ],
    logins_limit: { used: 56, max: 60 },
  });
  expect(await screen.findByText(/3 seats, North 104, expire in/)).toBeInTheDocument();
  expect(screen.getByText('wrong password')).toBeInTheDocument();
  expect(screen.getByText(/Copper Almanac, position expires in/)).toBeInTheDocument();
  const why = screen.getByRole('link', { name: 'Show tasks: No worker for Foundry Hall' });
  expect(why).toHaveAttribute('href', '/tasks?status=queued&site_id=3');
  expect(screen.getByText('1 payment to check at the site')).toBeInTheDocument();
  const check = screen.getByRole('link', { name: 'Open: Quayside Derby' });
  expect(check).toHaveAttribute('href', '/tasks?open=41');
  const checks = screen.getByRole('link', { name: 'Open: Lantern Nights' });
  expect(checks).toHaveAttribute('href', '/tasks?payment_check=true');
  const failed = screen.getByRole('link', { name: 'Open: 3 logins failed to sign in' });
  expect(failed).toHaveAttribute('href', '/sites/3/logins?status=failed');
  expect(screen.getByRole('link', { name: 'View: Logins: 56 of 60 used' })).toHaveAttribute('href', '/sites');
  expect(screen.getByText('Room for 4 more')).toBeInTheDocument();
  // There is no module with the cart here: its line leads nowhere.
  expect(screen.queryByRole('link', { name: /^Pay: / })).not.toBeInTheDocument();
});

test('lists lapsed seats and failed jobs', async () => {
  start({
    attention: [
      attention({ kind: 'seats_lapsed', id: 2, title: 'Harbour City', at: soon(-60), count: 4 }),
      attention({ kind: 'hold_lapsing', id: 3, title: 'Foundry Hall', at: soon(-1), count: 2 }),
      attention({ kind: 'job_failed', id: 9, title: 'Presale', detail: 'sold out', count: 12 }),
    ],
  });
  expect(
    await screen.findByText(/^4 seats expired; if you paid, record it by \d\d:\d\d$/),
  ).toBeInTheDocument();
  expect(screen.getByText('2 seats, expired')).toBeInTheDocument();
  expect(screen.getByText('12 tasks failed: sold out')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Open job: Presale failed' })).toHaveAttribute('href', '/jobs/9');
  expect(screen.queryByText('All clear: nothing needs your attention.')).not.toBeInTheDocument();
});

test('leads from used budgets to the room of the only event, else to all budgets', async () => {
  start({
    attention: [
      attention({
        kind: 'budget_used_up',
        title: 'Derby',
        event_id: 7,
        totals: [{ currency: 'GBP', seats: 0, total: 0 }],
      }),
      attention({
        kind: 'budget_nearly_used',
        title: 'Cup, Final, Pairs',
        count: 5,
        event_id: null,
        totals: [{ currency: 'GBP', seats: 0, total: 299.5 }],
      }),
    ],
  });
  expect(await screen.findByText('Budget used up: Derby')).toBeInTheDocument();
  expect(screen.getByText('£0.00 free')).toBeInTheDocument();
  expect(screen.getByText('Budget 80% used: Cup, Final, Pairs and 2 more')).toBeInTheDocument();
  expect(screen.getByText('£299.50 free')).toBeInTheDocument();
});

test('shows a user who is waiting for a realm', async () => {
  const detail = 'nel+1@quayside.example';
  start(
    { attention: [attention({ kind: 'user_waiting', title: 'Nel Harper', detail, at: soon(-60) })] },
    'admin',
  );
  expect(await screen.findByText('Nel Harper is waiting for a realm')).toBeInTheDocument();
});

test('groups waiting users and lost workers, and names the first of them', async () => {
  start(
    {
      attention: [
        attention({ kind: 'user_waiting', title: 'Nel Harper, Ann Reed, Bo Li', count: 12, at: soon(-60) }),
        attention({ kind: 'worker_lost', title: 'worker-a, worker-b', count: 2, at: soon(-60) }),
      ],
    },
    'admin',
  );
  expect(await screen.findByText('12 users are waiting for a realm')).toBeInTheDocument();
  expect(screen.getByText('Nel Harper, Ann Reed, Bo Li and 9 more')).toBeInTheDocument();
  expect(screen.getByText('Lost contact with 2 workers')).toBeInTheDocument();
  expect(screen.getByText('worker-a, worker-b')).toBeInTheDocument();
});

test('leads an administrator to the shared identities that wait for a decision', async () => {
  const title = 'tickets.harbour.example/e/derby, qd-0001';
  start({ attention: [attention({ kind: 'identity_undecided', title, count: 2 })] }, 'admin');
  expect(await screen.findByText('2 shared identities to decide')).toBeInTheDocument();
  expect(screen.getByText(title)).toBeInTheDocument();
});

test('leads an administrator to the mails that could not be sent', async () => {
  const title = 'ida@quayside.example, bo@quayside.example';
  start({ attention: [attention({ kind: 'mail_dead', title, count: 2 })] }, 'admin');
  expect(await screen.findByText('2 mails could not be sent')).toBeInTheDocument();
  expect(screen.getByText(title)).toBeInTheDocument();
});

test('shows why tasks failed in the user’s language', async () => {
  const reason = { code: 'RETRIES_USED_UP', params: { failure: 'WORKER_LOST' } } as const;
  const message = 'As the server words it';
  start({
    failed_24h_messages: [{ message, reason, count: 2 }],
    attention: [
      attention({ kind: 'job_failed', id: 9, title: 'Presale', detail: message, reason, count: 12 }),
    ],
  });
  expect(
    await screen.findByText('12 tasks failed: Lost contact with the worker (no retries left)'),
  ).toBeInTheDocument();
  expect(screen.getByText('2 × Lost contact with the worker (no retries left)')).toBeInTheDocument();
  await act(() => setLanguage('de'));
  expect(
    await screen.findByText(/: Verbindung zum Worker verloren \(keine Versuche mehr übrig\)$/),
  ).toBeInTheDocument();
  expect(
    screen.getByText('2 × Verbindung zum Worker verloren (keine Versuche mehr übrig)'),
  ).toBeInTheDocument();
});

test('shows when failed tasks gave no reason', async () => {
  start({ failed_24h_messages: [{ message: null, reason: null, count: 2 }] });
  expect(await screen.findByText('2 × no reason given')).toBeInTheDocument();
});
