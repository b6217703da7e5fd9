import { can, type Permission } from '@tessera/domain';
import type { ModuleRoute } from '@tessera/federation';

/** Whether a user may open a module's page; a route without a permission is open to every signed-in user. */
export const mayOpen = (permissions: readonly Permission[], { action, reach }: ModuleRoute): boolean =>
  action === null || can(permissions, action, reach ?? 'own');
