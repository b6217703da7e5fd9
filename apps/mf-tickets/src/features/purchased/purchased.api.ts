import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  ifMatch,
  keysOf,
  type Page,
  pageOf,
  type TicketChangeDto,
  type TicketDto,
  ticketsGet,
  ticketsList,
  ticketsRemove,
  ticketsRestore,
  ticketsSums,
  ticketsUpdate,
} from '@tessera/api';
import { filtersOf } from '../../records/sum-filters';

const keys = keysOf('tickets');

/** A page of purchased tickets; `query` is the list's state from the URL. */
export const purchasedQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<TicketDto>> => pageOf(await ticketsList({ query, signal })),
    placeholderData: keepPreviousData,
  });

/** How many tickets were purchased. */
export const purchasedCountQuery = () =>
  queryOptions({
    queryKey: keys.list({ counted: true }),
    queryFn: async ({ signal }) =>
      pageOf(await ticketsList({ query: { fields: 'id', page: 1, page_size: 1 }, signal })),
  });

/** What the list's tickets cost, by currency and event; `query` as of the list, whose paging and order don't matter. */
export const sumsQuery = (query: Readonly<Record<string, string>>) => {
  const filters = filtersOf(query);
  return queryOptions({
    // Not a list, whose rows live changes patch; it is refetched with the lists.
    queryKey: [...keys.all(), 'sums', filters],
    queryFn: async ({ signal }) => (await ticketsSums({ query: filters, signal })).data,
    placeholderData: keepPreviousData,
  });
};

/** The whole order of a ticket: what was recorded with it, on this page of the list or not. */
export const orderQuery = (ticketId: number) =>
  queryOptions({
    queryKey: keys.list({ orderOf: ticketId }),
    queryFn: async ({ signal }): Promise<TicketDto[]> => {
      const { data: ticket } = await ticketsGet({ path: { id: ticketId }, signal });
      const { realm_id, login_id, event_id, created_at } = ticket;
      const query = {
        realm_id: String(realm_id),
        login_id: String(login_id),
        event_id: String(event_id),
        created_from: created_at,
        created_to: new Date(Date.parse(created_at) + 1).toISOString(),
      };
      return pageOf(await ticketsList({ query, signal })).rows;
    },
  });

/** Fetches one ticket with its ETag, for its form. */
export const readTicket = (id: number) => ticketsGet({ path: { id } });

function useTicketMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Changes a ticket's status or reference; refused with 409 from a final status. */
export const useUpdateTicket = () =>
  useTicketMutation(
    ({ id, body, etag = null }: { id: number; body: TicketChangeDto; etag?: string | null }) =>
      ticketsUpdate({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Deletes a ticket (soft, with audit); it can be restored for 30 days. */
export const useDeleteTicket = () => useTicketMutation((id: number) => ticketsRemove({ path: { id } }));

/** Restores a deleted ticket. */
export const useRestoreTicket = () => useTicketMutation((id: number) => ticketsRestore({ path: { id } }));
