import { screen, waitFor } from '@testing-library/react';
import { list, takeRequests } from '@tessera/api/testing';
import { openConsole } from '../test/console';
import { link, task } from '../test/records';
import { server, tasks } from '../test/tasks-list';

test('sends one request per resource for the list of tasks', async () => {
  const net = server();
  openConsole(net, '/tasks');
  await screen.findByText('5 unfinished');
  await waitFor(() => expect(net.calls).toHaveLength(4));
  expect(takeRequests(net.calls)).toEqual([
    'GET /me/preferences',
    'GET /saved-views',
    'GET /tasks',
    'GET /tasks/counts',
  ]);
});

test('refetches only timeline, reasons and seats after starting an open task', async () => {
  const started = task(6, { status: 'queued', updated_at: '2026-11-20T15:00:00Z' });
  const net = server()
    .on('GET /tasks/:id', (_call, [id]) => ({ body: tasks.find((one) => one.id === id) }))
    .on('POST /tasks/:id/start', { body: started });
  const { user } = openConsole(net, '/tasks?open=6');
  const start = await screen.findByRole('button', { name: 'Start' });
  await waitFor(() => expect(net.calls).toHaveLength(9));
  expect(takeRequests(net.calls)).toEqual([
    'GET /carted-tickets',
    'GET /me/preferences',
    'GET /saved-views',
    'GET /sites',
    'GET /tasks',
    'GET /tasks/6',
    'GET /tasks/6/events',
    'GET /tasks/6/why',
    'GET /tasks/counts',
  ]);
  await user.click(start);
  await screen.findByText('HC north 06 started');
  await waitFor(() => expect(net.calls).toHaveLength(4));
  expect(takeRequests(net.calls)).toEqual([
    'GET /carted-tickets',
    'GET /tasks/6/events',
    'GET /tasks/6/why',
    'POST /tasks/6/start',
  ]);
});

test('refetches list and counts after a command on a filtered list, since the task may leave it', async () => {
  const net = server().on('POST /tasks/:id/stop', { body: task(3, { status: 'stopped' }) });
  const { user } = openConsole(net, '/tasks?status=queued');
  await screen.findByRole('row', { name: /HC north 03/ });
  await waitFor(() => expect(net.calls).toHaveLength(4));
  takeRequests(net.calls);
  await user.click(screen.getByRole('button', { name: 'Actions for HC north 03' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Stop' }));
  await screen.findByText('HC north 03 stopped');
  await waitFor(() => expect(net.calls).toHaveLength(3));
  expect(takeRequests(net.calls)).toEqual(['GET /tasks', 'GET /tasks/counts', 'POST /tasks/3/stop']);
});

test('sends one request per resource for the list of jobs', async () => {
  const net = server();
  openConsole(net, '/jobs');
  await screen.findByText('1 in total');
  await waitFor(() => expect(net.calls).toHaveLength(3));
  expect(takeRequests(net.calls)).toEqual(['GET /jobs', 'GET /me/preferences', 'GET /saved-views']);
});

test('loads the names of the job filters when the filters are used', async () => {
  const net = server();
  const { user } = openConsole(net, '/jobs');
  await screen.findByText('1 in total');
  await waitFor(() => expect(net.calls).toHaveLength(3));
  takeRequests(net.calls);
  await user.click(screen.getByRole('button', { name: /Add filter|Filter/ }));
  await waitFor(() => expect(net.calls).toHaveLength(3));
  expect(takeRequests(net.calls)).toEqual(['GET /events', 'GET /sites', 'GET /templates']);
});

test('sends one request per resource for the list of links', async () => {
  const net = server().on('GET /queueitlinks', list([link()]));
  openConsole(net, '/queueitlinks');
  await screen.findByText('1 in total');
  await waitFor(() => expect(net.calls).toHaveLength(3));
  expect(takeRequests(net.calls)).toEqual(['GET /me/preferences', 'GET /queueitlinks', 'GET /saved-views']);
});
