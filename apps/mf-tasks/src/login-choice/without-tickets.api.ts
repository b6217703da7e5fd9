import { queryOptions } from '@tanstack/react-query';
import { keysOf, loginsListWithoutTickets, loginsListWithoutTicketsUnconfirmed } from '@tessera/api';

/** Filter of the logins by their tickets for an event. */
export type TicketFilter = 'any' | 'no_tickets' | 'nothing';

/**
 * Ids of a site's logins without tickets for the event: `nothing` means neither purchases nor live holds, `no_tickets`
 * allows holds. Disabled for `any`.
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
