import { screen, waitFor, within } from '@testing-library/react';
import { refusal, type TestServer } from '@tessera/api/testing';
import type { Role } from '@tessera/domain';
import { createCatalogueServer, openConsole } from '../../test/console';
import { keepNote } from '../../test/own-rows';
import { job, task } from '../../test/records';
import { jobRun } from '../../test/rehearsals';
import { server as tasksServer } from '../../test/tasks-list';

const TASK_NOTES = '/module-data/mf-tasks/task-note';
const field = () => screen.findByRole('textbox', { name: 'Note for everyone in the realm' });
const save = () => screen.getByRole('button', { name: 'Save' });

/** Opens the tab Note of a task; each test has its own, since what isn't saved stays. */
async function openNote(net: TestServer, id: number, role?: Role) {
  const page = openConsole(net, `/tasks?open=${id}`, role);
  await page.user.click(await screen.findByRole('tab', { name: 'Note' }));
  return page;
}

const jobServer = (over = {}) =>
  createCatalogueServer()
    .on('GET /jobs/:id', { body: job(1, over) })
    .on('GET /jobs/:id/run', { body: jobRun(1) })
    .on('GET /jobs/:id/history', { body: { points: [] } })
    .on('GET /pay-queue', refusal(403, 'FORBIDDEN', 'No'))
    .on('GET /jobs/:id/template-difference', refusal(404, 'NOT_FOUND', 'No'));

test('keeps a task’s first note, changes it, and says when it was saved', async () => {
  const net = tasksServer();
  keepNote(net, 'task-note', null);
  const { user } = await openNote(net, 1);
  await user.type(await field(), 'Pay with the club’s card  ');
  expect(screen.getByText('26 of 4,000 characters')).toBeVisible();
  expect(screen.getByText('Not saved yet')).toBeVisible();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Note saved')).toBeVisible();
  expect(screen.getByText(/^Saved:/)).toHaveTextContent('20 Nov');
  expect(save()).toBeDisabled();
  await user.type(await field(), ', not ours');
  await user.click(save());
  await waitFor(() => expect(save()).toBeDisabled());
  const puts = net.seen(`PUT ${TASK_NOTES}/1`);
  expect(puts.map(({ body }) => body)).toEqual([
    { data: { text: 'Pay with the club’s card' }, task_id: 1 },
    { data: { text: 'Pay with the club’s card, not ours' }, task_id: 1 },
  ]);
  expect(puts.map(({ headers }) => headers.get('If-Match'))).toEqual([null, '"v2"']);
  expect(await field()).toHaveValue('Pay with the club’s card, not ours');
});

test('deletes a note whose text was emptied, and undoes that', async () => {
  const net = tasksServer();
  keepNote(net, 'task-note', 'Aisle seats');
  const { user } = await openNote(net, 2);
  await user.clear(await field());
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Note restored')).toBeVisible();
  expect(await field()).toHaveValue('Aisle seats');
  expect(net.seen(`DELETE ${TASK_NOTES}/2`)[0]?.headers.get('If-Match')).toBe('"v1"');
});

test.each([
  ['another text', 'Aisle seats', 'Window seats'],
  ['a first note', null, 'Window seats'],
  ['nothing any more', 'Aisle seats', null],
])('shows %s of somebody else before it replaces it', async (_what, first, theirs) => {
  const net = tasksServer();
  const write = keepNote(net, 'task-note', first);
  const { user } = await openNote(net, 3);
  await user.clear(await field());
  await user.type(await field(), 'Back row');
  write(theirs);
  await user.click(save());
  const dialog = within(await screen.findByRole('dialog', { name: 'Someone else changed this note' }));
  expect(dialog.getByRole('row', { name: `Note ${theirs ?? '–'} Back row` })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Overwrite with mine' }));
  expect(await screen.findByText('Note saved')).toBeVisible();
  expect(await field()).toHaveValue('Back row');
});

test('takes the text of somebody else in place of one’s own', async () => {
  const net = tasksServer();
  const write = keepNote(net, 'task-note', 'Aisle seats');
  const { user } = await openNote(net, 4);
  await user.type(await field(), ', back row');
  write('Window seats');
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: 'Load their version' }));
  await waitFor(() => expect(save()).toBeDisabled());
  expect(await field()).toHaveValue('Window seats');
});

