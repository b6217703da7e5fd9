import { screen, waitFor, within } from '@testing-library/react';
import type { RehearsalAdvice } from '@tessera/api';
import { list, refusal } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from '../../../test/console';
import { event, job, plan, template } from '../../../test/records';
import { jobRun, rehearsal, rehearsalReport } from '../../../test/rehearsals';

test('lists rehearsals with their seats and times, and opens a report', async () => {
  const server = createCatalogueServer()
    .on('GET /rehearsals', list([rehearsal()]))
    .on('GET /rehearsals/:id', { body: rehearsal() });
  const { user } = openConsole(server, '/rehearsals');
  const row = within(await screen.findByRole('row', { name: /North stand fours/ }));
  expect(row.getByText('Finished')).toBeVisible();
  expect(row.getByText('36 of 40')).toBeVisible();
  expect(row.getByText('9.4 s')).toBeVisible();
  await user.click(row.getByText('North stand fours'));
  expect(await screen.findByText('2 workers too few: the longest wait for one was 12 s')).toBeVisible();
});

test('rehearses a template with a scenario and a seed', async () => {
  const server = createCatalogueServer()
    .on('GET /rehearsals', list([]))
    .on('GET /rehearsals/:id', { body: rehearsal({ status: 'running', report: null }) })
    .on('POST /rehearsals', { status: 201, body: rehearsal({ status: 'running', report: null }) });
  const { user } = openConsole(server, '/templates');
  await screen.findByRole('row', { name: /North stand fours/ });
  await user.click(screen.getByRole('button', { name: 'Actions for North stand fours' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Rehearse' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rehearse North stand fours' }));
  expect(dialog.getByText(/made-up logins/)).toBeVisible();
  await user.click(dialog.getByLabelText('Scenario'));
  await user.click(await screen.findByRole('option', { name: 'Sell-out' }));
  await user.type(dialog.getByLabelText(/Seed/), '42');
  await user.click(dialog.getByRole('button', { name: 'Start rehearsal' }));
  expect(await screen.findByText('The rehearsal is running')).toBeVisible();
  expect(server.seen('POST /rehearsals')[0]?.body).toEqual({
    template_id: 5,
    scenario: 'sell_out',
    seed: 42,
    starts_in_s: 10,
  });
});

test('says why nothing can be rehearsed without a sandbox', async () => {
  const server = createCatalogueServer()
    .on('GET /rehearsals', list([]))
    .on('POST /rehearsals', refusal(409, 'CONFLICT', 'None', { reason: 'NO_SANDBOX' }));
  const { user } = openConsole(server, '/rehearsals?rehearse=template-5');
  await user.click(await screen.findByRole('button', { name: 'Start rehearsal' }));
  expect(await screen.findByText(/Rehearsals run at the sandbox, and this console has none/)).toBeVisible();
});

