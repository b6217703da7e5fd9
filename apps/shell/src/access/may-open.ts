import { can, type Permission } from '@tessera/domain';
import type { ModuleRoute } from '@tessera/federation';

/** Whether somebody may open a module's page; a route that names no permission is everybody's who is signed in. */
export const mayOpen = (held: readonly Permission[], { action, reach }: ModuleRoute): boolean =>
  action === null || can(held, action, reach ?? 'own');
