import type { ModuleRelease } from '@tessera/federation';
import { matchPath } from '@tessera/federation/router';
import { findModulePage } from '../remotes/modules';
import type { ShellTexts } from '../texts';
import { navLabel, pageName } from './page-names';

const shellPages: readonly string[] = ['/dashboard', '/account', '/notifications', '/unauthorized'];

/** The title of the page at a path: its menu label, else its known name or the last fixed part of its pattern. */
export function pageTitle(t: ShellTexts, releases: readonly ModuleRelease[], pathname: string): string {
  const ownTitle = shellPages.includes(pathname) ? pageName(t, pathname) : undefined;
  if (ownTitle) return ownTitle;
  const modulePage = findModulePage(releases, pathname);
  if (!modulePage) return 'Tessera';
  const entry = modulePage.release.nav.find(({ path }) => matchPath(path, pathname));
  if (entry) return navLabel(t, entry);
  const lastWord = modulePage.route.path.split('/').findLast((part) => part && !part.startsWith(':')) ?? '';
  return pageName(t, modulePage.route.path) ?? lastWord.charAt(0).toUpperCase() + lastWord.slice(1);
}
