import type { LucideIcon } from 'lucide-react';
import { can, type Permission } from '@tessera/domain';
import type { ModuleNav, ModuleRelease } from '@tessera/federation';
import { mayOpen } from '../access/may-open';
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
}

/** The shell's own pages, which every user may open. */
const shellItems: readonly Omit<MenuItem, 'Icon'>[] = [
  {
    label: 'Dashboard',
    path: '/dashboard',
    icon: 'layout-dashboard',
    order: 10,
    locked: false,
    release: null,
  },
  { label: 'Notifications', path: '/notifications', icon: 'bell', order: 70, locked: false, release: null },
];

/**
 * Builds the side menu. Users with read permission see every entry but administrators' pages; an entry is locked when its
 * page requires a permission that the user lacks.
 */
export function buildMenu(
  t: ShellTexts,
  releases: readonly ModuleRelease[],
  permissions: readonly Permission[],
): MenuItem[] {
  const items = releases.flatMap((release) =>
    release.nav.flatMap((nav): Omit<MenuItem, 'Icon'>[] => {
      const route = findModulePage([release], nav.path)?.route;
      if (!route) return [];
      const shown = route.action === 'admin' ? can(permissions, 'admin', 'all') : can(permissions, 'read');
      return shown ? [{ ...nav, release, locked: !mayOpen(permissions, route) }] : [];
    }),
  );
  return [...shellItems, ...items]
    .map((item) => ({ ...item, label: navLabel(t, item), Icon: menuIcon(item) }))
    .sort((a, b) => a.order - b.order);
}
