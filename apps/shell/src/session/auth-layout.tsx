import { useSession } from '@tessera/api';
import { useState } from 'react';
import { Navigate, Outlet, useLocation } from '@tessera/federation/router';
import { cookiesWork } from './cookie-check';
import { destinationOf } from './destination';

/** Around sign in and registration: cookies must work, and who is signed in has no business here. */
export function AuthLayout() {
  const location = useLocation();
  const session = useSession();
  const [allowed] = useState(cookiesWork);
  if (!allowed) return <Navigate to="/bot-blocked" state={location.state} replace />;
  if (session) return <Navigate to={destinationOf(location)} replace />;
  return <Outlet />;
}
