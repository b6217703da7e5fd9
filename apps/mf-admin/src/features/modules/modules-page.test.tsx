import { screen, within } from '@testing-library/react';
import { list, refusal } from '@tessera/api/testing';
import { moduleSettings, release, rollback, serveModules } from '../../../test/module-records';
import { open } from '../../../test/open';

test('shows each module with its owner, versions, figures and state', async () => {
  open(
    serveModules(
      moduleSettings(1),
      moduleSettings(2, { name: 'mf-off', title: 'Asleep', enabled: false }),
      moduleSettings(3, {
        name: 'mf-new',
        title: 'Fresh',
        canaries: [{ release_id: 13, realm_id: null, percent: 10 }],
      }),
      moduleSettings(4, {
        name: 'mf-bad',
        title: 'Failing',
        releases: [
          release(13, '2.0.0', { state: 'rolled_back', rollback: rollback() }),
          release(12, '1.9.0', { state: 'stable' }),
        ],
      }),
      moduleSettings(5, {
        name: 'mf-back',
        title: 'Reverted',
        releases: [
          release(13, '2.0.0', {
            state: 'rolled_back',
            rollback: rollback({ reason: 'request', measured: null }),
          }),
          release(12, '1.9.0', { state: 'stable' }),
        ],
      }),
      moduleSettings(6, {
        name: 'mf-old',
        title: 'Outdated',
        releases: [
          release(12, '1.9.0', { state: 'stable', incompatible: 'It needs the shell contract ^2.0.0' }),
        ],
      }),
      moduleSettings(7, { name: 'mf-none', title: 'Unreleased', stable_release_id: null }),
      moduleSettings(8, {
        name: 'mf-first',
        title: 'Tried out',
        stable_release_id: null,
        canaries: [{ release_id: 13, realm_id: 1, percent: null }],
        releases: [
          release(13, '1.10.0', {
            state: 'canary',
            stats: { loads: 40, errors: 2, error_rate: 0.05, p50_ms: 300, p95_ms: 700 },
          }),
        ],
      }),
    ),
    '/modules',
  );
  const first = within(await screen.findByRole('row', { name: /Tickets/ }));
  for (const text of ['Ticketing team', 'Stable', '1.9.0', '1.10.0', '0.25%', '1.4 s'])
    expect(first.getByText((shown) => shown.replace('\u00a0', ' ') === text)).toBeVisible();
  const canaryOnly = within(screen.getByRole('row', { name: /Tried out/ }));
  for (const text of ['1.10.0 (canary)', '5%', '700 ms'])
    expect(canaryOnly.getByText((shown) => shown.replace('\u00a0', ' ') === text)).toBeVisible();
  const states = [
    ['Asleep', 'Off'],
    ['Fresh', 'Canary'],
    ['Failing', 'Rolled back automatically'],
    ['Reverted', 'Rolled back'],
    ['Outdated', 'Incompatible'],
    ['Unreleased', 'Published'],
    ['Tried out', 'Canary'],
  ] as const;
  for (const [title, state] of states)
    expect(within(screen.getByRole('row', { name: new RegExp(title) })).getByText(state)).toBeVisible();
});

test('opens a module’s page', async () => {
  const { user, address } = open(serveModules(moduleSettings(1)), '/modules');
  await user.click(await screen.findByRole('row', { name: /Tickets/ }));
  expect(await screen.findByRole('heading', { name: 'Who gets what' })).toBeVisible();
  expect(address()).toBe('/modules/mf-tickets');
});

test('explains in the empty state how the first release comes', async () => {
  open(serveModules(), '/modules');
  expect(await screen.findByText(/Add a publisher with a key and a token/)).toBeVisible();
  expect(screen.getByText('npx tessera-module publish dist --to http://localhost')).toBeVisible();
});

test('shows an error with Retry', async () => {
  const server = serveModules(moduleSettings(1)).on(
    'GET /modules/settings',
    refusal(403, 'FORBIDDEN', 'Not for you'),
  );
  const { user } = open(server, '/modules');
  expect(await screen.findByText('Not for you')).toBeVisible();
  server.on('GET /modules/settings', list([moduleSettings(1)]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('row', { name: /Tickets/ })).toBeVisible();
});
