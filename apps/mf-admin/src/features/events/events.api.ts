import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type CountedEventDto,
  type EventChange,
  type EventInput,
  eventsCreate,
  eventsGet,
  eventsListOfSite,
  eventsRemove,
  eventsSeats,
  eventsUpdate,
  ifMatch,
  keysOf,
  type Page,
  pageOf,
} from '@tessera/api';

const keys = keysOf('events');

/** A page of a site's events. */
export const siteEventsQuery = (siteId: number, query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list({ siteId, ...query }),
    queryFn: async ({ signal }): Promise<Page<CountedEventDto>> =>
      pageOf(await eventsListOfSite({ path: { siteId }, query, signal })),
    placeholderData: keepPreviousData,
  });

/** The sell-through of an event, polled while it is shown. */
export const eventSeatsQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.one(id), 'seats'],
    queryFn: async ({ signal }) => (await eventsSeats({ path: { id }, signal })).data,
    refetchInterval: 10_000,
  });

/** Fetches an event with its ETag. */
export const fetchEvent = (id: number) => eventsGet({ path: { id } });

function useEventMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: keys.all() }) });
}

/** Creates an event; 409 CONFLICT if the site has an event with the same GUID. */
export const useCreateEvent = () => useEventMutation((body: EventInput) => eventsCreate({ body }));

/** Changes the given fields. */
export const useUpdateEvent = () =>
  useEventMutation(({ id, body, etag }: { id: number; body: EventChange; etag: string | null }) =>
    eventsUpdate({ path: { id }, body, ...ifMatch(etag) }),
  );

/** Deletes an unused event; 409 IN_USE with the counts otherwise. */
export const useDeleteEvent = () => useEventMutation((id: number) => eventsRemove({ path: { id } }));
