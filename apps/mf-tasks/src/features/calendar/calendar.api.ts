import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type CalendarConflictDto,
  type CalendarEntryDto,
  calendarFeedCreateFeed,
  calendarFeedRead,
  calendarFeedRevokeFeed,
  calendarFeedSetReminders,
  calendarGet,
  type FeedInput,
  keysOf,
  type RemindersInput,
} from '@tessera/api';

export type CalendarEntry = CalendarEntryDto;
export type CalendarKind = CalendarEntryDto['kind'];
export type CalendarConflict = CalendarConflictDto;

export interface CalendarFilters {
  kind?: string;
  site_id?: string;
  planned?: boolean;
}

const calendarKeys = keysOf('calendar');

/** The live stream has changes of jobs, but not of events and logins. */
const LIVE_INTERVAL = 60_000;
const POLL_INTERVAL = 15_000;

/** The calendar's entries between two instants. */
export const calendarQuery = (query: CalendarFilters & { from: string; to: string }, isLive: boolean) =>
  queryOptions({
    queryKey: calendarKeys.list(query),
    queryFn: async ({ signal }) => (await calendarGet({ query, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? LIVE_INTERVAL : POLL_INTERVAL,
  });

/** The user's reminders and the feed of their calendar. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: keysOf('calendar-settings').list(),
    queryFn: async ({ signal }) => (await calendarFeedRead({ signal })).data,
  });

function useRefetchSettings() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keysOf('calendar-settings').all() });
}

/** Sets when the user is reminded of on-sales. */
export function useSetReminders() {
  return useMutation({
    mutationFn: async (body: RemindersInput) => (await calendarFeedSetReminders({ body })).data,
    onSettled: useRefetchSettings(),
  });
}

/** Creates the address of the feed, which ends an earlier one; answers the whole address. */
export function useCreateFeed() {
  return useMutation({
    mutationFn: async (body: FeedInput) =>
      `${window.location.origin}${(await calendarFeedCreateFeed({ body })).data.path}`,
    onSettled: useRefetchSettings(),
  });
}

/** Ends the address of the feed. */
export function useRevokeFeed() {
  return useMutation({ mutationFn: () => calendarFeedRevokeFeed(), onSettled: useRefetchSettings() });
}
