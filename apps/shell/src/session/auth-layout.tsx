import { useSession } from '@tessera/api';
import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from '@tessera/federation/router';
import { fetchConsole } from '../console-pages';
import { acceptsCookiesAndStorage } from './cookie-check';
import { getDestination } from './destination';

/** Around sign in and registration: cookies must work, and who is signed in has no business here. */
export function AuthLayout() {
  const location = useLocation();
  const session = useSession();
  const [allowed] = useState(acceptsCookiesAndStorage);
  useEffect(prefetchConsoleOnInput, []);
  if (!allowed) return <Navigate to="/bot-blocked" state={location.state} replace />;
  if (session) return <Navigate to={getDestination(location)} replace />;
  return <Outlet />;
}

/** Somebody who types here is about to come in: what they need then is fetched meanwhile. */
function prefetchConsoleOnInput(): () => void {
  // What can't be had is asked for again, and said, by the page that needs it.
  const fetch = () => void fetchConsole().catch(() => undefined);
  document.addEventListener('input', fetch, { once: true });
  return () => document.removeEventListener('input', fetch);
}
