import { type ReactNode, Suspense } from 'react';
import { Navigate, type RouteObject } from '@tessera/federation/router';
import { RequirePermission } from './access/require-permission';
import { DashboardPage, fetchConsole, MainLayout, RemotePlace } from './console-pages';
import { lazyPage } from './navigation/lazy-page';
import { PageError } from './navigation/page-error';
import { PageLoading } from './remotes/page-loading';
import { AuthLayout } from './session/auth-layout';
import { RequireSession } from './session/require-session';

// The preload plugin refers to the chunk's name.
const SignInPage = lazyPage(
  async () => (await import(/* webpackChunkName: "sign-in" */ './session/sign-in-page')).SignInPage,
);

const AccountPage = lazyPage(async () => (await import('./features/account/account-page')).AccountPage);
const BotBlockedPage = lazyPage(
  async () => (await import('./session/blocked/bot-blocked-page')).BotBlockedPage,
);
const NotificationsPage = lazyPage(
  async () => (await import('./features/notifications/notifications-page')).NotificationsPage,
);
const UnauthorizedPage = lazyPage(async () => (await import('./access/unauthorized-page')).UnauthorizedPage);
const RecoveryPage = lazyPage(async () => (await import('./features/recovery/recovery-page')).RecoveryPage);
const ForgotPage = lazyPage(
  async () => (await import('./session/forgotten-password/forgot-page')).ForgotPage,
);
const RegisterPage = lazyPage(async () => (await import('./session/register-page')).RegisterPage);
const SsoPage = lazyPage(async () => (await import('./session/single-sign-on/sso-page')).SsoPage);
const ResetPage = lazyPage(async () => (await import('./session/forgotten-password/reset-page')).ResetPage);

/** The pages before signing in, other than the sign-in page. */
const authPages = new Map([
  ['/auth/forgot', ForgotPage],
  ['/auth/register', RegisterPage],
  ['/auth/reset', ResetPage],
  ['/auth/sso', SsoPage],
]);

/** Fetches the code of the first page. */
export async function fetchFirstPage(isSignedIn: boolean, pathname: string): Promise<void> {
  if (isSignedIn) await fetchConsole();
  else await (authPages.get(pathname) ?? SignInPage).fetch();
}

const withFallback = (page: ReactNode) => <Suspense fallback={<PageLoading />}>{page}</Suspense>;

/** The routes; every path that isn't the shell's own is a module's, or redirects to the dashboard. */
export const routes: RouteObject[] = [
  {
    path: '/auth',
    element: <AuthLayout />,
    errorElement: <PageError />,
    children: [
      { path: 'login', element: withFallback(<SignInPage />) },
      { path: 'forgot', element: withFallback(<ForgotPage />) },
      { path: 'reset', element: withFallback(<ResetPage />) },
      { path: 'register', element: withFallback(<RegisterPage />) },
      { path: '*', element: <Navigate to="/auth/login" replace /> },
      { index: true, element: <Navigate to="/auth/login" replace /> },
    ],
  },
  // Not within the layout of the pages before signing in: somebody with a session comes back here too.
  { path: '/auth/sso', element: withFallback(<SsoPage />), errorElement: <PageError /> },
  { path: '/bot-blocked', element: withFallback(<BotBlockedPage />), errorElement: <PageError /> },
  {
    path: '/',
    element: withFallback(
      <RequireSession>
        <MainLayout />
      </RequireSession>,
    ),
    errorElement: <PageError />,
    children: [
      { index: true, element: <Navigate to="/dashboard" replace /> },
      { path: 'dashboard', element: withFallback(<DashboardPage />) },
      { path: 'notifications', element: withFallback(<NotificationsPage />) },
      { path: 'account', element: withFallback(<AccountPage />) },
      {
        path: 'modules/recovery',
        element: <RequirePermission>{withFallback(<RecoveryPage />)}</RequirePermission>,
      },
      { path: 'unauthorized', element: withFallback(<UnauthorizedPage />) },
      { path: '*', element: withFallback(<RemotePlace />) },
    ],
  },
];
