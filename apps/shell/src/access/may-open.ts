import { can, type Permission } from '@tessera/domain';
import type { ModuleRoute } from '@tessera/federation';

/** Whether a user may open a module's page, or gets its slot; one without a permission is open to every signed-in user. */
export const mayOpen = (
  permissions: readonly Permission[],
  { action, reach }: Pick<ModuleRoute, 'action' | 'reach'>,
): boolean => action === null || can(permissions, action, reach ?? 'own');
