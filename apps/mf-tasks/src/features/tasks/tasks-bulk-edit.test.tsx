import { screen, waitFor, within } from '@testing-library/react';
import type { BulkAnswer, BulkTasksDto } from '@tessera/api';
import { list, refusal } from '@tessera/api/testing';
import { openConsole } from '../../../test/console';
import { bulkAnswer } from '../../../test/records';
import { select, server, tasks } from '../../../test/tasks-list';

const answer = (fields: Partial<BulkAnswer>): BulkAnswer =>
  bulkAnswer({ eligible: 2, site_ids: [1], event_ids: [1], ...fields });
const isPreview = (body: unknown) => (body as BulkTasksDto).preview === true;
const open = async (names: string[], entry: RegExp, response: Partial<BulkAnswer>, net = server()) => {
  net.on('POST /tasks/bulk', { body: answer(response) });
  const { user } = openConsole(net, '/tasks');
  await select(user, ...names);
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
  const sent = () => net.seen('POST /tasks/bulk').filter(({ body }) => !isPreview(body));
  return { net, user, sent, dialog: within(await screen.findByRole('dialog')) };
};

test('edits several tasks: sends only the selected settings, and lists the skipped tasks with reasons first', async () => {
  const { net, user, dialog, sent } = await open(['HC north 02', 'HC north 03', 'HC north 05'], /^Edit/, {
    ineligible: 1,
    reasons: [{ code: 'INVALID_STATE', message: 'A worker has it', count: 1, status: 'waiting_room' }],
    results: [
      { task_id: 2, result: 'INVALID_STATE', copy_id: null },
      { task_id: 3, result: 'done', copy_id: null },
      { task_id: 5, result: 'done', copy_id: null },
    ],
  });
  expect(net.seen('POST /tasks/bulk')[0]?.body).toEqual({ command: 'edit', preview: true, ids: [2, 3, 5] });
  expect(dialog.getByRole('heading', { name: 'Edit 2 tasks' })).toBeVisible();
  expect(dialog.getByRole('note')).toHaveTextContent("HC north 02 can't be edited: Waiting room");
  const save = dialog.getByRole('button', { name: 'Change 2 tasks' });
  expect(save).toBeDisabled();
  expect(dialog.getByText('Select what to change')).toBeVisible();

  const seats = dialog.getByRole('textbox', { name: 'Seats' });
  expect(seats).toBeDisabled();
  await user.click(dialog.getByRole('checkbox', { name: 'Change: Seats' }));
  await user.clear(seats);
  await user.type(seats, '6');
  await user.click(dialog.getByRole('checkbox', { name: 'Change: Price type' }));
  await user.type(dialog.getByRole('textbox', { name: /Price type/ }), 'adult');
  await user.click(dialog.getByRole('checkbox', { name: 'Change: Price type' }));
  expect(dialog.getByRole('textbox', { name: /Price type/ })).toHaveValue('');
  await user.click(dialog.getByRole('checkbox', { name: 'Change: Starts' }));
  await user.click(save);
  expect(
    await screen.findByText("2 tasks changed. Skipped 1: 1 can't be edited: Waiting room"),
  ).toBeVisible();
  expect(sent().map(({ body }) => body)).toEqual([
    { command: 'edit', ids: [2, 3, 5], change: { seats_to_set: 6, scheduled_at: null } },
  ]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('offers price levels and areas of the tasks’ site, and none for tasks of several sites', async () => {
  const one = await open(['HC north 03'], /^Edit/, { eligible: 1 });
  expect(await one.dialog.findByRole('group', { name: /Price levels/ })).toBeVisible();
  await one.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  one.net.on('POST /tasks/bulk', { body: answer({ site_ids: [1, 2], event_ids: [1, 2] }) });
  await one.user.click(screen.getByRole('button', { name: 'More actions' }));
  await one.user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  const many = within(await screen.findByRole('dialog'));
  expect(many.getByText(/Price levels and areas can only be changed for tasks of one site/)).toBeVisible();
  expect(many.queryByRole('checkbox', { name: 'Change: Price levels' })).not.toBeInTheDocument();
});

test('changes the budgets of many tasks together, in the currency of their site, or removes them', async () => {
  const { user, dialog, sent } = await open(['HC north 03'], /^Edit/, {
    eligible: 1,
    site_ids: [3],
    results: [{ task_id: 3, result: 'done', copy_id: null }],
  });
  const budgets = within(dialog.getByRole('group', { name: 'Budgets' }));
  expect(budgets.getByLabelText(/^Budget per task/)).toBeDisabled();
  await user.click(dialog.getByRole('checkbox', { name: 'Change: Budgets' }));
  await user.type(budgets.getByLabelText(/^Budget per task/), '120');
  await user.click(dialog.getByRole('button', { name: 'Change 1 task' }));
  expect(await screen.findByText(/1 task changed/)).toBeVisible();
  expect(sent().map(({ body }) => body)).toEqual([
    {
      command: 'edit',
      ids: [3],
      change: { budget_per_task: 120, budget_per_seat: null, budget_currency: 'GBP' },
    },
  ]);
});

test('shows the server’s errors of an edit at their fields', async () => {
  const { net, user, dialog } = await open(['HC north 03'], /^Edit/, { eligible: 1 });
  net.on('POST /tasks/bulk', {
    status: 400,
    body: {
      code: 'VALIDATION',
      message: 'The input is wrong',
      details: [{ field: 'change.proxy', message: 'A label, not an address' }],
      request_id: 'r1',
    },
  });
  await user.click(dialog.getByRole('checkbox', { name: 'Change: Proxy label' }));
  await user.type(dialog.getByRole('textbox', { name: /Proxy label/ }), 'x');
  await user.click(dialog.getByRole('button', { name: 'Change 1 task' }));
  expect(await dialog.findByText('A label, not an address')).toBeVisible();
});

test('duplicates several tasks: shows their number, the rest of the limit, and the tasks over it', async () => {
  const limit = { used: 38, max: 40 };
  const net = server().on('GET /dashboard', { body: { tasks_limit: limit } });
  const { user, dialog, sent } = await open(
    ['HC north 01', 'HC north 05', 'HC north 06'],
    /^Duplicate/,
    {
      ineligible: 1,
      reasons: [{ code: 'LIMIT_REACHED', message: 'The realm has no more places', count: 1, status: null }],
      results: [
        { task_id: 1, result: 'done', copy_id: null },
        { task_id: 5, result: 'done', copy_id: null },
        { task_id: 6, result: 'LIMIT_REACHED', copy_id: null },
      ],
    },
    net,
  );
  expect(dialog.getByRole('heading', { name: 'Duplicate 2 tasks?' })).toBeVisible();
  expect(dialog.getByRole('note')).toHaveTextContent('HC north 06 is over the task limit');
  expect(await dialog.findByText('Task limit: 2 of 40 free now, 0 free afterwards.')).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: /Start immediately/ }));
  await user.click(dialog.getByRole('button', { name: 'Duplicate 2 tasks' }));
  expect(await screen.findByText('2 tasks duplicated. Skipped 1: 1 is over the task limit')).toBeVisible();
  expect(sent().map(({ body }) => body)).toEqual([
    { command: 'duplicate', ids: [1, 5, 6], copy: { suffix: ' copy', start: false } },
  ]);
});

