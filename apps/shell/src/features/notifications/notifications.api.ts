import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type DeliveryDto,
  keysOf,
  mailSenderGet,
  notificationsDeliveries,
  notificationsDevices,
  notificationsSend,
  notificationsSubscribe,
  notificationsUnsubscribe,
  pageOf,
  type SendInput,
  type SubscriptionDto,
  vapidKeyGet,
} from '@tessera/api';
import type { Topic } from './topics';

const devices = keysOf('push devices');
const deliveries = keysOf('push deliveries');
const key = keysOf('push key');
const sender = keysOf('mail sender');

/** Polling interval of the delivery log. */
const logPollMs = 5000;

/** The user's devices with a push subscription. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: devices.list(),
    queryFn: async ({ signal }) => pageOf<SubscriptionDto>(await notificationsDevices({ signal })),
  });

/** The latest deliveries to the user's devices. */
export const deliveriesQuery = (count: number) =>
  queryOptions({
    queryKey: deliveries.list({ count }),
    queryFn: async ({ signal }) =>
      pageOf<DeliveryDto>(await notificationsDeliveries({ query: { page: 1, page_size: count }, signal })),
    refetchInterval: logPollMs,
  });

/** The server's public key for push subscriptions; an error when it has none. */
export const publicKeyQuery = () =>
  queryOptions({
    queryKey: key.list(),
    queryFn: async ({ signal }) => (await vapidKeyGet({ signal })).data.public_key,
    staleTime: Infinity,
    retry: false,
  });

/** The address that mail is sent from; null when the server sends none. */
export const mailSenderQuery = () =>
  queryOptions({
    queryKey: sender.list(),
    queryFn: async ({ signal }) => (await mailSenderGet({ signal })).data.from,
    staleTime: Infinity,
  });

/** How many people and devices a message would reach. */
export const reachQuery = (input: Pick<SendInput, 'to' | 'realm_id' | 'topic'>, enabled: boolean) =>
  queryOptions({
    queryKey: keysOf('push reach').list(input),
    queryFn: async ({ signal }) =>
      (await notificationsSend({ body: { ...input, preview: true }, signal })).data,
    enabled,
  });

/** Adds or changes a device; a new subscription includes its `keys`. */
export function useSaveDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Parameters<typeof notificationsSubscribe>[0]['body']) =>
      notificationsSubscribe({ body }),
    onSettled: () => client.invalidateQueries({ queryKey: devices.all() }),
  });
}

/** Sets a device's topics, with an optimistic update that is rolled back on failure. */
export function useSetTopics() {
  const client = useQueryClient();
  const { queryKey } = devicesQuery();
  return useMutation({
    mutationFn: ({ device, chosen }: { device: SubscriptionDto; chosen: Topic[] }) =>
      notificationsSubscribe({ body: { endpoint: device.endpoint, notification_types: chosen } }),
    onMutate: async ({ device, chosen }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      if (before) {
        const rows = before.rows.map((row) =>
          row.id === device.id ? { ...row, notification_types: chosen } : row,
        );
        client.setQueryData(queryKey, { ...before, rows });
      }
      return { before };
    },
    onError: (_error, _change, result) => client.setQueryData(queryKey, result?.before),
    onSettled: () => client.invalidateQueries({ queryKey: devices.all() }),
  });
}

/** Removes a device. */
export function useRemoveDevice() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => notificationsUnsubscribe({ path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: devices.all() }),
  });
}

/** Sends a test notification or a message. */
export function useSend() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: SendInput) => (await notificationsSend({ body })).data,
    onSettled: () => client.invalidateQueries({ queryKey: deliveries.all() }),
  });
}
