import { covers, type Holder } from '@tessera/domain';
import type { ModuleRoute } from '@tessera/federation';

/** Whether somebody may open a module's page, or gets its slot; one without a permission is open to every signed-in user. */
export const mayOpen = (
  holder: Holder,
  { action, reach, duty }: Pick<ModuleRoute, 'action' | 'reach' | 'duty'>,
): boolean => action === null || covers(holder, { action, reach: reach ?? 'own', duty });
