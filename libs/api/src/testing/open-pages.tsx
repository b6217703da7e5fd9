import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import {
  createMemoryRouter,
  type InitialEntry,
  Outlet,
  type RouteObject,
  RouterProvider,
} from 'react-router';
import { type Duty, permissionsOf, type Role } from '@tessera/domain';
import { createCachePatcher } from '../live/cache-patcher';
import { createQueryClient } from '../query/query-client';
import { setSession } from '../session/session-store';
import type { TestServer } from './test-server';

export interface OpenPagesOptions {
  /** The module's pages. */
  routes: RouteObject[];
  /** Theme, snackbars and confirmations around them: ThemeRoot of `@tessera/ui`. */
  frame: ComponentType<{ children: ReactNode }>;
  /** Replaces the network. */
  server: TestServer;
  /** Path and query to open, with the state of the history entry if there is one. */
  address: InitialEntry;
  role?: Role;
  /** The duties of a realm user. */
  duties?: readonly Duty[];
}

const at = '2026-01-01T00:00:00.000Z';

/** Renders a module's pages at an address as the shell does, signed in with a role. */
export function openPages({
  routes,
  frame: Frame,
  server,
  address,
  role = 'realm_owner',
  duties = [],
}: OpenPagesOptions) {
  globalThis.fetch = server.fetch;
  const realm =
    role === 'admin'
      ? { realmId: null, realmName: null, realmStatus: null, realmTimeZone: null }
      : { realmId: 1, realmName: 'Quayside Desk', realmStatus: 'active' as const, realmTimeZone: null };
  const user = {
    id: 1,
    email: 'desk@example.org',
    name: 'Desk',
    role,
    permissions: permissionsOf(role),
    duties,
    created: at,
    updated: at,
  };
  setSession({ token: 't', refreshToken: 'r', user: { ...user, ...realm } });
  const element = (
    <Suspense fallback="Loading">
      <Outlet />
    </Suspense>
  );
  const router = createMemoryRouter([{ element, children: routes }], { initialEntries: [address] });
  const queryClient = createQueryClient();
  const view = render(
    <QueryClientProvider client={queryClient}>
      <Frame>
        <RouterProvider router={router} />
      </Frame>
    </QueryClientProvider>,
  );
  return {
    ...view,
    /** Receives changes as the live stream does. */
    live: createCachePatcher(queryClient),
    user: userEvent.setup({ delay: null, pointerEventsCheck: 0 }),
    address: () => router.state.location.pathname + router.state.location.search,
    /** The browser's Back. */
    back: () => act(() => router.navigate(-1)),
    forward: () => act(() => router.navigate(1)),
  };
}
