import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  keysOf,
  type NotificationDto,
  notificationsDismiss,
  notificationsList,
  type NotificationsListData,
  notificationsRead,
  notificationsRestore,
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
    placeholderData: keepPreviousData,
    refetchInterval: useLive().status === 'live' ? false : pollMs,
  });
}

/** The user's latest messages. */
export const useMessages = (count: number) => useMessageList({ page: 1, page_size: count });

/** Messages on a page of the inbox. */
export const PAGE_SIZE = 20;

/** What the inbox shows. */
export interface InboxFilters {
  show: 'all' | 'unread' | 'dismissed';
  /** A topic; empty: all. */
  topic: string;
  /** From 1. */
  page: number;
}

/** A page of the inbox. */
export const useInbox = ({ show, topic, page }: InboxFilters) =>
  useMessageList({
    page,
    page_size: PAGE_SIZE,
    topic: topic || undefined,
    unread: show === 'unread' || undefined,
    dismissed: show === 'dismissed' || undefined,
  });

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

/** Dismisses messages or, with false, returns them to the inbox. */
export function useDismiss() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ ids, dismissed }: { ids: number[]; dismissed: boolean }) =>
      dismissed ? notificationsDismiss({ body: { ids } }) : notificationsRestore({ body: { ids } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.all() }),
  });
}
