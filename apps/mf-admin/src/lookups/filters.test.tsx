import { screen, waitFor } from '@testing-library/react';
import { list, TestServer } from '@tessera/api/testing';
import type { Role } from '@tessera/domain';
import { open } from '../../test/open';
import { invitation, login, person, pool, realm, site, worker, workerToken } from '../../test/records';

const platform = () =>
  new TestServer()
    .on('GET /sites', list([site(1)]))
    .on('GET /sites/:id', { body: site(1) })
    .on('GET /sites/:id/logins', list([login(1)]))
    .on('GET /pools', list([pool(1)]))
    .on('GET /users', list([person(1)]))
    .on('GET /invitations', list([invitation(1)]))
    .on('GET /realms', list([realm(1)]))
    .on('GET /workers', list([worker(1)]))
    .on('GET /worker-tokens', list([workerToken(1)]))
    .on('GET /saved-views', list([]));

const lists: [string, Role, string, string, string, string, string][] = [
  ['/sites', 'realm_user', 'Status', 'Disabled', 'GET /sites', 'enabled', '0'],
  ['/sites/1/logins', 'realm_owner', 'Status', 'Failed', 'GET /sites/1/logins', 'status', 'failed'],
  ['/sites/1/logins', 'admin', 'Realm', 'Quayside Desk', 'GET /sites/1/logins', 'realm_id', '1'],
  ['/sites/1/logins?tab=pools', 'admin', 'Realm', 'Quayside Desk', 'GET /pools', 'realm_id', '1'],
  ['/account/people', 'realm_owner', 'Role', 'Realm owner', 'GET /users', 'role', 'realm_owner'],
  ['/account/people', 'realm_owner', 'Status', 'Disabled', 'GET /users', 'status', 'disabled'],
  [
    '/account/people?tab=invitations',
    'realm_owner',
    'Status',
    'Pending',
    'GET /invitations',
    'status',
    'pending',
  ],
  ['/users', 'admin', 'Realm', 'Quayside Desk', 'GET /users', 'realm_id', '1'],
  ['/realms', 'admin', 'Status', 'Suspended', 'GET /realms', 'status', 'suspended'],
  ['/workers', 'admin', 'Status', 'Lost', 'GET /workers', 'status', 'lost'],
  ['/workers?tab=tokens', 'admin', 'Status', 'Revoked', 'GET /worker-tokens', 'revoked', 'true'],
];

test.each(lists)('%s: filters as %s by %s', async (address, role, label, choice, call, field, value) => {
  const server = platform();
  const { user } = open(server, address, role);
  await user.click(await screen.findByRole('button', { name: 'Filter' }));
  await user.click(await screen.findByRole('menuitem', { name: label }));
  await user.click(await screen.findByRole('checkbox', { name: choice }));
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(await screen.findByRole('button', { name: `${label} is ${choice}` })).toBeVisible();
  await waitFor(() => expect(server.seen(call).map(({ query }) => query.get(field))).toContain(value));
});
