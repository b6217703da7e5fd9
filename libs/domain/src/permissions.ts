/** Roles of the console. */
export const roles = ['admin', 'realm_owner', 'realm_user'] as const;
export type Role = (typeof roles)[number];

/** What a permission allows. */
export type Action = 'read' | 'write' | 'admin';
/** The rows it applies to: those of the caller's realm, or of every realm. */
export type Reach = 'own' | 'all';
/** A permission's name, e.g. `read:own`. */
export type Permission = 'read:own' | 'read:all' | 'write:own' | 'write:all' | 'admin:all';

const permissionsByRole = new Map<string | null | undefined, readonly Permission[]>([
  ['admin', ['read:all', 'write:all', 'admin:all']],
  ['realm_owner', ['read:own', 'write:own']],
]);

const leastPermissions: readonly Permission[] = ['read:own'];

/** The permissions of a role; an unknown or missing role has `read:own`. */
export function permissionsOf(role: string | null | undefined): readonly Permission[] {
  return permissionsByRole.get(role) ?? leastPermissions;
}

/**
 * Whether the permissions allow an action at a reach: `admin:all` satisfies
 * every check, `own` is satisfied by `own` or `all`, and `all` only by `all`.
 */
export function can(held: readonly Permission[], action: Action, reach: Reach = 'own'): boolean {
  if (held.includes('admin:all')) return true;
  if (action === 'admin') return false;
  const all: Permission = `${action}:all`;
  const own: Permission = `${action}:own`;
  return held.includes(all) || (reach === 'own' && held.includes(own));
}
