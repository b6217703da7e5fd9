import {
  keysOf,
  pageOf,
  ticketsList,
  ticketsRemove,
  ticketsUpdate,
  type Page,
  type TicketChangeDto,
  type TicketDto,
} from '@tessera/api';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

const keys = keysOf('tickets');

/** A page of purchased tickets; `query` is the list's state as it stands in the URL. */
export const purchasedQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<TicketDto>> => pageOf(await ticketsList({ query, signal })),
    placeholderData: keepPreviousData,
  });

function useTicketMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Changes a ticket's status or reference; refused with 409 from a final status. */
export const useUpdateTicket = () =>
  useTicketMutation(({ id, body }: { id: number; body: TicketChangeDto }) =>
    ticketsUpdate({ path: { id }, body }),
  );

/** Deletes a ticket (soft, with audit). */
export const useDeleteTicket = () => useTicketMutation((id: number) => ticketsRemove({ path: { id } }));
