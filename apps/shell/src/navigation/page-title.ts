import { matchPath } from 'react-router';
import { placeOf } from '../remotes/modules';
import type { ModuleRelease } from '@tessera/federation';

const own: Readonly<Record<string, string>> = {
  '/dashboard': 'Dashboard',
  '/account': 'Account',
  '/notifications': 'Notifications',
  '/unauthorized': 'No permission',
};

/** What the page at an address is called: its menu label, else the last fixed part of its pattern. */
export function pageTitle(releases: readonly ModuleRelease[], pathname: string): string {
  const ownTitle = own[pathname];
  if (ownTitle) return ownTitle;
  const place = placeOf(releases, pathname);
  if (!place) return 'Tessera';
  const entry = place.release.nav.find(({ path }) => matchPath(path, pathname));
  const lastWord = place.route.path.split('/').findLast((part) => part && !part.startsWith(':')) ?? '';
  return entry?.label ?? lastWord.charAt(0).toUpperCase() + lastWord.slice(1);
}
