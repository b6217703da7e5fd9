import { act, screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { setLanguage } from '@tessera/ui';
import { open } from '../../../test/open';
import { auditEntry, person, realm } from '../../../test/records';

const serveAudit = (...rows: unknown[]) =>
  new TestServer()
    .on('GET /audit', list(rows))
    .on('GET /realms', list([realm(1)]))
    .on('GET /users', list([person(1)]))
    .on('GET /saved-views', list([]));

afterEach(() => act(() => setLanguage('en')));

test('shows an entry as a sentence with a link, and its fields before and after in the drawer', async () => {
  const { user } = open(serveAudit(auditEntry(7)), '/audit');
  const row = await screen.findByRole('row', { name: /Ada Admin changed the realm Quayside Desk/ });
  expect(within(row).getByText('Ada Admin')).toHaveAttribute('title', 'root@example.org');
  expect(within(row).getByRole('link', { name: 'Quayside Desk' })).toHaveAttribute(
    'href',
    '/realms?q=Quayside%20Desk',
  );
  expect(within(row).getByText('192.0.2.7')).toBeVisible();
  await user.click(within(row).getByText('192.0.2.7'));
  const drawer = await screen.findByRole('complementary', { name: /Ada Admin changed the realm/ });
  expect(within(drawer).getByText('request-1')).toBeVisible();
  expect(within(drawer).getByText('Ada Admin (root@example.org)')).toBeVisible();
  const change = within(within(drawer).getByRole('table', { name: 'Changes' })).getByRole('row', {
    name: /max_tasks/,
  });
  expect(
    within(change)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['max_tasks', '10', '25']);
});

test('lists the fields of an entry without changes as details', async () => {
  const nothing = { before: null, after: null };
  const signIn = { action: 'session.sign_in' as const, entity: 'user', entity_name: 'ada@example.org' };
  const older = { ...signIn, before: null, after: { email: 'ada@example.org' } };
  const { user } = open(
    serveAudit(auditEntry(7, { ...signIn, ...nothing }), auditEntry(8, { ...older, address: '192.0.2.8' })),
    '/audit',
  );
  await user.click(await screen.findByText('192.0.2.7'));
  const first = within(await screen.findByRole('complementary', { name: /signed in/ }));
  expect(first.queryByText('Changes')).not.toBeInTheDocument();
  expect(first.queryByRole('table')).not.toBeInTheDocument();
  await user.click(screen.getByText('192.0.2.8'));
  const details = await screen.findByRole('table', { name: 'Details' });
  expect(within(details).getByRole('row', { name: 'email ada@example.org' })).toBeVisible();
  expect(screen.queryByText('Changes')).not.toBeInTheDocument();
});

test('shows actions and object types in the user’s language', async () => {
  await act(() => setLanguage('de'));
  const { user } = open(serveAudit(auditEntry(7)), '/audit?entity=queue_link,push_subscription');
  expect(await screen.findByText(/Queue-it-Link, Push-Abonnement/)).toBeVisible();
  await user.click(await screen.findByText('192.0.2.7'));
  const drawer = await screen.findByRole('complementary', { name: /hat den Mandanten/ });
  expect(within(drawer).getByText('… hat den Mandanten … geändert')).toBeVisible();
  expect(within(drawer).getByText('realm.update')).toBeVisible();
});

test('names the new state in the sentence', async () => {
  const disabled = { before: { status: 'active' }, after: { status: 'disabled' } };
  const entry = {
    action: 'user.update' as const,
    entity: 'user',
    entity_name: 'mia@example.org',
    ...disabled,
  };
  open(serveAudit(auditEntry(7, entry)), '/audit');
  expect(
    await screen.findByRole('row', { name: /Ada Admin disabled the user mia@example\.org/ }),
  ).toBeVisible();
});

test('lists failed sign-in attempts on a separate tab', async () => {
  const server = serveAudit(auditEntry(7));
  const { user } = open(server, '/audit');
  await screen.findByRole('row', { name: /Ada Admin/ });
  expect(server.seen('GET /audit').at(-1)?.query.get('action')).toMatch(/^!session\.sign_in_failed,/);
  await user.click(screen.getByRole('tab', { name: 'Sign-in attempts' }));
  await waitFor(() =>
    expect(server.seen('GET /audit').at(-1)?.query.get('action')).toMatch(/^session\.sign_in_failed,/),
  );
});

test('reads filters from the URL and shows them as chips', async () => {
  const server = serveAudit(auditEntry(7));
  open(server, '/audit?day=2026-11-20..2026-11-20&actor_id=1&action=realm.update');
  await screen.findByRole('row', { name: /Ada Admin/ });
  const query = server.seen('GET /audit').at(-1)?.query;
  expect(query?.get('actor_id')).toBe('1');
  expect(query?.get('action')).toBe('realm.update');
  expect(Date.parse(query?.get('to') ?? '') - Date.parse(query?.get('from') ?? '')).toBe(24 * 3_600_000);
  expect(await screen.findByText(/Desk 1 \(desk1@example\.org\)/)).toBeVisible();
});

test('searches by actor and sorts newest first', async () => {
  const server = serveAudit(auditEntry(7));
  const { user } = open(server, '/audit');
  await screen.findByRole('row', { name: /Ada Admin/ });
  await user.type(screen.getByRole('searchbox'), 'root');
  await waitFor(() => {
    const query = server.seen('GET /audit').at(-1)?.query;
    expect(query?.get('who')).toBe('root');
    expect(query?.get('sort')).toBe('-at');
    expect(query?.has('q')).toBe(false);
  });
});

test('shows an error with its code', async () => {
  open(serveAudit().on('GET /audit', refusal(403, 'FORBIDDEN', 'Forbidden')), '/audit');
  expect(await screen.findByText(/FORBIDDEN/)).toBeVisible();
});

test('shows owners their realm’s log without its name, and a person with the duty no list of people', async () => {
  const server = serveAudit(auditEntry(7));
  const { user, unmount } = open(server, '/audit', 'realm_owner');
  await screen.findByRole('row', { name: /Ada Admin changed the realm/ });
  expect(screen.queryByRole('columnheader', { name: 'Realm' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Filter/ }));
  const fields = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(fields).toContain('Person');
  expect(fields).not.toContain('Realm');
  expect(server.seen('GET /realms')).toEqual([]);
  unmount();
  const asAuditor = serveAudit(auditEntry(7));
  open(asAuditor, '/audit', 'realm_user');
  await screen.findByRole('row', { name: /Ada Admin changed the realm/ });
  expect(asAuditor.seen('GET /users')).toEqual([]);
});
