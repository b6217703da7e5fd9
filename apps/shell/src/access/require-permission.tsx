import type { ReactNode } from 'react';
import { useUser } from '@tessera/api';
import { Navigate, useLocation } from '@tessera/federation/router';
import { mayOpen } from './may-open';
import { missingPermission } from './missing-permission';
import { findShellPage } from './shell-pages';

/** Renders one of the shell's own pages for users who may open it; others are redirected to /unauthorized. */
export function RequirePermission({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const user = useUser();
  const page = findShellPage(pathname);
  if (page && !mayOpen(user, page))
    return <Navigate to="/unauthorized" state={missingPermission(page, pathname)} replace />;
  return children;
}
