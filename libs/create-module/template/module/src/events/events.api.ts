import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type EventDto, eventsList, keysOf, type Page, pageOf } from '@tessera/api';

const keys = keysOf('events');

/** A page of the events of all sites; `query` is the list's state from the address. */
export const eventsQuery = (query: Readonly<Record<string, string>>) =>
  queryOptions({
    queryKey: keys.list(query),
    queryFn: async ({ signal }): Promise<Page<EventDto>> => pageOf(await eventsList({ query, signal })),
    placeholderData: keepPreviousData,
  });
