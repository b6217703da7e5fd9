import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { auditEntry, realm } from '../../../test/records';

const auditOf = (...rows: unknown[]) =>
  new TestServer()
    .on('GET /audit', list(rows))
    .on('GET /realms', list([realm(1)]))
    .on('GET /saved-views', list([]));

test('entries say who did what, when and from where; one opens with its fields before and after', async () => {
  const { user } = open(auditOf(auditEntry(7)), '/audit');
  const row = await screen.findByRole('row', { name: /realm.update/ });
  expect(within(row).getByText('root@example.org')).toBeVisible();
  expect(within(row).getByText('realm 1')).toBeVisible();
  expect(within(row).getByText('192.0.2.7')).toBeVisible();
  await user.click(row);
  const drawer = await screen.findByRole('complementary', { name: 'realm.update' });
  expect(within(drawer).getByText('request-1')).toBeVisible();
  const change = within(within(drawer).getByRole('table', { name: 'What changed' })).getByRole('row', {
    name: /max_tasks/,
  });
  expect(
    within(change)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['max_tasks', '10', '25']);
});

test('a search is for who acted, newest first', async () => {
  const server = auditOf(auditEntry(7));
  const { user } = open(server, '/audit');
  await screen.findByRole('row', { name: /realm.update/ });
  await user.type(screen.getByRole('searchbox'), 'root');
  await waitFor(() => {
    const asked = server.seen('GET /audit').at(-1)?.query;
    expect(asked?.get('who')).toBe('root');
    expect(asked?.get('sort')).toBe('-at');
    expect(asked?.has('q')).toBe(false);
  });
});

test('an error shows with its code', async () => {
  open(auditOf().on('GET /audit', refusal(403, 'FORBIDDEN', 'Forbidden')), '/audit');
  expect(await screen.findByText(/FORBIDDEN/)).toBeVisible();
});
