import { screen, waitFor, within } from '@testing-library/react';
import { list } from '@tessera/api/testing';
import { accepted, bulkServer, fitting, operation } from '../../../test/bulk';
import { openConsole } from '../../../test/console';
import { bulkAnswer } from '../../../test/records';
import { select, tasks } from '../../../test/tasks-list';

const toolbar = { name: 'Selected rows' };
const bar = () => within(screen.getByRole('toolbar', toolbar));
/** Waits until the previous dialog has closed. */
const barAgain = async () => within(await screen.findByRole('toolbar', toolbar));

test('confirms a bulk command with counts and reasons, and sends only the previewed tasks', async () => {
  const preview = {
    eligible: 2,
    ineligible: 3,
    reasons: [
      { code: 'INVALID_STATE' as const, message: 'no', count: 2, status: 'bought' as const },
      { code: 'already' as const, message: 'so already', count: 1, status: null },
    ],
    results: [...fitting(1, 3), { task_id: 5, result: 'INVALID_STATE', copy_id: null }],
    eligible_by_status: { waiting_room: 1, running: 1 },
    undo: [{ command: 'resume' as const, ids: [1, 3] }],
  };
  const net = bulkServer(preview, {
    body: bulkAnswer({ eligible: 2, undo: [{ command: 'resume', ids: [1, 3] }] }),
  });
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 01', 'HC north 03', 'HC north 05');
  expect(bar().getByText('3 selected')).toBeVisible();
  expect(bar().getByRole('button', { name: 'Start 1' })).toBeVisible();
  expect(bar().getByRole('button', { name: 'Stop 2' })).toBeVisible();
  await user.click(bar().getByRole('button', { name: 'Pause 1' }));
  const question = await screen.findByRole('alertdialog', { name: 'Pause 2 tasks?' });
  const lines = within(question)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(lines).toEqual([
    '1can miss its turn in the waiting room',
    '1pauses in the middle of an attempt',
    "2can't be paused: Bought",
    '1is already paused',
  ]);
  expect(within(question).getByText('Skipped 3')).toBeVisible();
  expect(net.seen('POST /tasks/bulk').map(({ body }) => body)).toEqual([
    { command: 'pause', preview: true, ids: [1, 3, 5] },
  ]);
  await user.click(within(question).getByRole('button', { name: 'Pause 2 tasks' }));
  expect(await screen.findByText('2 tasks paused')).toBeInTheDocument();
  expect(net.seen('POST /tasks/bulk').at(-1)?.body).toEqual({ command: 'pause', ids: [1, 3] });
  expect((await barAgain()).getByText('3 selected')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(net.seen('POST /tasks/bulk').at(-1)?.body).toEqual({ command: 'resume', ids: [1, 3] }),
  );
});

test('skips tasks of a suspended realm on start, with the reason', async () => {
  const suspended = { code: 'REALM_SUSPENDED' as const, message: 'suspended', count: 2, status: null };
  const net = bulkServer({ ineligible: 2, reasons: [suspended] }, { body: bulkAnswer() });
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 03', 'HC north 05');
  await user.click(bar().getByRole('button', { name: /^Start/ }));
  const question = await screen.findByRole('alertdialog', { name: 'Start 0 tasks?' });
  expect(within(question).getByText('belong to a suspended realm, where nothing starts')).toBeVisible();
  expect(within(question).getByRole('button', { name: 'Start 0 tasks' })).toBeDisabled();
});

test('does nothing when the user cancels or no task is eligible', async () => {
  const net = bulkServer(
    { ineligible: 1, reasons: [{ code: 'already' as const, message: '', count: 1, status: null }] },
    { body: bulkAnswer() },
  );
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 01');
  await user.click(bar().getByRole('button', { name: 'Stop 1' }));
  const question = await screen.findByRole('alertdialog', { name: 'Stop 0 tasks?' });
  expect(within(question).getByText('None of the selected tasks is eligible')).toBeVisible();
  expect(within(question).getByRole('button', { name: 'Stop 0 tasks' })).toBeDisabled();
  await user.keyboard('{Escape}');
  expect(net.seen('POST /tasks/bulk')).toHaveLength(1);
});

test('stops the previewed tasks of all that match the filters, and no later ones', async () => {
  const net = bulkServer({ eligible: 2, results: fitting(4, 8) }, { body: bulkAnswer({ eligible: 2 }) }).on(
    'GET /tasks',
    list(tasks.slice(0, 2), 60),
  );
  const { user } = openConsole(net, '/tasks?status=carted,waiting_room');
  await select(user, 'HC north 01', 'HC north 02');
  await user.click(screen.getByRole('button', { name: 'Select all 60' }));
  await user.click(bar().getByRole('button', { name: 'Stop' }));
  await user.click(await screen.findByRole('button', { name: 'Stop 2 tasks' }));
  expect(await screen.findByText('2 tasks stopped')).toBeInTheDocument();
  expect(net.seen('POST /tasks/bulk').map(({ body }) => body)).toEqual([
    {
      command: 'stop',
      preview: true,
      filter: expect.objectContaining({ status: 'carted,waiting_room' }) as unknown,
    },
    { command: 'stop', ids: [4, 8] },
  ]);
});

