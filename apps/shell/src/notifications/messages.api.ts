import {
  keysOf,
  notificationsList,
  notificationsRead,
  pageOf,
  useLive,
  type NotificationDto,
} from '@tessera/api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

const keys = keysOf('notifications');
/** How often messages are read anew while the live stream is down. */
const pollingPace = 10_000;

/** The user's latest messages, and of all how many are unread. */
export function useMessages(count: number) {
  const refetchInterval = useLive().status === 'live' ? (false as const) : pollingPace;
  const latest = { page: 1, page_size: count };
  const unread = { page: 1, page_size: 1, unread: true };
  return {
    messages: useQuery({
      queryKey: keys.list(latest),
      queryFn: async ({ signal }) =>
        pageOf<NotificationDto>(await notificationsList({ query: latest, signal })),
      refetchInterval,
    }),
    unread: useQuery({
      queryKey: keys.list(unread),
      queryFn: async ({ signal }) =>
        pageOf<NotificationDto>(await notificationsList({ query: unread, signal })),
      refetchInterval,
    }),
  };
}

/** Marks messages as read: those named, or all. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[] | undefined) => notificationsRead({ body: ids ? { ids } : {} }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}
