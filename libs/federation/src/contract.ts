import type { RouteObject } from 'react-router';

/** What a remote's `./remote` exposes as its default export. */
export interface RemoteDefinition {
  /** The module's name as in its module.json, e.g. `mf-tasks`. */
  name: string;
  /** Routes with absolute paths, e.g. `/sites/:siteId/events`; elements and children, no loaders or actions. */
  routes: RouteObject[];
}

/** A page of a module and the permission that its visitor needs. */
export interface ModuleRoute {
  /** Absolute pattern, e.g. `/sites/:siteId/events`. */
  path: string;
  /** Null: any signed-in user. */
  action: 'read' | 'write' | 'admin' | null;
  reach: 'own' | 'all' | null;
}

/** A module's entry in the side menu. */
export interface ModuleNav {
  label: string;
  path: string;
  /** The name of an icon in the shell (menu-icons.ts). */
  icon: string;
  /** Order in the menu, ascending. */
  order: number;
}

/** A release of a module, as returned by `GET /api/modules`. */
export interface ModuleRelease {
  /** e.g. `mf-tasks`; the federation container is the same with underscores. */
  name: string;
  /** The display name, e.g. `Tasks`. */
  title: string;
  version: string;
  /** `stable`, `canary` or `local`. */
  channel: string;
  manifest_url: string;
  /** SRI sha256 of the manifest; `unchecked` for a module under development. */
  integrity: string;
  routes: ModuleRoute[];
  nav: ModuleNav[];
}

/** The name of a module's federation container: `mf-tasks` → `mf_tasks`. */
export const containerName = (moduleName: string): string => moduleName.replaceAll('-', '_');
