import { Navigate, type RouteObject } from 'react-router';
import { AccountPage } from './account/account-page';
import { UnauthorizedPage } from './access/unauthorized-page';
import { DashboardPage } from './dashboard/dashboard-page';
import { MainLayout } from './navigation/main-layout';
import { PageError } from './navigation/page-error';
import { NotificationsPage } from './notifications/notifications-page';
import { RemotePlace } from './remotes/remote-place';
import { AuthLayout } from './session/auth-layout';
import { BotBlockedPage } from './session/bot-blocked-page';
import { RegisterPage } from './session/register-page';
import { RequireSession } from './session/require-session';
import { SignInPage } from './session/sign-in-page';

/** The routes of specification section 2; every path but the shell's own is a module's, or leads to the dashboard. */
export const routes: RouteObject[] = [
  {
    path: '/auth',
    element: <AuthLayout />,
    errorElement: <PageError />,
    children: [
      { path: 'login', element: <SignInPage /> },
      { path: 'register', element: <RegisterPage /> },
      { path: '*', element: <Navigate to="/auth/login" replace /> },
      { index: true, element: <Navigate to="/auth/login" replace /> },
    ],
  },
  { path: '/bot-blocked', element: <BotBlockedPage />, errorElement: <PageError /> },
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
      { path: 'notifications', element: <NotificationsPage /> },
      { path: 'account', element: <AccountPage /> },
      { path: 'unauthorized', element: <UnauthorizedPage /> },
      { path: '*', element: <RemotePlace /> },
    ],
  },
];
