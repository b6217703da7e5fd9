import { useUser } from '@tessera/api';
import { RemoteOutlet } from '@tessera/federation';
import { Navigate, useLocation } from '@tessera/federation/router';
import { describeError, ErrorAlert } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { mayOpen } from '../access/may-open';
import { missingPermission } from '../access/missing-permission';
import { ModuleFallback } from './module-fallback';
import { findModulePage, useModules } from './modules';
import { PageLoading } from './page-loading';
import { useRegistry } from './registry-context';

/** Renders the module page at the current path: checks the permission, shows the page or its fallback, else redirects to the dashboard. */
export function RemotePage() {
  const { pathname } = useLocation();
  const user = useUser();
  const registry = useRegistry();
  const modules = useModules();

  if (modules.isPending) return <PageLoading />;
  if (modules.isError) {
    return (
      <Box sx={{ p: 3 }}>
        <ErrorAlert error={describeError(modules.error)} onRetry={() => void modules.refetch()} />
      </Box>
    );
  }
  const modulePage = findModulePage(modules.data, pathname);
  if (!modulePage) return <Navigate to="/dashboard" replace />;
  const { release, route } = modulePage;
  if (!mayOpen(user.permissions, route)) {
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
