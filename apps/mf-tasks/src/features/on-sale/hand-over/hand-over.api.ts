import { queryOptions } from '@tanstack/react-query';
import { keysOf, onSaleHandOver } from '@tessera/api';

/**
 * What happened at an event since an instant. Not below the key of the room: a note stays as it is while somebody reads and
 * copies it.
 */
export const handOverQuery = (eventId: number, since: number) =>
  queryOptions({
    queryKey: [...keysOf('on-sale-hand-over').all(), eventId, since],
    queryFn: async ({ signal }) => {
      const query = { since: new Date(since).toISOString() };
      return (await onSaleHandOver({ path: { eventId }, query, signal })).data;
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
