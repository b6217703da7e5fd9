import { Navigate, type RouteObject } from '@tessera/federation/router';
import { lazy, Suspense, type ReactNode } from 'react';
import { UnauthorizedPage } from './access/unauthorized-page';
import { DashboardPage } from './dashboard/dashboard-page';
import { MainLayout } from './navigation/main-layout';
import { PageError } from './navigation/page-error';
import { PageLoading } from './remotes/page-loading';
import { RemotePlace } from './remotes/remote-place';
import { AuthLayout } from './session/auth-layout';
import { RequireSession } from './session/require-session';

// The dashboard comes at once; the shell's other pages when somebody goes there.
const AccountPage = lazy(() => import('./account/account-page').then((m) => ({ default: m.AccountPage })));
const BotBlockedPage = lazy(() =>
  import('./session/bot-blocked-page').then((m) => ({ default: m.BotBlockedPage })),
);
const NotificationsPage = lazy(() =>
  import('./notifications/notifications-page').then((m) => ({ default: m.NotificationsPage })),
);
const RegisterPage = lazy(() => import('./session/register-page').then((m) => ({ default: m.RegisterPage })));
const SignInPage = lazy(() => import('./session/sign-in-page').then((m) => ({ default: m.SignInPage })));

const whenFetched = (page: ReactNode) => <Suspense fallback={<PageLoading />}>{page}</Suspense>;

/** The routes of specification section 2; every path but the shell's own is a module's, or leads to the dashboard. */
export const routes: RouteObject[] = [
  {
    path: '/auth',
    element: <AuthLayout />,
    errorElement: <PageError />,
    children: [
      { path: 'login', element: whenFetched(<SignInPage />) },
      { path: 'register', element: whenFetched(<RegisterPage />) },
      { path: '*', element: <Navigate to="/auth/login" replace /> },
      { index: true, element: <Navigate to="/auth/login" replace /> },
    ],
  },
  { path: '/bot-blocked', element: whenFetched(<BotBlockedPage />), errorElement: <PageError /> },
  {
    path: '/',
    element: (
      <RequireSession>
        <MainLayout />
      </RequireSession>
    ),
    errorElement: <PageError />,
    children: [
      { index: true, element: <Navigate to="/dashboard" replace /> },
      { path: 'dashboard', element: <DashboardPage /> },
      { path: 'notifications', element: whenFetched(<NotificationsPage />) },
      { path: 'account', element: whenFetched(<AccountPage />) },
      { path: 'unauthorized', element: <UnauthorizedPage /> },
      { path: '*', element: <RemotePlace /> },
    ],
  },
];
