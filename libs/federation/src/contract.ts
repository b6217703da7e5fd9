import type { RouteObject } from 'react-router';
import type { ReleaseNav, ReleaseRoute, ReleaseSlot } from '@tessera/domain/module-release';
import type { ModuleHost } from './module-host';
import type { SlotExport } from './slots/slot-contents';

/** What a remote's `./remote` exposes as its default export. */
export interface RemoteDefinition {
  /** The module's name as in its module.json, e.g. `mf-tasks`. */
  name: string;
  /** Routes with absolute paths, e.g. `/sites/:siteId/events`; elements and children, no loaders or actions. */
  routes: RouteObject[];
  /** The slots of its module.json by their ids, but for entries of the palette. Since shell contract 1.2. */
  slots?: Readonly<Record<string, SlotExport>>;
  /** Called once the module is loaded, before any part of it is shown. What it throws is a failed load. Since shell contract 1.3. */
  start?: (host: ModuleHost) => void;
}

/** A page of a module and the permission that its visitor needs. */
export type ModuleRoute = ReleaseRoute;

/** A module's entry in the side menu. */
export type ModuleNav = ReleaseNav;

/** A place that a module fills. */
export type ModuleSlot = ReleaseSlot;

/** A release of a module, as announced by `GET /api/modules`. */
export interface ModuleRelease {
  /** e.g. `mf-tasks`; the federation container is the same with underscores. */
  name: string;
  /** The display name, e.g. `Tasks`. */
  title: string;
  /** The team that answers for the module; null for `local`. */
  owner: string | null;
  version: string;
  /** `local`: from this computer's development server, and therefore neither signed nor fingerprinted. */
  channel: 'stable' | 'canary' | 'local';
  /** The folder of its files: a path of the console's own origin, or of this computer for `local`. */
  base_url: string;
  /** SRI sha256 of its module.json; null for `local`. */
  integrity: string | null;
  /** Base64 of the Ed25519 signature of its module.json; null for `local`. */
  signature: string | null;
  /** The id of the key that signed it; null for `local`. */
  key: string | null;
  routes: ModuleRoute[];
  nav: ModuleNav[];
  slots: ModuleSlot[];
}

/** A key that may sign certain modules. */
export interface ModulePublisher {
  /** The key's id. */
  key: string;
  /** Base64 of the Ed25519 key's 32 bytes. */
  public_key: string;
  /** The names of the modules that it may sign. */
  modules: string[];
}

/** The name of a module's federation container: `mf-tasks` → `mf_tasks`. */
export const containerName = (moduleName: string): string => moduleName.replaceAll('-', '_');
