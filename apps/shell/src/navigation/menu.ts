import type { LucideIcon } from 'lucide-react';
import { can, type Holder } from '@tessera/domain';
import { type ModuleNav, type ModuleRelease, type ModuleRoute } from '@tessera/federation';
import { matchPath } from '@tessera/federation/router';
import { mayOpen } from '../access/may-open';
import { findShellPage } from '../access/shell-pages';
import { findModulePage } from '../remotes/modules';
import type { ShellTexts } from '../texts';
import { menuIcon } from './menu-icons';
import { navLabel } from './page-names';

/** One entry of the side menu, for one user. */
export interface MenuItem extends ModuleNav {
  Icon: LucideIcon;
  /** Whether its page requires a permission that the user lacks; the entry then leads to /unauthorized. */
  locked: boolean;
  /** The module that provides the page; null for the shell's own pages. */
  release: ModuleRelease | null;
  /** The entries that belong to it, for pages that the user may open. */
  children: readonly MenuItem[];
}

/** The shell's own pages. */
const shellItems: readonly ModuleNav[] = [
  { label: 'Dashboard', path: '/dashboard', icon: 'layout-dashboard', order: 10 },
  { label: 'Notifications', path: '/notifications', icon: 'bell', order: 70 },
];

type Found = ModuleNav & { route: ModuleRoute; release: ModuleRelease | null };

/** The entries whose page exists. */
function findEntries(releases: readonly ModuleRelease[]): Found[] {
  const own = shellItems.flatMap((nav) => {
    const route = findShellPage(nav.path);
    return route ? [{ ...nav, route, release: null }] : [];
  });
  const ofModules = releases.flatMap((release) =>
    release.nav.flatMap((nav) => {
      const route = findModulePage([release], nav.path)?.route;
      return route ? [{ ...nav, route, release }] : [];
    }),
  );
  return [...own, ...ofModules];
}

/**
 * Builds the side menu. Users with read permission see every entry of the first level but administrators' pages; an entry is
 * locked when its page requires a permission that the user lacks. Below an entry stand those that name it as their parent and
 * whose page the user may open; one whose parent isn't in the menu is on the first level, or at the foot (`buildFoot`).
 */
export function buildMenu(t: ShellTexts, releases: readonly ModuleRelease[], holder: Holder): MenuItem[] {
  const shown = findEntries(releases).filter(({ route }) =>
    route.action === 'admin' ? can(holder.permissions, 'admin', 'all') : can(holder.permissions, 'read'),
  );
  const paths = new Set(shown.filter(({ parent }) => parent === undefined).map(({ path }) => path));
  const parentOf = ({ parent }: Found) => (parent !== undefined && paths.has(parent) ? parent : null);
  const itemsBelow = (above: string | null): MenuItem[] =>
    shown
      .filter((entry) => parentOf(entry) === above)
      .filter(({ route, parent }) => parent === undefined || mayOpen(holder, route))
      .filter(({ path }) => above !== null || !footPages.includes(path))
      .map(({ route, ...nav }) => ({
        ...nav,
        locked: !mayOpen(holder, route),
        label: navLabel(t, nav),
        Icon: menuIcon(nav),
        children: above === null ? itemsBelow(nav.path) : [],
      }))
      .sort((a, b) => a.order - b.order);
  return itemsBelow(null);
}

/** Pages that stand below People, at the foot, for those who don't see the entry that they belong to. */
const footPages: readonly string[] = ['/budgets', '/service-tokens', '/webhooks', '/requests', '/audit'];

/** The entries at the foot: of pages that administrators have below Realms. */
export function buildFoot(
  t: ShellTexts,
  releases: readonly ModuleRelease[],
  holder: Holder,
): Pick<MenuItem, 'path' | 'label' | 'Icon'>[] {
  if (can(holder.permissions, 'admin', 'all')) return [];
  return findEntries(releases)
    .filter(({ path, route }) => footPages.includes(path) && mayOpen(holder, route))
    .sort((a, b) => a.order - b.order)
    .map((nav) => ({ path: nav.path, label: navLabel(t, nav), Icon: menuIcon(nav) }));
}

/** Somebody who isn't signed in. */
export const nobody: Holder = { permissions: [] };

/** All entries, those below another one after it. */
export const flatMenu = (menu: readonly MenuItem[]): MenuItem[] =>
  menu.flatMap((item) => [item, ...flatMenu(item.children)]);

/** The board of an event's waiting places; its entry leads to all of them. */
const waitingBoard = '/on-sale/:eventId/waiting';

/** Whether an entry is lit: its page is open, or one below it. */
export function isCurrentEntry(path: string, pathname: string): boolean {
  if (matchPath(waitingBoard, pathname)) return path === '/waiting';
  return matchPath({ path, end: false }, pathname) !== null;
}
