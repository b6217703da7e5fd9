import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { impact, realm, site, worker, workerToken } from '../../../test/records';

const serveWorkers = () =>
  new TestServer()
    .on('GET /workers', list([worker(1), worker(2, { status: 'lost', site_ids: [1] })]))
    .on('GET /worker-tokens', list([workerToken(1), workerToken(2, { revoked_at: '2026-11-20T12:00:00Z' })]))
    .on('GET /realms', list([realm(1)]))
    .on('GET /sites', list([site(1)]))
    .on('GET /saved-views', list([]));

test('shows leased tasks, sites and status of workers', async () => {
  open(serveWorkers(), '/workers');
  const first = within(await screen.findByRole('row', { name: /reference-1/ }));
  expect(first.getByText('3 of 25')).toBeVisible();
  expect(first.getByText('All sites')).toBeVisible();
  expect(first.getByText('Active')).toBeVisible();
  const lost = within(screen.getByRole('row', { name: /reference-2/ }));
  expect(lost.getByText('Lost')).toBeVisible();
  expect(await lost.findByText('Harbour Box Office')).toBeVisible();
});

test('shows a worker’s realms, and opens it with its token and the tasks that it has leased', async () => {
  const server = serveWorkers()
    .on('GET /workers', list([worker(1, { realm_ids: [1] })]))
    .on('GET /workers/:id', { body: worker(1, { realm_ids: [1] }) })
    .on('GET /worker-tokens/:id', { body: workerToken(1, { revoked_at: '2026-11-20T12:00:00Z' }) })
    .on('GET /tasks', list([{ id: 7, name: 'North 07', status: 'running' }]));
  const { user, address } = open(server, '/workers');
  const row = await screen.findByRole('row', { name: /reference-1/ });
  expect(await within(row).findByText('Quayside Desk')).toBeVisible();
  await user.click(within(row).getByText('reference-1'));
  const drawer = within(await screen.findByRole('complementary', { name: 'reference-1' }));
  expect(await drawer.findByText('Machine 1 (revoked)')).toBeVisible();
  expect(await drawer.findByRole('link', { name: 'North 07' })).toHaveAttribute('href', '/tasks?open=7');
  expect(server.seen('GET /tasks')[0]?.query.get('worker_id')).toBe('1');
  expect(address()).toBe('/workers?open=1');
});

test('explains in the empty state how to start a worker', async () => {
  open(serveWorkers().on('GET /workers', list([])), '/workers');
  expect(await screen.findByText(/start a worker with it/)).toBeVisible();
});

test('creates a token for the chosen sites and shows it once', async () => {
  const server = serveWorkers().on('POST /worker-tokens', {
    status: 201,
    body: { ...workerToken(3), name: 'Rack 4', token: 'tw_shown_once' },
  });
  const { user } = open(server, '/workers');
  await user.click(await screen.findByRole('button', { name: 'New token' }));
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('Enter a name')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Rack 4');
  const sites = within(screen.getByRole('group', { name: 'Sites' }));
  await user.click(await sites.findByText('Harbour Box Office'));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('tw_shown_once')).toBeVisible();
  expect(server.seen('POST /worker-tokens')[0]?.body).toEqual({
    name: 'Rack 4',
    site_ids: [1],
    realm_ids: [],
  });
  await user.click(screen.getByRole('button', { name: 'Copy token' }));
  expect(await navigator.clipboard.readText()).toBe('tw_shown_once');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('tw_shown_once')).not.toBeInTheDocument());
});

test('revokes only active tokens after confirmation and shows a rejected request', async () => {
  const server = serveWorkers()
    .on('GET /worker-tokens/:id/impact', { body: impact({ tasks: 3 }) })
    .on('DELETE /worker-tokens/:id', refusal(404, 'NOT_FOUND', 'Worker token not found'));
  const { user } = open(server, '/workers?tab=tokens');
  const revoked = await screen.findByRole('row', { name: /Machine 2/ });
  await user.click(within(revoked).getByRole('button', { name: /^Actions/ }));
  expect(await screen.findByRole('menuitem', { name: /Revoke/ })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{Escape}');
  const current = await screen.findByRole('row', { name: /Machine 1/ });
  await user.click(within(current).getByRole('button', { name: /^Actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(await question.findByText('tasks are interrupted; another worker can continue them')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText(/Worker token not found/)).toBeVisible();
  expect(server.seen('DELETE /worker-tokens/1')).toHaveLength(1);
});
