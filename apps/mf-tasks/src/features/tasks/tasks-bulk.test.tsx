import { screen, waitFor, within } from '@testing-library/react';
import type { BulkOperationDto } from '@tessera/api';
import { list } from '@tessera/api/testing';
import { openConsole } from '../../../test/console';
import { task } from '../../../test/records';
import { select, server } from '../../../test/tasks-list';

test('the bulk bar counts what each command can act on, and says what was passed over', async () => {
  const net = server().on('POST /tasks/bulk', {
    body: {
      eligible: 1,
      ineligible: 2,
      reasons: [{ code: 'INVALID_STATE', message: 'cannot be paused', count: 2 }],
      results: [],
      operation: null,
    },
  });
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 01', 'HC north 03', 'HC north 05');
  const bar = within(screen.getByRole('toolbar', { name: 'Selected rows' }));
  expect(bar.getByText('3 selected')).toBeVisible();
  expect(bar.getByRole('button', { name: 'Start 1' })).toBeVisible();
  expect(bar.getByRole('button', { name: 'Stop 2' })).toBeVisible();
  await user.click(bar.getByRole('button', { name: 'Pause 1' }));
  expect(await screen.findByText('1 task paused. 2 tasks passed over: 2 × cannot be paused')).toBeVisible();
  expect(net.seen('POST /tasks/bulk')[0]?.body).toEqual({ command: 'pause', ids: [1, 3, 5] });
  expect(bar.getByText('3 selected')).toBeVisible();
});

const operation = (fields: Partial<BulkOperationDto>): BulkOperationDto => ({
  id: 4,
  realm_id: 1,
  user_id: 1,
  who: 'owner@quayside.example',
  command: 'delete',
  state: 'queued',
  total: 2,
  done: 0,
  passed_over: 0,
  reasons: [],
  created_at: '2026-11-20T14:05:12Z',
  updated_at: '2026-11-20T14:05:12Z',
  finished_at: null,
  ...fields,
});
const accepted = (begun: BulkOperationDto) => ({
  status: 202,
  body: { eligible: begun.total, ineligible: 0, reasons: [], results: [], operation: begun },
});

test('several are deleted by the server, with results per task, and those that went can be taken back', async () => {
  const inUse = { code: 'IN_USE', message: 'Its worker has not let go of it', count: 1 };
  let looks = 0;
  const net = server()
    .on('POST /tasks/bulk', accepted(operation({})))
    .on('GET /tasks/bulk/:id', () => {
      looks += 1;
      return {
        body:
          looks === 1
            ? operation({ state: 'running', done: 1 })
            : operation({ state: 'done', done: 1, passed_over: 1, reasons: [inUse] }),
      };
    })
    .on('GET /tasks/bulk/:id/results', ({ query }) =>
      list(
        query.get('result') === 'done'
          ? [{ task_id: 5, result: 'done', name: 'HC north 05' }]
          : [{ task_id: 6, result: 'IN_USE', name: 'HC north 06' }],
      ),
    )
    .on('POST /tasks/:id/restore', { body: task(5) });
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 05', 'HC north 06');
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: /Delete/ }));
  await user.click(await screen.findByRole('button', { name: 'Stop and delete 2 tasks' }));
  const work = await screen.findByRole('dialog', { name: 'Deleting 2 tasks' });
  expect(await within(work).findByText('1 of 2 done')).toBeVisible();
  expect(within(work).getByText(/It goes on when you close this page/)).toBeVisible();
  expect(await within(work).findByText('1 of 2 done, 1 failed')).toBeVisible();
  expect((await within(work).findByText('HC north 06')).closest('li')).toHaveTextContent(
    'HC north 06: Its worker has not let go of it',
  );
  expect(net.seen('POST /tasks/bulk')[0]?.body).toEqual({ command: 'delete', ids: [5, 6] });
  const [close] = within(work).getAllByRole('button', { name: 'Close' }).slice(-1);
  await user.click(close!);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(net.seen('POST /tasks/5/restore')).toHaveLength(1));
});

test('marking as bought says first how many hold nothing, and is left to the server', async () => {
  const nothing = { code: 'NOTHING_HELD', message: 'Nothing is held', count: 1 };
  const net = server()
    .on('POST /tasks/bulk', ({ body }) =>
      typeof body === 'object' && body !== null && 'preview' in body
        ? { body: { eligible: 1, ineligible: 1, reasons: [nothing], results: [], operation: null } }
        : accepted(operation({ command: 'mark_bought', total: 2 })),
    )
    .on('GET /tasks/bulk/:id', { body: operation({ command: 'mark_bought', total: 2 }) });
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 01', 'HC north 02');
  await user.click(screen.getByRole('button', { name: /^Mark bought/ }));
  const question = await screen.findByRole('alertdialog', { name: 'Mark 1 task as bought?' });
  expect(within(question).getByText(/1 task passed over: 1 × Nothing is held/)).toBeVisible();
  await user.click(within(question).getByRole('button', { name: 'Mark 1 task' }));
  expect(await screen.findByRole('dialog', { name: 'Marking 2 tasks as bought' })).toBeVisible();
  expect(net.seen('POST /tasks/bulk').at(-1)?.body).toEqual({ command: 'mark_bought', ids: [1, 2] });
});

test('a large bulk is aborted in between, and says what was left alone', async () => {
  const running = operation({ command: 'stop', state: 'running', total: 3_000, done: 1_200 });
  const net = server()
    .on('POST /tasks/bulk', accepted(running))
    .on('GET /tasks/bulk/:id', { body: running })
    .on('POST /tasks/bulk/:id/abort', { body: { ...running, state: 'aborted' } });
  const { user } = openConsole(net, '/tasks');
  await select(user, 'HC north 01', 'HC north 03');
  await user.click(
    within(screen.getByRole('toolbar', { name: 'Selected rows' })).getByRole('button', { name: 'Stop 2' }),
  );
  const work = await screen.findByRole('dialog', { name: 'Stopping 3,000 tasks' });
  await user.click(within(work).getByRole('button', { name: 'Abort' }));
  expect(await within(work).findByText('1800 tasks left alone')).toBeVisible();
  expect(within(work).getByRole('status')).toHaveTextContent('1,200 of 1,200 done');
});
