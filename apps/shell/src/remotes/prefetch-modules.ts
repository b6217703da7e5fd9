import { getSession } from '@tessera/api';
import type { ModuleRegistry } from '@tessera/federation';
import type { QueryClient } from '@tanstack/react-query';
import { mayOpen } from '../access/may-open';
import { modulesQuery, findModulePage } from './modules';

/**
 * Fetches the list of modules, and then the module of the current path, before the first render, which takes as long as
 * these requests. On a failure the page that needs them fetches them again and reports the error.
 */
export async function prefetchModules(
  queryClient: QueryClient,
  registry: ModuleRegistry,
  pathname: string,
): Promise<void> {
  const session = getSession();
  if (!session) return;
  await queryClient.prefetchQuery(modulesQuery);
  const place = findModulePage(queryClient.getQueryData(modulesQuery.queryKey) ?? [], pathname);
  if (place && mayOpen(session.user.permissions, place.route)) registry.start(place.release);
}
