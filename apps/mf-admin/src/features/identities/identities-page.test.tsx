import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { identityMatch, identityRow, site } from '../../../test/records';

type Match = ReturnType<typeof identityMatch>;

/** A server that stores decisions of one match, as the real one does. */
function serve(first: Match = identityMatch(1)) {
  let match = first;
  let version = 1;
  const one = () => ({ body: match, headers: { ETag: `"${version}"` } });
  const server = new TestServer()
    .on('GET /sites', list([site(1)]))
    .on('GET /identity-matches', () => list([match]))
    .on('GET /identity-matches/:id', one)
    .on('PUT /identity-matches/:id/decision', ({ body }) => {
      const { decision, keep_id = null } = body as Pick<Match, 'decision'> & { keep_id?: number | null };
      version += 1;
      match = { ...match, decision, kept_id: keep_id, state: decision ?? 'undecided' };
      return one();
    });
  return server;
}
const decisions = (server: TestServer) =>
  server.seen('PUT /identity-matches/1/decision').map(({ body, headers }) => [body, headers.get('If-Match')]);

test('lists what meets, and shows each row with what it counts', async () => {
  const { user } = open(serve(), '/identities');
  const row = await screen.findByRole('row', { name: /tickets\.harbour\.example/ });
  expect(within(row).getByText('To decide')).toBeVisible();
  expect(within(row).getByText('2 events')).toBeVisible();
  await user.click(within(row).getByText(/tickets\.harbour\.example/));
  const derby = await screen.findByRole('link', { name: 'Harbour City v Northgate Rovers' });
  expect(derby).toHaveAttribute('href', '/sites/1/events?show=all&open=11');
  expect(screen.getByText(/3 bought, 1 held · limit 2/)).toBeVisible();
  expect(screen.getByText(/the lowest/)).toBeVisible();
});

test('merges after a confirmation that names what happens, and undoes it', async () => {
  const server = serve();
  const { user } = open(server, '/identities?open=1');
  await user.click(await screen.findByRole('button', { name: 'Keep this one: Derby (12)' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Keep Derby?' }));
  expect(question.getByText(/The other events are closed/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Keep this one' }));
  expect(await screen.findByText('Stays')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Decision restored')).toBeVisible();
  expect(decisions(server)).toEqual([
    [{ decision: 'merged', keep_id: 12 }, '"1"'],
    [{ decision: null, keep_id: null }, '"2"'],
  ]);
});

test('warns before events are kept apart, and takes a decision back', async () => {
  const server = serve();
  const { user } = open(server, '/identities?open=1');
  await user.click(await screen.findByRole('button', { name: 'Keep apart' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/could buy more than the site allows/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Keep apart' }));
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  expect(await screen.findByText('Decision taken back')).toBeVisible();
  expect(decisions(server).map(([body]) => body)).toEqual([{ decision: 'apart' }, { decision: null }]);
});

test('offers for logins to confirm one customer, and says why they can’t be kept apart', async () => {
  const server = serve(
    identityMatch(1, {
      kind: 'login',
      shared: 'customer',
      decisions: ['merged'],
      rows: [identityRow(21, { status: 'active' }), identityRow(22, { status: 'active' })],
    }),
  );
  const { user } = open(server, '/identities?open=1');
  expect(await screen.findByText(/needs one customer per supporter id/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Keep apart' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'One customer' }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: 'One customer' }));
  await waitFor(() => expect(decisions(server)).toEqual([[{ decision: 'merged' }, '"1"']]));
});

test('shows what somebody else decided in the meantime', async () => {
  const server = serve();
  const { user } = open(server, '/identities?open=1');
  await user.click(await screen.findByRole('button', { name: 'Keep apart' }));
  server
    .on('PUT /identity-matches/:id/decision', refusal(412, 'STALE', 'Somebody else has changed it'))
    .on('GET /identity-matches/:id', {
      body: identityMatch(1, {
        state: 'merged',
        decision: 'merged',
        kept_id: 11,
        decided_by_name: 'Ada Admin',
      }),
    });
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Keep apart' }),
  );
  expect(await screen.findByText('Stays')).toBeVisible();
  expect(await screen.findByRole('alert')).toBeInTheDocument();
});

test('says that nothing is shared, and that a match can’t be loaded', async () => {
  const server = new TestServer().on('GET /identity-matches', list([]));
  open(server, '/identities?open=7');
  expect(await screen.findByText(/No two events, logins or accounts/)).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
});

test.each([
  ['admin', 1],
  ['realm_owner', 0],
] as const)('shows a %s at the sites how many wait for a decision', async (role, requests) => {
  const server = serve();
  open(server, '/sites', role);
  await screen.findByRole('row', { name: /Harbour Box Office/ });
  await waitFor(() => expect(server.seen('GET /identity-matches')).toHaveLength(requests));
  if (requests > 0)
    expect(await screen.findByRole('link', { name: 'Decide' })).toHaveAttribute(
      'href',
      '/identities?state=undecided',
    );
});
