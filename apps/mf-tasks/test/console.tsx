import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { permissionsOf, type Role } from '@tessera/access';
import { createQueryClient, setSession } from '@tessera/api';
import { ThemeRoot } from '@tessera/ui';
import { Suspense } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import remote from '../src/remote';
import { event, login, pool, site, template } from './records';
import { list, TestServer } from './server';

/** A server with a site, an event, logins, a pool and a template, and nothing else. */
export const catalogue = (): TestServer => {
  const logins = [1, 2, 3, 4].map((id) => login(id)).concat(login(5, { status: 'disabled' }));
  return new TestServer()
    .on('GET /sites', list([site]))
    .on('GET /events', list([event()]))
    .on('GET /sites/:id/events', list([event()]))
    .on('GET /logins', list(logins))
    .on('GET /sites/:id/logins', list(logins))
    .on('GET /pools', list([pool(9, 'North regulars', [4, 3])]))
    .on('GET /templates', list([template()]))
    .on('GET /templates/:id', { body: template(), headers: { ETag: '"1"' } })
    .on('GET /tasks', list([]))
    .on('GET /jobs', list([]));
};


/** Opens the module's pages at an address, signed in by role, with the server in the network's place. */
export function openConsole(server: TestServer, address: string, role: Role = 'realm_owner') {
  globalThis.fetch = server.fetch;
  setSession({
    token: 't',
    refreshToken: 'r',
    user: {
      id: 1,
      email: 'ida@example.org',
      name: 'Ida Quill',
      role,
      permissions: permissionsOf(role),
      realmId: role === 'admin' ? null : 1,
      realmName: role === "admin" ? null : "Quayside Desk",
      created: '2026-01-01T00:00:00Z',
      updated: '2026-01-01T00:00:00Z',
    },
  });
  const client = createQueryClient();
  const router = createMemoryRouter(
    [
      {
        element: (
          <Suspense fallback="Loading">
            <Outlet />
          </Suspense>
        ),
        children: remote.routes,
      },
    ],
    { initialEntries: [address] },
  );
  const view = render(
    <QueryClientProvider client={client}>
      <ThemeRoot>
        <RouterProvider router={router} />
      </ThemeRoot>
    </QueryClientProvider>,
  );
  return { ...view, user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }), address: () => router.state.location.pathname + router.state.location.search };
}
