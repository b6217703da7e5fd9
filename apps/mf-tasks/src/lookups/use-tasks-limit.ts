import { useQuery } from '@tanstack/react-query';
import { type LimitUse, useCan } from '@tessera/api';
import { ownLimitQuery, realmsQuery } from './lookups.api';

/** A realm's task limit and its use; undefined until it is loaded. */
export function useTasksLimit(realmId: number | null): LimitUse | undefined {
  const isAdmin = useCan('admin', 'all');
  const { data: realms } = useQuery(realmsQuery(isAdmin));
  const { data: ownLimit } = useQuery(ownLimitQuery(!isAdmin));
  if (!isAdmin) return ownLimit;
  const realm = realms?.find(({ id }) => id === realmId);
  return realm && { used: realm.active_tasks, max: realm.max_tasks };
}

/** How many more unfinished tasks the limit allows; undefined until it is loaded. */
export const freeTaskCount = (limit: LimitUse | undefined): number | undefined =>
  limit && Math.max(0, limit.max - limit.used);
