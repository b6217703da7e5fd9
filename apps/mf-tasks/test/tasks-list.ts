import { screen } from '@testing-library/react';
import { list } from '@tessera/api/testing';
import { createCatalogueServer, openConsole } from './console';
import { job, task } from './records';

/** Tasks in every kind of state. */
export const tasks = [
  task(1, {
    status: 'carted',
    status_message: '4 seats in North 104, row 17',
    basket: 'https://tickets.harbour.example/b/1',
  }),
  task(2, { status: 'waiting_room', queue_it_event_position: 1204 }),
  task(3, { status: 'queued' }),
  task(4, { status: 'queued', paused: true, status_message: 'by Ida Quill at 14:18' }),
  task(5, { status: 'failed', status_message: 'sign-in refused, 3 tries' }),
  task(6),
];
/** A server that lists them. */
export const server = () =>
  createCatalogueServer()
    .on('GET /tasks', ({ query }) => {
      const status = query.get('status');
      const wanted = status?.replace('!', '').split(',');
      return list(tasks.filter((one) => !wanted || wanted.includes(one.status) !== status?.startsWith('!')));
    })
    .on('GET /jobs', list([job(8)]))
    .on('GET /tickets', list([]))
    .on('GET /tasks/:id', (_call, [id]) => ({ body: tasks.find((one) => one.id === id), headers: { ETag: '"1"' } }))
    .on('GET /tasks/counts', { body: { counts: Object.fromEntries([...Map.groupBy(tasks, ({ status }) => status)].map(([status, all]) => [status, all.length])) } })
    .on('GET /tasks/:id/why', (_call, [id]) => ({
      body: {
        task_id: id,
        status: 'queued',
        causes: [{ code: 'WAITING_FOR_WORKER', message: 'As the server words it', params: { ahead: 3 }, reason: null }],
      },
    }))
    .on('GET /tasks/:id/events', list([
      { id: 2, task_id: 3, actor: 'Worker 3', what: 'fail', from: 'running', to: 'queued', message: 'As the server words it', reason: { code: 'TRY_FAILED', params: { failure: 'WORKER_LOST', retry: 1, max_retries: 5, wait_s: 5 } }, at: '2026-11-20T14:26:08Z' },
      { id: 1, task_id: 3, actor: 'Ida Quill', what: 'create', from: null, to: 'idle', message: null, reason: null, at: '2026-11-20T14:05:12Z' },
    ])); // prettier-ignore
type User = ReturnType<typeof openConsole>['user'];
/** The row of a task by its name. */
export const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
/** Opens the menu of a row. */
export const menuOf = async (user: User, name: string) => {
  await row(name);
  await user.click(screen.getByRole('button', { name: `Actions for ${name}` }));
};
/** Selects rows by name. */
export const select = async (user: User, ...names: string[]) => {
  await row(names[0] ?? '');
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }));
};
