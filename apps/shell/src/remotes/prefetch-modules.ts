import { getSession } from '@tessera/api';
import type { ModuleRegistry } from '@tessera/federation';
import type { QueryClient } from '@tanstack/react-query';
import { mayOpen } from '../access/may-open';
import { modulesQuery, findModulePage } from './modules';

/**
 * Asks for the modules, and then for the one that the address belongs to, before anything is drawn: drawing the frame
 * takes as long as fetching them. What fails here is asked again, and told, by the page that needs it.
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
