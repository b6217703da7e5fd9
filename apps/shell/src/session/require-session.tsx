import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { lacksUser, restoreUser, useSession } from '@tessera/api';
import { Navigate, useLocation } from '@tessera/federation/router';
import { describeError, ErrorAlert } from '@tessera/ui';
import { PageLoading } from '../remotes/page-loading';
import { rememberDestination } from './destination';

/** Redirects to the sign-in page without a session; signing in returns to the current page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const session = useSession();
  // Pages keep nothing of another user.
  if (session) return <Fragment key={session.user.id}>{children}</Fragment>;
  return lacksUser() ? <RestoredUser /> : <RedirectToSignIn />;
}

/** Restores the user of a stored token from the server; the session then either exists or has ended. */
function RestoredUser() {
  const restored = useQuery({
    queryKey: ['restored-user'],
    queryFn: async () => {
      await restoreUser();
      return null;
    },
  });
  if (restored.isSuccess) return <RedirectToSignIn />;
  if (!restored.isError) return <PageLoading />;
  return <ErrorAlert error={describeError(restored.error)} onRetry={() => void restored.refetch()} />;
}

function RedirectToSignIn() {
  const location = useLocation();
  const [state] = useState(() => rememberDestination(location));
  return <Navigate to="/auth/login" state={state} replace />;
}
