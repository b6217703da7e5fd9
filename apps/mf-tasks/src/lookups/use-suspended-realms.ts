import { useQuery } from '@tanstack/react-query';
import { useCan } from '@tessera/api';
import { suspendedRealmsQuery } from './lookups.api';

/**
 * Whether a realm is suspended, as far as the user's permission doesn't say so already: administrators may write, but nothing
 * starts in it.
 */
export function useSuspendedRealms(): (realmId: number) => boolean {
  const { data } = useQuery(suspendedRealmsQuery(useCan('admin', 'all')));
  return (realmId) => data?.some(({ id }) => id === realmId) ?? false;
}