test('sends nothing when no task is eligible', async () => {
  const { dialog } = await open(['HC north 06'], /^Duplicate/, {
    eligible: 0,
    ineligible: 1,
    reasons: [{ code: 'LIMIT_REACHED', message: 'The realm has no more places', count: 1, status: null }],
    results: [{ task_id: 6, result: 'LIMIT_REACHED', copy_id: null }],
  });
  expect(dialog.getByRole('button', { name: 'Duplicate 0 tasks' })).toBeDisabled();
  expect(dialog.getByText('None of the selected tasks is eligible')).toBeVisible();
});

test('filters by the least number of seats, and applies a bulk command to all matches', async () => {
  const queued = tasks.filter(({ status }) => status === 'queued');
  const net = server()
    .on('GET /tasks', list(queued, 60))
    .on('POST /tasks/bulk', {
      body: answer({ results: [3, 77].map((task_id) => ({ task_id, result: 'done', copy_id: null })) }),
    });
  const { user, address } = openConsole(net, '/tasks?paused=true&status=queued');
  await user.click(await screen.findByRole('button', { name: /Add filter|Filter/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Seats' }));
  await user.type(await screen.findByRole('textbox', { name: 'at least' }), '4{Enter}');
  await waitFor(() => expect(address()).toContain('seats_at_least=4'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await screen.findByText(/at least/)).toBeVisible();
  await select(user, 'HC north 03', 'HC north 04');
  await user.click(await screen.findByRole('button', { name: /Select all/ }));
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Edit/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('checkbox', { name: 'Change: Price type' }));
  await user.click(dialog.getByRole('button', { name: 'Change 2 tasks' }));
  await screen.findByText(/2 tasks changed/);
  expect(net.seen('POST /tasks/bulk').map(({ body }) => body)).toEqual([
    {
      command: 'edit',
      preview: true,
      filter: { status: 'queued', paused: true, seats_at_least: 4 },
    },
    // Exactly the previewed tasks, whatever matches by now.
    { command: 'edit', ids: [3, 77], change: { event_price_type: null } },
  ]);
});

test('retries a duplication after a lost response with the same idempotency key', async () => {
  const { net, user, dialog, sent } = await open(['HC north 05'], /^Duplicate/, {
    eligible: 1,
    results: [{ task_id: 5, result: 'done', copy_id: null }],
  });
  net.on('POST /tasks/bulk', refusal(503, 'UNAVAILABLE', 'The database is unavailable'));
  await user.click(dialog.getByRole('button', { name: 'Duplicate 1 task' }));
  expect(await dialog.findByText('The database is unavailable')).toBeVisible();
  net.on('POST /tasks/bulk', { body: answer({ eligible: 1 }) });
  await user.click(dialog.getByRole('button', { name: 'Duplicate 1 task' }));
  expect(await screen.findByText('1 task duplicated')).toBeVisible();
  const [first, second] = sent().map(({ headers }) => headers.get('Idempotency-Key'));
  expect(first).toMatch(/.{16,}/);
  expect(second).toBe(first);
});
