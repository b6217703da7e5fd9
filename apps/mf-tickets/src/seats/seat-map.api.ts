import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type EventSeatMapDto, keysOf, seatsRead, siteMapsReadSvg } from '@tessera/api';

/** Refetched after changes of holds and tickets (the shell's cache patcher names the topic). */
const keys = keysOf('seats');

/** Rows of a seat map: without them all rows of the event. */
export interface SeatRows {
  area?: string;
  row?: string;
}

/** An event's held and bought seats. */
export const seatMapQuery = (eventId: number, rows: SeatRows = {}) =>
  queryOptions({
    queryKey: keys.list({ eventId, ...rows }),
    queryFn: async ({ signal }): Promise<EventSeatMapDto> =>
      (await seatsRead({ path: { id: eventId }, query: rows, signal })).data,
    placeholderData: keepPreviousData,
    // Holds lapse by the clock, without a change that the live stream could report.
    refetchInterval: 30_000,
  });

/** The drawing that a seat map names; a version never changes. */
export const siteMapQuery = (siteId: number, map: EventSeatMapDto['map']) =>
  queryOptions({
    queryKey: [...keys.all(), 'map', siteId, map?.event_id ?? null, map?.version ?? null],
    queryFn: async ({ signal }): Promise<string> => {
      const query = map?.event_id == null ? {} : { event_id: map.event_id };
      return (await siteMapsReadSvg({ path: { id: siteId }, query, signal })).data.text();
    },
    enabled: map !== null,
    staleTime: Infinity,
  });
