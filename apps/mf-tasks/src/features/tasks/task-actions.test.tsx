import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal } from '@tessera/api/testing';
import { openConsole } from '../../../test/console';
import { bulkAnswer, task } from '../../../test/records';
import { held } from '../../../test/seats';
import { menuOf, server } from '../../../test/tasks-list';

test('stops an unfinished task, waits for it, and deletes it; Undo restores it', async () => {
  let requests = 0;
  const net = server()
    .on('POST /tasks/:id/stop', { body: task(2, { status: 'stopping' }) })
    .on('GET /tasks/:id', () => {
      requests += 1;
      return { body: task(2, { status: requests > 1 ? 'stopped' : 'stopping' }) };
    })
    .on('DELETE /tasks/:id', { status: 204 })
    .on('POST /tasks/bulk', { body: bulkAnswer({ eligible: 1 }) });
  const { user } = openConsole(net, '/tasks');
  await menuOf(user, 'HC north 02');
  await user.click(await screen.findByRole('menuitem', { name: 'Stop and delete' }));
  await user.click(await screen.findByRole('button', { name: 'Stop and delete' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 task restored. 1 task started again')).toBeVisible();
  const order = net.calls
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(order.slice(0, 2)).toEqual(['POST /api/tasks/2/stop', 'DELETE /api/tasks/2']);
  expect(net.seen('POST /tasks/bulk').map(({ body }) => body)).toEqual([
    { command: 'restore', ids: [2] },
    { command: 'start', ids: [2] },
  ]);
});

test('confirms stopping a task that loses something, and Undo starts it again', async () => {
  const net = server()
    .on('POST /tasks/:id/stop', { body: task(2, { status: 'stopping' }) })
    .on('POST /tasks/bulk', { body: bulkAnswer({ eligible: 1 }) });
  const { user } = openConsole(net, '/tasks');
  await menuOf(user, 'HC north 02');
  await user.click(await screen.findByRole('menuitem', { name: 'Stop' }));
  const question = await screen.findByRole('alertdialog', { name: 'Stop HC north 02?' });
  expect(within(question).getByText('It loses its position in the waiting room.')).toBeVisible();
  expect(net.seen('POST /tasks/2/stop')).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Stop task' }));
  expect(await screen.findByText('HC north 02 stopped')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 task started again')).toBeVisible();
  expect(net.seen('POST /tasks/bulk')[0]?.body).toEqual({ command: 'start', ids: [2] });
});

test('stops a queued task without a confirmation, with Undo', async () => {
  const net = server().on('POST /tasks/:id/stop', { body: task(3, { status: 'stopped' }) });
  const { user } = openConsole(net, '/tasks');
  await menuOf(user, 'HC north 03');
  await user.click(await screen.findByRole('menuitem', { name: 'Stop' }));
  expect(await screen.findByText('HC north 03 stopped')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
});

test('keeps the order of the drawer’s buttons in every state, disabled ones with the reason', async () => {
  const net = server().on('GET /carted-tickets', list([held(1)]));
  const { user } = openConsole(net, '/tasks?open=1');
  await screen.findByRole('heading', { level: 2, name: 'HC north 01' });
  const names = ['Start', 'Pause', 'Resume', 'Stop', 'Mark as bought'];
  const shown = () =>
    screen
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter((text) => names.includes(text));
  await screen.findByRole('button', { name: 'Resume' });
  expect(shown()).toEqual(names);
  // Each action has one button, also for a task with held seats.
  await screen.findByRole('region', { name: /held$/ });
  expect(screen.getAllByRole('button', { name: /^Mark (as )?bought$/ })).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Pause' })).toHaveAccessibleDescription('It holds seats');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('heading', { level: 2, name: 'HC north 02' });
  expect(shown()).toEqual(names);
  expect(screen.getByRole('button', { name: 'Resume' })).toHaveAccessibleDescription('It is not paused');
  expect(screen.getByRole('button', { name: 'Pause' })).not.toHaveAttribute('aria-disabled');
});

test('disables what would start in a suspended realm for an administrator too, with the reason', async () => {
  const net = server().on('GET /realms', ({ query }) =>
    list(query.get('status') === 'suspended' ? [{ id: 1, name: 'Quayside Desk', status: 'suspended' }] : []),
  );
  const { user } = openConsole(net, '/tasks', 'admin');
  await screen.findByRole('row', { name: /HC north 05/ });
  await waitFor(() => expect(net.seen('GET /realms').length).toBeGreaterThan(0));
  await menuOf(user, 'HC north 05');
  const start = await screen.findByRole('menuitem', { name: /^Start/ });
  expect(start).toHaveAttribute('aria-disabled', 'true');
  expect(within(start).getByText('The realm is suspended: nothing starts in it')).toBeVisible();
  expect(screen.getByRole('menuitem', { name: /^Duplicate/ })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('menuitem', { name: 'Edit' })).not.toHaveAttribute('aria-disabled');
});

test('shows what to do first when starting a task of a suspended realm is refused', async () => {
  const words =
    'This realm is suspended: nothing in it can be changed or started until an administrator activates it';
  const net = server().on('POST /tasks/:id/start', refusal(403, 'REALM_SUSPENDED', words));
  const { user } = openConsole(net, '/tasks');
  await menuOf(user, 'HC north 05');
  await user.click(await screen.findByRole('menuitem', { name: 'Start' }));
  expect(await screen.findByText(words, { exact: false })).toBeVisible();
});
