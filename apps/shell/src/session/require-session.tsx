import { lacksUser, restoreUser, useSession } from '@tessera/api';
import { ErrorAlert, describeError } from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from '@tessera/federation/router';
import { PageLoading } from '../remotes/page-loading';
import { rememberDestination } from './destination';

/** Leads who isn't signed in to the sign-in page, which remembers where they wanted to go. */
export function RequireSession({ children }: { children: ReactNode }) {
  if (useSession()) return children;
  return lacksUser() ? <RestoredUser /> : <RedirectToSignIn />;
}

/** A token is stored without its user: asks the server whose it is, then the session is there or over. */
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