test('asks nothing when both have written the same', async () => {
  const net = tasksServer();
  const write = keepNote(net, 'task-note', 'Aisle');
  const { user } = await openNote(net, 4);
  await user.type(await field(), ' seats');
  write('Aisle seats');
  await user.click(save());
  expect(await screen.findByText('Note saved')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('has what was not saved again after the drawer was closed, until it is discarded', async () => {
  const net = tasksServer();
  keepNote(net, 'task-note', 'Aisle seats');
  const { user } = await openNote(net, 5);
  await user.type(await field(), ', back row{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Note/ })).toBeNull());
  await user.click(await screen.findByRole('row', { name: /HC north 05/ }));
  await user.click(await screen.findByRole('tab', { name: 'Note' }));
  expect(await field()).toHaveValue('Aisle seats, back row');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(save()).toBeDisabled());
  expect(await field()).toHaveValue('Aisle seats');
});

test('says how much too long a text is, and keeps it', async () => {
  const net = tasksServer();
  const { user } = await openNote(net, 6);
  await user.click(await field());
  await user.paste('ü'.repeat(4_001));
  expect(screen.getByText('4,001 characters, but at most 4,000 can be saved')).toBeVisible();
  expect(save()).toBeDisabled();
  await user.keyboard('{Backspace}');
  await user.click(save());
  await waitFor(() => expect(net.seen(`PUT ${TASK_NOTES}/6`)).toHaveLength(1));
});

test('says why a text could not be saved, and keeps it', async () => {
  const net = tasksServer().on(
    `PUT ${TASK_NOTES}/:id`,
    refusal(403, 'REALM_SUSPENDED', 'The realm is suspended'),
  );
  const { user } = await openNote(net, 2);
  await user.type(await field(), 'Back row');
  await user.click(save());
  expect(await screen.findByRole('alert')).toHaveTextContent('The realm is suspended');
  expect(await field()).toHaveValue('Back row');
  expect(save()).toBeEnabled();
});

test('reads again after an error', async () => {
  const net = tasksServer().on(`GET ${TASK_NOTES}`, refusal(403, 'FORBIDDEN', 'Not now'));
  const { user } = await openNote(net, 1);
  await screen.findByText('Not now');
  keepNote(net, 'task-note', 'Aisle seats');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await field()).toHaveValue('Aisle seats');
});

test('shows a text to those who may not write', async () => {
  const net = tasksServer();
  keepNote(net, 'task-note', 'Aisle seats');
  await openNote(net, 3, 'realm_user');
  expect(await screen.findByText('Aisle seats')).toBeVisible();
  expect(screen.getByText(/^Saved:/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: /^Note/ })).toBeNull();
});

test('says to those who may not write that there is no note', async () => {
  await openNote(tasksServer(), 3, 'realm_user');
  expect(await screen.findByText('No note yet.')).toBeVisible();
});

test('shows an administrator the note of the task’s realm', async () => {
  const net = tasksServer().on('GET /tasks/:id', { body: task(3, { realm_id: 12 }) });
  await openNote(net, 3, 'admin');
  await field();
  const [asked] = net.seen(`GET ${TASK_NOTES}`);
  expect(asked?.headers.get('X-Module-Token')).toBe('realm 12');
  expect(asked?.query.get('task_id')).toBe('3');
});

test('keeps a job’s note, in its drawer and on its page', async () => {
  const net = jobServer();
  keepNote(net, 'job-note', null);
  const { user, unmount } = openConsole(net, '/jobs?open=1');
  await user.click(await screen.findByRole('tab', { name: 'Note' }));
  await user.type(await field(), 'For the youth team');
  await user.click(save());
  expect(await screen.findByText('Note saved')).toBeVisible();
  expect(net.seen('PUT /module-data/mf-tasks/job-note/1')[0]?.body).toEqual({
    data: { text: 'For the youth team' },
    job_id: 1,
  });
  unmount();
  openConsole(net, '/jobs/1', 'realm_user');
  const card = within(await screen.findByRole('region', { name: 'Note' }));
  expect(card.getByText('For the youth team')).toBeVisible();
});

test('a job’s page has no empty note for those who may not write', async () => {
  const net = jobServer();
  openConsole(net, '/jobs/1', 'realm_user');
  await waitFor(() => expect(net.seen('GET /module-data/mf-tasks/job-note')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Note' })).toBeNull();
});
