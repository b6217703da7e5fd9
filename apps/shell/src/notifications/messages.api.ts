import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  keysOf,
  type NotificationDto,
  notificationsList,
  type NotificationsListData,
  notificationsRead,
  pageOf,
  useLive,
} from '@tessera/api';

const keys = keysOf('notifications');
/** Polling interval of messages while the live stream is down. */
const pollMs = 10_000;

/** A page of messages; the live stream updates it. */
function useMessageList(query: NonNullable<NotificationsListData['query']>) {
  return useQuery({
    queryKey: keys.list(query),
    queryFn: async ({ signal }) => pageOf<NotificationDto>(await notificationsList({ query, signal })),
    refetchInterval: useLive().status === 'live' ? false : pollMs,
  });
}

/** The user's latest messages. */
export const useMessages = (count: number) => useMessageList({ page: 1, page_size: count });

/** The latest unread message, with the total of unread ones. */
export const useUnread = () => useMessageList({ page: 1, page_size: 1, unread: true });

/** Marks the given messages as read, or all. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (ids: number[] | undefined) => notificationsRead({ body: ids ? { ids } : {} }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}
