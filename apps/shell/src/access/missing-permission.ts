import type { ModuleRoute } from '@tessera/federation';
import type { Location } from '@tessera/federation/router';

/** What /unauthorized is told in the history entry. */
export interface MissingPermission {
  /** e.g. `write:own`. */
  permission: string;
  /** The address that needs it. */
  from: string;
}

/** The state for /unauthorized of somebody who came to a route that they may not see. */
export const missingPermission = ({ action, reach }: ModuleRoute, from: string): MissingPermission => ({
  permission: `${action ?? 'read'}:${reach ?? 'own'}`,
  from,
});

/** Reads it back; null when somebody came to /unauthorized by themselves. */
export function readMissingPermission({ state }: Location): MissingPermission | null {
  const missing = state as Partial<MissingPermission> | null;
  return missing?.permission && missing.from ? { permission: missing.permission, from: missing.from } : null;
}
