import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { keysOf, useLive, type WaitingPlaceDto, waitingPlacesPositions } from '@tessera/api';

/** Keys of waiting places, which the live stream's changes of tasks and links refetch. */
const placeKeys = keysOf('waiting');

/** Only the places that serve a task, or the place of a link. */
export type PlaceFilter = { task_id: number } | { link_id: number };

/** How often pace and estimate are read again while the stream is live: a queue that stands still changes no row. */
const LIVE_MS = 30_000;
const POLL_MS = 5_000;

const waitingPlacesQuery = (eventId: number, filter?: PlaceFilter) =>
  queryOptions({
    queryKey: placeKeys.list({ eventId, ...filter }),
    queryFn: async ({ signal }) =>
      (await waitingPlacesPositions({ path: { eventId }, query: { ...filter }, signal })).data,
    placeholderData: keepPreviousData,
    // Nearly all of it changes: comparing it costs more than drawing it.
    structuralSharing: false,
  });

/** The waiting places of an event with their positions over time. */
export function useWaitingPlaces(eventId: number, filter?: PlaceFilter) {
  const isLive = useLive().status === 'live';
  return useQuery({
    ...waitingPlacesQuery(eventId, filter),
    refetchInterval: isLive ? LIVE_MS : POLL_MS,
  });
}

/** A place's key: links and tasks have ids of their own. */
export const placeKey = ({ kind, id }: Pick<WaitingPlaceDto, 'kind' | 'id'>): string => `${kind}-${id}`;
