import type { ModuleRelease } from '@tessera/federation';
import { matchPath } from '@tessera/federation/router';
import { findShellPage } from '../access/shell-pages';
import { findModulePage } from '../remotes/modules';
import type { ShellTexts } from '../texts';
import { navLabel, pageName } from './page-names';

/** The title of the page at a path: its menu label, else its known name or the last fixed part of its pattern. */
export function pageTitle(t: ShellTexts, releases: readonly ModuleRelease[], pathname: string): string {
  const shellPage = findShellPage(pathname);
  const ownTitle = shellPage && pageName(t, shellPage.path);
  if (ownTitle) return ownTitle;
  const modulePage = findModulePage(releases, pathname);
  if (!modulePage) return pageName(t, pathname) ?? 'Tessera';
  const entry = modulePage.release.nav.find(({ path }) => matchPath(path, pathname));
  if (entry) return navLabel(t, entry);
  const lastWord = modulePage.route.path.split('/').findLast((part) => part && !part.startsWith(':')) ?? '';
  return pageName(t, modulePage.route.path) ?? lastWord.charAt(0).toUpperCase() + lastWord.slice(1);
}
