import { useEffect } from 'react';
import { useUser } from '@tessera/api';
import { RemoteOutlet } from '@tessera/federation';
import { Navigate, useLocation } from '@tessera/federation/router';
import { useSnackbar } from '@tessera/ui';
import { mayOpen } from '../access/may-open';
import { missingPermission } from '../access/missing-permission';
import { useTexts } from '../texts';
import { ModuleFallback } from './module-fallback';
import { findModulePage, type ModulePage, useModules } from './modules';
import { findUnavailable, RegistryFallback, SilentLocalModule, UnavailablePage } from './not-announced';
import { PageLoading } from './page-loading';
import { useRegistry } from './registry-context';

/** Renders the module page at the current path, or says why there is none; a path of no module redirects to the dashboard. */
export function RemotePage() {
  const { pathname } = useLocation();
  const { releases, announcement, problem, isPending } = useModules();
  const modulePage = findModulePage(releases, pathname);
  if (modulePage) return <KnownPage {...modulePage} />;
  if (isPending) return <PageLoading />;
  const local = releases.find(({ channel, routes }) => channel === 'local' && routes.length === 0);
  if (local) return <SilentLocalModule release={local} />;
  const unavailable = findUnavailable(announcement, pathname);
  if (unavailable) return <UnavailablePage module={unavailable} />;
  if (problem || releases.length === 0) return <RegistryFallback />;
  return <NoPage pathname={pathname} />;
}

/** Says that there is no page for this user, and shows the dashboard instead. */
function NoPage({ pathname }: { pathname: string }) {
  const t = useTexts();
  const { show } = useSnackbar();
  useEffect(
    () => show({ message: t('remotes.noPage', { path: pathname }), key: 'no-page' }),
    [show, t, pathname],
  );
  return <Navigate to="/dashboard" replace />;
}

/** Checks the permission, and shows the page or its fallback. */
function KnownPage({ release, route }: ModulePage) {
  const { pathname } = useLocation();
  const user = useUser();
  const registry = useRegistry();
  if (!mayOpen(user, route)) {
    return <Navigate to="/unauthorized" state={missingPermission(route, pathname)} replace />;
  }
  return (
    <RemoteOutlet
      key={release.name}
      registry={registry}
      release={release}
      loading={<PageLoading />}
      renderFailure={(failure, retry, retrying) => (
        <ModuleFallback release={release} failure={failure} onRetry={retry} retrying={retrying} />
      )}
    />
  );
}
