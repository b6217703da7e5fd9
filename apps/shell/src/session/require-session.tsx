import { useSession } from '@tessera/api';
import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from '@tessera/federation/router';
import { rememberDestination } from './destination';

/** Leads who isn't signed in to the sign-in page, which remembers where they wanted to go. */
export function RequireSession({ children }: { children: ReactNode }) {
  return useSession() ? children : <ToSignIn />;
}

function ToSignIn() {
  const location = useLocation();
  const [state] = useState(() => rememberDestination(location));
  return <Navigate to="/auth/login" state={state} replace />;
}