test('compares two rehearsals side by side', async () => {
  const other = rehearsal({ id: 8, seed: 9, report: rehearsalReport({ hold_p95_s: 14, end_state: 'b' }) });
  const server = createCatalogueServer()
    .on('GET /rehearsals', list([rehearsal(), other]))
    .on('GET /rehearsals/:id', ({ path }) => ({ body: path.endsWith('8') ? other : rehearsal() }));
  const { user } = openConsole(server, '/rehearsals/7');
  await user.click(await screen.findByLabelText('Compare with'));
  await user.click(await screen.findByRole('option', { name: /#8/ }));
  const figures = within(await screen.findByRole('table', { name: 'Figures' }));
  const row = await figures.findByRole('row', { name: /Time to hold, p95/ });
  await waitFor(() => expect(row).toHaveTextContent(/9.4 s *better *14 s/));
  expect(screen.getByText('Different results.')).toBeVisible();
});

test('compares with a job of its event or template, and names each part of the page once', async () => {
  const server = createCatalogueServer()
    .on('GET /rehearsals', list([rehearsal()]))
    .on('GET /rehearsals/:id', { body: rehearsal() })
    .on('GET /jobs', list([job(2)]))
    .on('GET /jobs/:id/run', { body: jobRun(2) });
  const { user, address } = openConsole(server, '/rehearsals/7');
  await user.click(await screen.findByLabelText('Compare with'));
  await user.click(await screen.findByRole('option', { name: /^Job #2/ }));
  await waitFor(() => expect(address()).toBe('/rehearsals/7?with=job-2'));
  const figures = within(await screen.findByRole('table', { name: 'Figures' }));
  expect(
    await figures.findByRole('row', { name: /Time to hold, p95 9.4 s *worse *3.5 s −5.9 s/ }),
  ).toBeVisible();
  expect(figures.getByRole('link', { name: /^Job #2/ })).toHaveAttribute('href', '/jobs/2');
  expect(figures.queryByRole('row', { name: /Worker slots/ })).toBeNull();
  expect(screen.queryByText('Different results.')).toBeNull();
  expect(screen.getAllByRole('region', { name: 'Figures' })).toHaveLength(1);
});

test('compares with a rehearsal of another event that the address names, by the share of the target', async () => {
  const report = rehearsalReport({ seats_held: 900, seats_planned: 1200, seats_target: 1200 });
  const other = rehearsal({ id: 8, event_id: 9, seed: 9, report });
  const server = createCatalogueServer()
    .on('GET /rehearsals', list([rehearsal()]))
    .on('GET /rehearsals/:id', ({ path }) => ({ body: path.endsWith('8') ? other : rehearsal() }));
  openConsole(server, '/rehearsals/7?with=8');
  expect(await screen.findByLabelText('Compare with')).toHaveTextContent(/#8/);
  expect(
    await screen.findByRole('row', { name: /Seats of target 36 of 40 *better *900 of 1,200/ }),
  ).toBeVisible();
});

test('offers nobody without write permission to rehearse', async () => {
  const server = createCatalogueServer().on('GET /rehearsals', list([rehearsal()]));
  const { user } = openConsole(server, '/rehearsals?rehearse=template-5', 'realm_user');
  await user.click(await screen.findByRole('button', { name: 'Actions for North stand fours' }));
  expect(await screen.findByRole('menuitem', { name: /Rehearse again/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('shows the figures of a running rehearsal, and advice only at its end', async () => {
  let current = rehearsal({ status: 'running', report: rehearsalReport({ seats_held: 12 }) });
  const server = createCatalogueServer()
    .on('GET /rehearsals', list([]))
    .on('GET /rehearsals/:id', () => ({ body: current }));
  openConsole(server, '/rehearsals/7');
  expect(await screen.findByRole('row', { name: /Seats of target 12 of 40/ })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'What to change' })).not.toBeInTheDocument();
  current = rehearsal();
  expect(await screen.findByRole('region', { name: 'What to change' }, { timeout: 5_000 })).toBeVisible();
  expect(screen.getByRole('row', { name: /Seats of target 36 of 40/ })).toBeVisible();
});

test('shows the time to hold by percentile, with another run laid over it', async () => {
  const other = rehearsal({ id: 8, seed: 9, report: rehearsalReport({ hold_times_s: [3, 6, 14] }) });
  const own = rehearsal({ report: rehearsalReport({ hold_times_s: [2, 4, 9.4] }) });
  const server = createCatalogueServer()
    .on('GET /rehearsals', list([own, other]))
    .on('GET /rehearsals/:id', ({ path }) => ({ body: path.endsWith('8') ? other : own }));
  openConsole(server, '/rehearsals/7?with=8');
  const curve = within(await screen.findByRole('region', { name: 'Time to hold by percentile' }));
  expect(await curve.findByText('9.4 s')).toBeVisible();
  expect(curve.getByText('14 s')).toBeVisible();
});

test('launches what was rehearsed from its report', async () => {
  const server = createCatalogueServer()
    .on('GET /rehearsals', list([rehearsal()]))
    .on('GET /rehearsals/:id', { body: rehearsal() })
    .on('GET /events/:id', { body: event() })
    .on('POST /jobs/preview', { body: plan() });
  const { user } = openConsole(server, '/rehearsals/7');
  await user.click(await screen.findByRole('link', { name: 'Launch' }));
  expect(await screen.findByRole('button', { name: 'Launch 2 tasks' })).toBeVisible();
});

/** A rehearsal of three tasks that were too few, and that the site refused. */
const advised = (codes: readonly RehearsalAdvice['code'][]) =>
  rehearsal({
    settings: { type: 'hold', tasks: 3, seats_per_worker: 4, launch_delay: 5, seats_target: 24 },
    report: rehearsalReport({
      seats_planned: 12,
      seats_target: 24,
      seats_held: 12,
      advice: codes.map((code) => ({ code, message: code, params: {} })),
    }),
  });

test('applies the advice to the template and launches it, and undoes that', async () => {
  let current = template();
  const server = createCatalogueServer()
    .on('GET /rehearsals', list([rehearsal()]))
    .on('GET /rehearsals/:id', { body: advised(['TARGET_MISSED', 'TOO_MANY_REQUESTS']) })
    .on('GET /events/:id', { body: event() })
    .on('POST /jobs/preview', { body: plan() })
    .on('PUT /templates/:id', ({ body }) => {
      current = { ...current, ...(body as Partial<typeof current>) };
      return { body: current, headers: { ETag: '"2"' } };
    });
  const { user } = openConsole(server, '/rehearsals/7');
  await user.click(await screen.findByRole('button', { name: 'Apply and launch' }));
  const question = within(await screen.findByRole('alertdialog', { name: /^Apply the advice/ }));
  expect(question.getByText('Tasks 3 → 6')).toBeVisible();
  expect(question.getByText('Seconds between starts 5 → 10')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Apply and launch' }));
  expect(await screen.findByRole('button', { name: 'Launch 2 tasks' })).toBeVisible();
  const [applied] = server.seen('PUT /templates/5');
  expect(applied?.body).toEqual({ worker_count: 6, launch_delay: 10 });
  expect(applied?.headers.get('If-Match')).toBe('"1"');
  await user.click(screen.getByRole('button', { name: 'Undo', hidden: true }));
  await waitFor(() => expect(server.seen('PUT /templates/5')).toHaveLength(2));
  const [, undone] = server.seen('PUT /templates/5');
  expect(undone?.body).toEqual({ worker_count: 3, launch_delay: 5 });
  expect(undone?.headers.get('If-Match')).toBe('"2"');
});

test.each([
  ['a sold-out house', advised(['SOLD_OUT', 'TARGET_MISSED'])],
  ['too few workers', advised(['MORE_WORKERS'])],
  ['a template that has changed since', { ...advised(['TARGET_MISSED']), settings: rehearsal().settings }],
])('launches without a change for %s', async (_, ended) => {
  const server = createCatalogueServer()
    .on('GET /rehearsals', list([ended]))
    .on('GET /rehearsals/:id', { body: ended });
  openConsole(server, '/rehearsals/7');
  expect(await screen.findByRole('link', { name: 'Launch' })).toBeVisible();
  await waitFor(() => expect(server.seen('GET /templates/5')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Apply and launch' })).toBeNull();
});

test('rehearses from the row of a template, and Cancel leads back to it', async () => {
  const server = createCatalogueServer().on('GET /rehearsals', list([]));
  const { user, address } = openConsole(server, '/templates');
  await user.click(await screen.findByRole('link', { name: 'Rehearse North stand fours' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rehearse North stand fours' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(address()).toBe('/templates'));
});
