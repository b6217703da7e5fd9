import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, stopClock } from '@tessera/api/testing';
import {
  moduleChange,
  moduleSettings,
  moduleStats,
  release,
  rollback,
  serveModules,
} from '../../../test/module-records';
import { open } from '../../../test/open';

const address = '/modules/mf-tickets';
const patch = 'PATCH /modules/settings/:id';
const percentCanary = { release_id: 13, realm_id: null, percent: 50 };
const realmCanary = { release_id: 13, realm_id: 1, percent: null };

const panel = async (name: string) => within(await screen.findByRole('region', { name }));

describe('who gets what', () => {
  test('says in numbers who gets the stable version and the canaries', async () => {
    open(serveModules(moduleSettings(1, { canaries: [percentCanary, realmCanary] })), address);
    const rows = await panel('Who gets what');
    // Of 20 users 3 are in the canary's realm, and half of the other 17 are drawn.
    expect(await rows.findByText('Everybody else: about 8 users')).toBeVisible();
    expect(rows.getByText('50% of users: about 9 users')).toBeVisible();
    expect(rows.getByText('Quayside Desk: 3 users')).toBeVisible();
  });

  test('promotes a canary after asking in numbers, on condition that nobody else changed the module', async () => {
    const server = serveModules(moduleSettings(1, { canaries: [realmCanary] }));
    const { user } = open(server, address);
    await user.click(await screen.findByRole('button', { name: 'Promote' }));
    const question = within(await screen.findByRole('alertdialog', { name: /Promote Tickets 1.10.0/ }));
    expect(await question.findByText('users get 1.10.0 instead of 1.9.0')).toBeVisible();
    expect(question.getByText('17')).toBeVisible();
    expect(question.getByText('in 1 realm')).toBeVisible();
    expect(question.getByText('users have it already, as a canary')).toBeVisible();
    expect(server.seen(patch)).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Promote' }));
    expect(await screen.findByText('Tickets 1.10.0 is stable')).toBeVisible();
    const [call] = server.seen(patch);
    expect(call?.body).toEqual({ stable_release_id: 13, canaries: [] });
    expect(call?.headers.get('if-match')).toBe('"4"');
  });

  test('undoes a promotion, on condition that nobody changed the module since', async () => {
    const server = serveModules(moduleSettings(1, { canaries: [realmCanary] }));
    const { user } = open(server, address);
    await user.click(await screen.findByRole('button', { name: 'Promote' }));
    const question = within(await screen.findByRole('alertdialog'));
    await question.findByText(/users get/);
    await user.click(question.getByRole('button', { name: 'Promote' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Tickets is as it was before')).toBeVisible();
    const undo = server.seen(patch)[1];
    expect(undo?.body).toEqual({
      enabled: true,
      administrators_decide: false,
      stable_release_id: 12,
      approved_release_id: 12,
      canaries: [realmCanary],
    });
    expect(undo?.headers.get('if-match')).toBe('"5"');
  });

  test('gives administrators the stable version once one of them promotes it', async () => {
    const server = serveModules(moduleSettings(1, { approved_release_id: 11 }));
    const { user } = open(server, address);
    const rows = await panel('Who gets what');
    expect(await rows.findByText(/^Administrators: they get a version after/)).toBeVisible();
    expect(rows.getByText('1.8.2')).toBeVisible();
    await user.click(rows.getByRole('button', { name: 'Promote for administrators' }));
    const question = within(
      await screen.findByRole('alertdialog', { name: /Tickets 1.9.0 to administrators/ }),
    );
    expect(await question.findByText(/Its code acts as the administrator/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Promote for administrators' }));
    expect(await screen.findByText('Administrators get Tickets 1.9.0')).toBeVisible();
    expect(server.seen(patch)[0]?.body).toEqual({ approved_release_id: 12 });
  });

  test('rolls back to the previous stable version', async () => {
    const server = serveModules(moduleSettings(1));
    const { user } = open(server, address);
    await user.click(await screen.findByRole('button', { name: 'Roll back to 1.8.2' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(await question.findByText('users get 1.8.2 instead of 1.9.0')).toBeVisible();
    expect(question.getByText('20')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Roll back' }));
    await waitFor(() => expect(server.seen(patch)).toHaveLength(1));
    expect(server.seen(patch)[0]?.body).toEqual({ stable_release_id: 11, canaries: [] });
  });

  test('ends one canary and keeps the other', async () => {
    const server = serveModules(moduleSettings(1, { canaries: [percentCanary, realmCanary] }));
    const { user } = open(server, address);
    await user.click((await screen.findAllByRole('button', { name: 'End canary' }))[1]!);
    const question = within(await screen.findByRole('alertdialog'));
    expect(await question.findByText('users get 1.9.0 instead of 1.10.0')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'End canary' }));
    await waitFor(() => expect(server.seen(patch)).toHaveLength(1));
    expect(server.seen(patch)[0]?.body).toEqual({ canaries: [percentCanary] });
  });

  test('turns the module off after saying how many lose it, and on again', async () => {
    const server = serveModules(moduleSettings(1));
    const { user } = open(server, address);
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(await question.findByText('users lose its pages and menu entries')).toBeVisible();
    expect(question.getByText('in 2 realms')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Turn off' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.seen(patch)).toHaveLength(2));
    expect(server.seen(patch).map(({ body }) => body)).toEqual([{ enabled: false }, { enabled: true }]);
  });

  test('shows that somebody else changed the module meanwhile, and fetches it again', async () => {
    const server = serveModules(moduleSettings(1)).on(
      patch,
      refusal(412, 'STALE', 'Somebody else changed this', { context: { current: moduleSettings(1) } }),
    );
    const { user } = open(server, address);
    await user.click(await screen.findByRole('button', { name: 'Roll back to 1.8.2' }));
    const question = within(await screen.findByRole('alertdialog'));
    await question.findByText(/users get/);
    const before = server.seen('GET /modules/settings').length;
    await user.click(question.getByRole('button', { name: 'Roll back' }));
    expect(await screen.findByText(/changed this/)).toBeVisible();
    await waitFor(() => expect(server.seen('GET /modules/settings').length).toBeGreaterThan(before));
  });
});

describe('starting a canary', () => {
  test('gives the newest version to a percentage of users, and says how many get it', async () => {
    const server = serveModules(moduleSettings(1, { canaries: [realmCanary] }));
    const { user } = open(server, address);
    await user.click(await screen.findByRole('button', { name: 'Start canary' }));
    const form = within(await screen.findByRole('dialog', { name: 'Start a canary of Tickets' }));
    const percent = form.getByRole('textbox', { name: /Users/ });
    await user.clear(percent);
    await user.click(form.getByRole('button', { name: 'Start canary' }));
    expect(await form.findByText('Enter a percentage from 1 to 100')).toBeVisible();
    await user.type(percent, '50');
    expect(await form.findByText(/About 9 of 20 users get 1.10.0 instead of 1.9.0/)).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Start canary' }));
    expect(await screen.findByText('Canary Tickets 1.10.0 started')).toBeVisible();
    const [call] = server.seen(patch);
    expect(call?.body).toEqual({ canaries: [realmCanary, percentCanary] });
    expect(call?.headers.get('if-match')).toBe('"4"');
  });

  test('gives a version to one realm in place of the canary that it has', async () => {
    const server = serveModules(
      moduleSettings(1, { canaries: [{ release_id: 11, realm_id: 1, percent: null }] }),
    );
    const { user } = open(server, address);
    await user.click(await screen.findByRole('button', { name: 'Start canary' }));
    const form = within(await screen.findByRole('dialog'));
    await user.click(form.getByRole('combobox', { name: 'Who gets it' }));
    await user.click(await screen.findByRole('option', { name: 'One realm' }));
    await user.click(form.getByRole('combobox', { name: 'Realm' }));
    await user.click(await screen.findByRole('option', { name: 'Quayside Desk' }));
    expect(await form.findByText(/3 of 20 users get 1.10.0 instead of 1.8.2/)).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Start canary' }));
    await waitFor(() => expect(server.seen(patch)).toHaveLength(1));
    expect(server.seen(patch)[0]?.body).toEqual({ canaries: [realmCanary] });
  });

  test('shows a refused save in the form', async () => {
    const server = serveModules(moduleSettings(1)).on(patch, refusal(403, 'FORBIDDEN', 'Not for you'));
    const { user } = open(server, address);
    await user.click(await screen.findByRole('button', { name: 'Start canary' }));
    const form = within(await screen.findByRole('dialog'));
    await user.click(form.getByRole('button', { name: 'Start canary' }));
    expect(await form.findByText(/Not for you/)).toBeVisible();
  });
});

describe('releases', () => {
  const releases = [
    release(15, '2.0.0', { incompatible: 'It needs the shell contract ^2.0.0' }),
    release(14, '1.11.0', {
      state: 'rolled_back',
      rollback: rollback(),
      failures: [{ message: 'Slot risk: It broke', loads: 26 }],
    }),
    release(12, '1.9.0', { state: 'stable' }),
    release(11, '1.8.2', { publisher: null, published_by: null }),
  ];

  test('have a state, and the reason where there is something against them', async () => {
    open(serveModules(moduleSettings(1, { releases })), address);
    const rows = await panel('Releases');
    const incompatible = within(await rows.findByRole('row', { name: /2.0.0/ }));
    expect(incompatible.getByText('Incompatible')).toBeVisible();
    expect(incompatible.getByText('It needs the shell contract ^2.0.0')).toBeVisible();
    const rolledBack = within(rows.getByRole('row', { name: /1.11.0/ }));
    expect(rolledBack.getByText('Rolled back automatically')).toBeVisible();
    expect(rolledBack.getByText(/6.19% errors, p95 3.1/)).toBeVisible();
    expect(within(rows.getByRole('row', { name: /1.8.2/ })).getByText('This installation')).toBeVisible();
  });

  test('can’t be given to anybody when they are incompatible', async () => {
    const { user } = open(serveModules(moduleSettings(1, { releases })), address);
    const row = within(await screen.findByRole('row', { name: /2.0.0/ }));
    await user.click(row.getByRole('button', { name: /^Actions/ }));
    const promote = await screen.findByRole('menuitem', { name: /Promote to stable/ });
    expect(promote).toHaveAttribute('aria-disabled', 'true');
    expect(promote).toHaveTextContent('It needs the shell contract ^2.0.0');
  });

  test('open in a drawer with their origin, size, key and the measured rates', async () => {
    const { user, address: shown } = open(serveModules(moduleSettings(1, { releases })), address);
    await user.click(await screen.findByRole('row', { name: /1.11.0/ }));
    const drawer = within(await screen.findByRole('complementary'));
    expect(drawer.getByText(/6.19% of 420 loads failed, p95 3.1.s. The error budget was 1%/)).toBeVisible();
    expect(drawer.getByText('CI pipeline of Ticketing team')).toBeVisible();
    expect(drawer.getByText(/^1.8.MB$/)).toBeVisible();
    expect(drawer.getByText('q2vV0m8kXnT4Yc7aPz1LrQ')).toBeVisible();
    expect(drawer.getByText('26 ×: Slot risk: It broke')).toBeVisible();
    expect(shown()).toBe('/modules/mf-tickets?release=1.11.0');
    await user.click(drawer.getByRole('button', { name: 'Close' }));
    expect(shown()).toBe('/modules/mf-tickets');
  });
});

describe('load time and errors', () => {
  beforeEach(() => stopClock('2026-11-20T12:05:00.000Z'));
  afterEach(() => jest.restoreAllMocks());

  test('are a chart per figure, and a table of the whole period', async () => {
    open(serveModules(moduleSettings(1)), address);
    const figures = await panel('Load time and errors');
    expect(await figures.findByRole('slider', { name: 'Load time' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringContaining('1.9.0, p95 1.5'),
    );
    expect(figures.getByRole('slider', { name: 'Error rate' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringContaining('1.10.0 2.5%'),
    );
    const totals = within(figures.getByRole('table', { name: 'Figures of the whole period' }));
    expect(
      totals.getByRole('row', { name: /1.10.0 200 5 2.5% 400.ms 900.ms Timeout 3, Crash 2/ }),
    ).toBeVisible();
  });

  test('cover the chosen period, which is part of the address, as a table too', async () => {
    const server = serveModules(moduleSettings(1));
    const { user, address: shown } = open(server, address);
    const figures = await panel('Load time and errors');
    await user.click(figures.getByRole('button', { name: '7 d' }));
    expect(shown()).toBe('/modules/mf-tickets?period=7d');
    await waitFor(() =>
      expect(server.seen('GET /modules/settings/:id/stats').at(-1)?.query.get('period')).toBe('7d'),
    );
    await user.click(figures.getByRole('button', { name: 'As a table' }));
    expect(await figures.findByRole('table', { name: 'Load time' })).toBeVisible();
    expect(figures.getByRole('table', { name: 'Error rate' })).toBeVisible();
  });

  test('say when nothing was reported', async () => {
    const server = serveModules(moduleSettings(1)).on('GET /modules/settings/:id/stats', {
      body: moduleStats({ releases: [] }),
    });
    open(server, address);
    expect(await screen.findByText('No loads were reported in this period.')).toBeVisible();
  });
});

describe('settings', () => {
  test('save the budgets and the automatic roll-back', async () => {
    const server = serveModules(moduleSettings(1));
    const { user } = open(server, address);
    await user.click(await screen.findByRole('button', { name: 'Edit settings' }));
    const form = within(await screen.findByRole('dialog'));
    const errors = form.getByRole('textbox', { name: /Error budget/ });
    await user.clear(errors);
    await user.type(errors, '101');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('At most 100')).toBeVisible();
    await user.clear(errors);
    await user.type(errors, '2.5');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.seen(patch)).toHaveLength(1));
    expect(server.seen(patch)[0]?.body).toEqual({
      administrators_decide: false,
      automatic_rollback: true,
      error_budget_percent: 2.5,
      load_budget_ms: 5000,
    });
  });

  test('compare both versions when somebody else saved first', async () => {
    const server = serveModules(moduleSettings(1)).on(
      patch,
      refusal(412, 'STALE', 'Somebody else changed this', {
        context: { current: moduleSettings(1, { load_budget_ms: 8000 }) },
      }),
    );
    const { user } = open(server, address);
    await user.click(await screen.findByRole('button', { name: 'Edit settings' }));
    await user.click(await screen.findByRole('switch', { name: 'Automatic roll-back' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('row', { name: /Load time budget \(ms\) 8000 5000/ })).toBeVisible();
  });
});

describe('history', () => {
  test('says who changed what', async () => {
    const server = serveModules(moduleSettings(1)).on(
      'GET /audit',
      list([
        moduleChange(6, {
          action: 'module.roll_back',
          actor_name: 'Tessera',
          before: { canaries: [{ ...percentCanary, version: '1.11.0' }] },
          after: { canaries: [], rollback: rollback() },
        }),
        moduleChange(5, { action: 'module.update', before: { enabled: true }, after: { enabled: false } }),
        moduleChange(4, {
          action: 'module.canary',
          before: { canaries: [{ ...percentCanary, version: '1.10.0' }] },
          after: { canaries: [{ ...realmCanary, version: '1.10.0' }] },
        }),
        moduleChange(3, {
          action: 'module.roll_back',
          before: { stable_version: '1.9.0' },
          after: { stable_version: '1.8.2', rollback: rollback({ reason: 'request', measured: null }) },
        }),
        moduleChange(2, {
          action: 'module.update',
          before: { load_budget_ms: 8000 },
          after: { load_budget_ms: 5000 },
        }),
        moduleChange(8, {
          action: 'module.update',
          actor_name: 'Start',
          before: { stable_release_id: null, published_release_id: null },
          after: { stable_release_id: 12, published_release_id: 12 },
        }),
        moduleChange(7, {
          action: 'module.publish',
          before: null,
          after: { release_id: 13, release: '1.10.0' },
        }),
        moduleChange(1),
      ]),
    );
    open(server, address);
    const entries = await panel('History');
    expect(await entries.findByText('Stable: 1.8.2 → 1.9.0')).toBeVisible();
    expect(entries.getByText('Rolled back: 1.9.0 → 1.8.2')).toBeVisible();
    expect(entries.getByText(/^Load time budget: 5.s$/)).toBeVisible();
    expect(entries.getByText('Turned off')).toBeVisible();
    expect(
      entries.getByText('Canary 1.10.0 started: Quayside Desk · Canary 1.10.0 ended: 50% of users'),
    ).toBeVisible();
    expect(entries.getByText('Published 1.10.0')).toBeVisible();
    expect(entries.getByText('Published 1.9.0 · Stable: No version → 1.9.0')).toBeVisible();
    expect(
      entries.getByText(/^Canary 1.11.0 ended: 50% of users · Rolled back automatically: 6.19% of 420 loads/),
    ).toBeVisible();
    expect(entries.getAllByText('Ada Admin')).toHaveLength(6);
    expect(entries.getByText('Tessera')).toBeVisible();
    const [call] = server.seen('GET /audit');
    expect(call?.query.get('entity')).toBe('module');
    expect(call?.query.get('entity_id')).toBe('1');
  });
});

test('says that there is no such module', async () => {
  open(serveModules(), '/modules/mf-nope');
  expect(await screen.findByText('There is no module mf-nope.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'All modules' })).toHaveAttribute('href', '/modules');
});

test('shows an error with Retry', async () => {
  const server = serveModules(moduleSettings(1)).on(
    'GET /modules/settings',
    refusal(403, 'FORBIDDEN', 'Not for you'),
  );
  const { user } = open(server, address);
  expect(await screen.findByText('Not for you')).toBeVisible();
  server.on('GET /modules/settings', list([moduleSettings(1)]));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Tickets' })).toBeVisible();
});
