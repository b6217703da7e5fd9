import type { Role } from '../permissions';

const rank: Record<Role, number> = { realm_user: 0, realm_owner: 1, admin: 2 };

/** Whether a user with role `granter` may assign role `granted`: never one above their own. */
export function mayGrant(granter: Role, granted: Role): boolean {
  return rank[granter] >= rank[granted];
}

/** Whether somebody may disable or delete an account, or end its access: never their own, which is under /account. */
export const mayManageAccount = (viewerId: number | null, userId: number): boolean => viewerId !== userId;
