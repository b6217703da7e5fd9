import type { ModuleRoute } from '@tessera/federation';
import type { Location } from '@tessera/federation/router';

/** The state of the history entry of /unauthorized. */
export interface MissingPermission {
  /** e.g. `write:own`. */
  permission: string;
  /** The address that requires it. */
  from: string;
}

/** The history state for /unauthorized after a visit to a route that the user may not see. */
export const missingPermission = ({ action, reach }: ModuleRoute, from: string): MissingPermission => ({
  permission: `${action ?? 'read'}:${reach ?? 'own'}`,
  from,
});

/** Reads the missing permission from the history entry; null when the user opened /unauthorized directly. */
export function readMissingPermission({ state }: Location): MissingPermission | null {
  const missing = state as Partial<MissingPermission> | null;
  return missing?.permission && missing.from ? { permission: missing.permission, from: missing.from } : null;
}
