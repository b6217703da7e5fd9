import type { QueryClient } from '@tanstack/react-query';
import { getSession } from '@tessera/api';
import type { ModuleRegistry } from '@tessera/federation';
import { mayOpen } from '../access/may-open';
import { moduleListQuery } from './module-list';
import { findModulePage } from './modules';

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
  const { announcement } = await queryClient.query(moduleListQuery());
  const page = findModulePage(announcement?.modules ?? [], pathname);
  if (page && mayOpen(session.user, page.route)) registry.start(page.release);
}