test('keeps rows that left the view selected, and counts them', async () => {
  let left = false;
  const net = bulkServer({ eligible: 1, results: fitting(5) }, { body: bulkAnswer({ eligible: 1 }) }).on(
    'GET /tasks',
    () => list(left ? [] : [tasks[4]]),
  );
  const { user } = openConsole(net, '/tasks?status=failed');
  await select(user, 'HC north 05');
  left = true;
  await user.click(bar().getByRole('button', { name: 'Start 1' }));
  await user.click(await screen.findByRole('button', { name: 'Start 1 task' }));
  expect(await screen.findByText('1 no longer in this view')).toBeVisible();
  const after = await barAgain();
  expect(after.getByText('1 selected')).toBeVisible();
  expect(screen.queryByText('of 0')).not.toBeInTheDocument();
  expect(after.getByRole('button', { name: 'Stop' })).not.toHaveAttribute('aria-disabled');
});

const undoDelete = {
  undo: [
    { command: 'restore' as const, ids: [5, 6] },
    { command: 'start' as const, ids: [6] },
  ],
};
const deletable = { eligible: 2, results: fitting(5, 6), eligible_by_status: { failed: 1, queued: 1 } };

test('deletes several tasks as an operation; lists the skipped ones, with Undo in the same dialog', async () => {
  const inUse = {
    code: 'IN_USE' as const,
    message: 'Its worker has not let go of it',
    count: 1,
    status: null,
  };
  let isOver = false;
  const net = bulkServer({ ...deletable, ...undoDelete }, accepted(operation({}), undoDelete))
    .on('GET /tasks/bulk/:id', () => ({
      body: isOver
        ? operation({ state: 'done', done: 1, passed_over: 1, reasons: [inUse] })
        : operation({ state: 'running', done: 1 }),
    }))
    .on('GET /tasks/bulk/:id/results', list([{ task_id: 6, result: 'IN_USE', name: 'HC north 06' }]));
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 05', 'HC north 06');
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: /Delete/ }));
  await user.click(await screen.findByRole('button', { name: 'Stop and delete 2 tasks' }));
  const work = await screen.findByRole('dialog', { name: 'Deleting 2 tasks' });
  expect(await within(work).findByText('1 of 2 done')).toBeVisible();
  expect(within(work).getByText(/continues in the background/)).toBeVisible();
  isOver = true;
  expect(await within(work).findByText('1 of 2 done, 1 failed')).toBeVisible();
  await within(work).findByText('HC north 06');
  expect(within(work).getByRole('listitem')).toHaveTextContent('HC north 06 is still leased by a worker');
  expect(net.seen('POST /tasks/bulk').at(-1)?.body).toEqual({ command: 'delete', ids: [5, 6] });
  await user.click(within(work).getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(net.seen('POST /tasks/bulk').at(-1)?.body).toEqual({ command: 'restore', ids: [5] }),
  );
});

test('closes the dialog of a complete deletion, so that Undo is visible', async () => {
  const net = bulkServer({ ...deletable, ...undoDelete }, accepted(operation({}), undoDelete))
    .on('GET /tasks/bulk/:id', { body: operation({ state: 'done', done: 2 }) })
    .on('GET /tasks/bulk/:id/results', list([]));
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 05', 'HC north 06');
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: /Delete/ }));
  await user.click(await screen.findByRole('button', { name: 'Stop and delete 2 tasks' }));
  expect(await screen.findByText('2 tasks deleted')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(
      net
        .seen('POST /tasks/bulk')
        .slice(2)
        .map(({ body }) => body),
    ).toEqual(undoDelete.undo),
  );
});

test('aborts a large bulk operation, and reports the skipped tasks', async () => {
  const running = operation({ command: 'stop', state: 'running', total: 3_000, done: 1_200 });
  const net = bulkServer({ eligible: 3_000, results: fitting(1, 3) }, accepted(running))
    .on('GET /tasks/bulk/:id', { body: running })
    .on('POST /tasks/bulk/:id/abort', { body: { ...running, state: 'aborted' } });
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 01', 'HC north 03');
  await user.click(bar().getByRole('button', { name: 'Stop 2' }));
  await user.click(await screen.findByRole('button', { name: 'Stop 3,000 tasks' }));
  const work = await screen.findByRole('dialog', { name: 'Stopping 3,000 tasks' });
  await user.click(within(work).getByRole('button', { name: 'Abort' }));
  expect(await within(work).findByText('1800 tasks skipped')).toBeVisible();
  expect(within(work).getByRole('status')).toHaveTextContent('1,200 of 1,200 done');
});
