import { useCallback } from 'react';
import { useUser } from '@tessera/api';
import { findModulePage, useModules } from '../remotes/modules';
import { mayOpen } from './may-open';
import { findShellPage } from './shell-pages';

/** Returns a function that checks whether a page exists and the user may open it. */
export function useMayOpen(): (path: string) => boolean {
  const { releases } = useModules();
  const user = useUser();
  return useCallback(
    (path) => {
      const route = findShellPage(path) ?? findModulePage(releases, path)?.route;
      return route !== undefined && mayOpen(user, route);
    },
    [releases, user],
  );
}
