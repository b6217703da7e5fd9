import { screen, waitFor, within } from '@testing-library/react';
import type { BulkAnswer, BulkOperationDto } from '@tessera/api';
import { list } from '@tessera/api/testing';
import { accepted, bulkServer, fitting, isPreview, operation } from '../../../test/bulk';
import { openConsole } from '../../../test/console';
import { bulkAnswer } from '../../../test/records';
import { select, server } from '../../../test/tasks-list';

test('shows how many tasks hold no seats before marking as bought, and runs as an operation', async () => {
  const nothing = { code: 'NOTHING_HELD' as const, message: 'Nothing is held', count: 1, status: null };
  const net = bulkServer(
    { eligible: 1, ineligible: 1, reasons: [nothing], results: fitting(1), held_seats: 4 },
    accepted(operation({ command: 'mark_bought', total: 1 })),
  ).on('GET /tasks/bulk/:id', { body: operation({ command: 'mark_bought', total: 1 }) });
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 01', 'HC north 02');
  await user.click(screen.getByRole('button', { name: /^Mark as bought/ }));
  const question = await screen.findByRole('alertdialog', { name: 'Mark 1 task as bought?' });
  expect(within(question).getByText('holds no seats')).toBeVisible();
  expect(within(question).getByText('held seats are recorded as purchased. This is final.')).toBeVisible();
  await user.click(within(question).getByRole('button', { name: 'Mark 1 task as bought' }));
  expect(await screen.findByRole('dialog', { name: 'Marking 1 task as bought' })).toBeVisible();
  expect(net.seen('POST /tasks/bulk').at(-1)?.body).toEqual({ command: 'mark_bought', ids: [1] });
});

/** A server with tasks 1 and 2, of which those in `unheld` hold no seats; it marks tasks without a purchase at once. */
const unheldServer = (preview: Partial<BulkAnswer>, ended: BulkOperationDto) =>
  server()
    .on('POST /tasks/bulk', ({ body }) => {
      const { command } = body as { command: string };
      if (isPreview(body))
        return {
          body: bulkAnswer(
            command === 'mark_bought'
              ? preview
              : { eligible: 1, results: fitting(2), eligible_by_status: { failed: 1 } },
          ),
        };
      return accepted(operation({ command: command as BulkOperationDto['command'], total: 1 }));
    })
    .on('GET /tasks/bulk/:id', { body: ended });
const holdsNothing = (task_id: number) => ({ task_id, result: 'NOTHING_HELD', copy_id: null });
const nothingHeld = { code: 'NOTHING_HELD' as const, message: 'Nothing is held', count: 1, status: null };
const alone = { name: 'Mark 1 task as bought without a purchase?' };

test('offers to mark only tasks without seats when no task holds any', async () => {
  const net = unheldServer(
    { ineligible: 1, reasons: [nothingHeld], results: [holdsNothing(2)] },
    operation({ command: 'mark_tasks_bought', state: 'done', done: 1, total: 1 }),
  );
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 02');
  await user.click(screen.getByRole('button', { name: /^Mark as bought/ }));
  const question = await screen.findByRole('alertdialog', alone);
  expect(within(question).getByText(/hold no seats for the event, so no purchase is recorded/)).toBeVisible();
  expect(within(question).getByText('task is marked as bought. This is final.')).toBeVisible();
  await user.click(within(question).getByRole('button', { name: 'Mark 1 task as bought' }));
  expect(await screen.findByText('1 task marked as bought, without a purchase')).toBeInTheDocument();
  expect(net.seen('POST /tasks/bulk').map(({ body }) => body)).toEqual([
    { command: 'mark_bought', preview: true, ids: [2] },
    { command: 'mark_tasks_bought', preview: true, ids: [2] },
    { command: 'mark_tasks_bought', ids: [2] },
  ]);
});

test('offers to mark the tasks without seats after recording the seats', async () => {
  const net = unheldServer(
    {
      eligible: 1,
      ineligible: 1,
      reasons: [nothingHeld],
      results: [...fitting(1), holdsNothing(2)],
      held_seats: 2,
    },
    operation({ command: 'mark_bought', state: 'done', done: 1, total: 1 }),
  );
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 01', 'HC north 02');
  await user.click(screen.getByRole('button', { name: /^Mark as bought/ }));
  const first = await screen.findByRole('alertdialog', { name: 'Mark 1 task as bought?' });
  expect(first).toHaveTextContent(
    'Afterwards you can mark the task that holds no seats, without a purchase.',
  );
  await user.click(within(first).getByRole('button', { name: 'Mark 1 task as bought' }));
  const second = await screen.findByRole('alertdialog', alone);
  expect(screen.getByText('1 task marked as bought')).toBeInTheDocument();
  await user.click(within(second).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(net.seen('POST /tasks/bulk').at(-1)?.body).toEqual({
    command: 'mark_tasks_bought',
    preview: true,
    ids: [2],
  });
});

test('offers to mark tasks whose seats lapsed before they were recorded', async () => {
  const net = unheldServer(
    { eligible: 1, results: fitting(2), held_seats: 1 },
    operation({ command: 'mark_bought', state: 'done', passed_over: 1, total: 1, reasons: [nothingHeld] }),
  ).on('GET /tasks/bulk/:id/results', list([{ ...holdsNothing(2), name: 'HC north 02' }]));
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 02');
  await user.click(screen.getByRole('button', { name: /^Mark as bought/ }));
  await user.click(await screen.findByRole('button', { name: 'Mark 1 task as bought' }));
  const work = await screen.findByRole('dialog', { name: 'Marking 1 task as bought' });
  expect(await within(work).findByText('HC north 02')).toBeVisible();
  await user.click(within(work).getByText('Close'));
  expect(await screen.findByRole('alertdialog', alone)).toBeVisible();
  expect(screen.getByText('No task was changed')).toBeInTheDocument();
});
