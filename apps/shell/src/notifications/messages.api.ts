import {
  keysOf,
  notificationsList,
  notificationsRead,
  pageOf,
  useLive,
  type NotificationDto,
  type NotificationsListData,
} from '@tessera/api';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

const keys = keysOf('notifications');
/** How often messages are read anew while the live stream is down. */
const pollMs = 10_000;

/** Messages, as far as a query asks; the live stream keeps them. */
function useMessageList(query: NonNullable<NotificationsListData['query']>) {
  return useQuery({
    queryKey: keys.list(query),
    queryFn: async ({ signal }) => pageOf<NotificationDto>(await notificationsList({ query, signal })),
    refetchInterval: useLive().status === 'live' ? false : pollMs,
  });
}

/** The user's latest messages. */
export const useMessages = (count: number) => useMessageList({ page: 1, page_size: count });

/** The latest unread message, and of all how many are unread. */
export const useUnread = () => useMessageList({ page: 1, page_size: 1, unread: true });

/** Marks messages as read: those named, or all. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[] | undefined) => notificationsRead({ body: ids ? { ids } : {} }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}
