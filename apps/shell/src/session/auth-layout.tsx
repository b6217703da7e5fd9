import { useEffect, useState } from 'react';
import { useSession } from '@tessera/api';
import { Navigate, Outlet, useLocation } from '@tessera/federation/router';
import { fetchConsole } from '../console-pages';
import { keepsSessions } from './cookie-check';
import { getDestination } from './destination';

/** Layout of the pages before signing in: redirects when the browser keeps no session here, or when the user is signed in already. */
export function AuthLayout() {
  const location = useLocation();
  const state: unknown = location.state;
  const session = useSession();
  const [allowed] = useState(keepsSessions);
  useEffect(prefetchConsoleOnInput, []);
  if (!allowed) return <Navigate to="/bot-blocked" state={state} replace />;
  if (session) return <Navigate to={getDestination(location)} replace />;
  return <Outlet />;
}

/** Prefetches the console on the first input, because the user is about to sign in. */
function prefetchConsoleOnInput(): () => void {
  // A failure is ignored here: the page that needs the chunk fetches it again and reports the error.
  const fetch = () => void fetchConsole().catch(() => undefined);
  document.addEventListener('input', fetch, { once: true });
  return () => document.removeEventListener('input', fetch);
}
