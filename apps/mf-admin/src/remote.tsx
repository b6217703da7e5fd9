import type { RemoteDefinition } from '@tessera/federation';
import { lazy } from 'react';

const EventsPage = lazy(() =>
  import('./features/events/events-page').then((m) => ({ default: m.EventsPage })),
);
const LoginsPage = lazy(() =>
  import('./features/logins/logins-page').then((m) => ({ default: m.LoginsPage })),
);
const RealmsPage = lazy(() =>
  import('./features/realms/realms-page').then((m) => ({ default: m.RealmsPage })),
);
const SitesPage = lazy(() => import('./features/sites/sites-page').then((m) => ({ default: m.SitesPage })));
const UsersPage = lazy(() => import('./features/users/users-page').then((m) => ({ default: m.UsersPage })));

/** The one thing this module exposes: the pages that its module.json names. */
const remote: RemoteDefinition = {
  name: 'mf-admin',
  routes: [
    { path: '/sites', element: <SitesPage /> },
    { path: '/sites/:siteId/events', element: <EventsPage /> },
    { path: '/sites/:siteId/logins', element: <LoginsPage /> },
    { path: '/users', element: <UsersPage /> },
    { path: '/realms', element: <RealmsPage /> },
  ],
};

export default remote;
