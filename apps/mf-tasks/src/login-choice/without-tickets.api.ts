import { queryOptions } from '@tanstack/react-query';
import { keysOf, loginsListWithoutTickets, loginsListWithoutTicketsUnconfirmed } from '@tessera/api';

/** Which logins to offer by what they have of an event. */
export type TicketFilter = 'any' | 'no_tickets' | 'nothing';

/**
 * Ids of a site's logins that have nothing of the event yet: `nothing` is neither purchase nor live hold,
 * `no_tickets` allows holds. Not asked for `any`.
 */
export const withoutTicketsQuery = (siteId: number, eventId: number | null, filter: TicketFilter) =>
  queryOptions({
    queryKey: keysOf('logins').list({ site: siteId, event: eventId, filter }),
    queryFn: async ({ signal }) => {
      const path = { siteId, eventId: String(eventId) };
      const read = filter === 'nothing' ? loginsListWithoutTickets : loginsListWithoutTicketsUnconfirmed;
      return new Set((await read({ path, signal })).data.map((login) => login.id));
    },
    enabled: filter !== 'any' && eventId !== null,
  });
