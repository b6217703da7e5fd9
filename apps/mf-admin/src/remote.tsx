import { lazy } from 'react';
import type { RemoteDefinition } from '@tessera/federation';

const AuditPage = lazy(() => import('./features/audit/audit-page').then((m) => ({ default: m.AuditPage })));
const BudgetsPage = lazy(() =>
  import('./features/budgets/budgets-page').then((m) => ({ default: m.BudgetsPage })),
);
const EventsPage = lazy(() =>
  import('./features/events/events-page').then((m) => ({ default: m.EventsPage })),
);
const IdentitiesPage = lazy(() =>
  import('./features/identities/identities-page').then((m) => ({ default: m.IdentitiesPage })),
);
const LoginsPage = lazy(() =>
  import('./features/logins/logins-page').then((m) => ({ default: m.LoginsPage })),
);
const ModulePage = lazy(() =>
  import('./features/modules/module-page').then((m) => ({ default: m.ModulePage })),
);
const ModulesPage = lazy(() =>
  import('./features/modules/modules-page').then((m) => ({ default: m.ModulesPage })),
);
const MonthPage = lazy(() => import('./features/budgets/month-page').then((m) => ({ default: m.MonthPage })));
const PeoplePage = lazy(() =>
  import('./features/people/people-page').then((m) => ({ default: m.PeoplePage })),
);
const ProvidersPage = lazy(() =>
  import('./features/providers/providers-page').then((m) => ({ default: m.ProvidersPage })),
);
const RealmsPage = lazy(() =>
  import('./features/realms/realms-page').then((m) => ({ default: m.RealmsPage })),
);
const RequestsPage = lazy(() =>
  import('./features/requests/requests-page').then((m) => ({ default: m.RequestsPage })),
);
const ServiceTokensPage = lazy(() =>
  import('./features/service-tokens/service-tokens-page').then((m) => ({ default: m.ServiceTokensPage })),
);
const SitesPage = lazy(() => import('./features/sites/sites-page').then((m) => ({ default: m.SitesPage })));
const UsersPage = lazy(() => import('./features/users/users-page').then((m) => ({ default: m.UsersPage })));
const WebhooksPage = lazy(() =>
  import('./features/webhooks/webhooks-page').then((m) => ({ default: m.WebhooksPage })),
);
const WorkersPage = lazy(() =>
  import('./features/workers/workers-page').then((m) => ({ default: m.WorkersPage })),
);

/** The pages that this module's module.json declares. */
const remote: RemoteDefinition = {
  name: 'mf-admin',
  routes: [
    { path: '/sites', element: <SitesPage /> },
    { path: '/sites/:siteId/events', element: <EventsPage /> },
    { path: '/sites/:siteId/logins', element: <LoginsPage /> },
    { path: '/identities', element: <IdentitiesPage /> },
    { path: '/users', element: <UsersPage /> },
    { path: '/realms', element: <RealmsPage /> },
    { path: '/budgets', element: <BudgetsPage /> },
    { path: '/budgets/month', element: <MonthPage /> },
    { path: '/requests', element: <RequestsPage /> },
    { path: '/single-sign-on', element: <ProvidersPage /> },
    { path: '/account/people', element: <PeoplePage /> },
    { path: '/service-tokens', element: <ServiceTokensPage /> },
    { path: '/webhooks', element: <WebhooksPage /> },
    { path: '/modules', element: <ModulesPage /> },
    { path: '/modules/:name', element: <ModulePage /> },
    { path: '/audit', element: <AuditPage /> },
    { path: '/workers', element: <WorkersPage /> },
  ],
};

export default remote;
