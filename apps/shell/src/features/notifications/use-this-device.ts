import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keysOf, type SubscriptionDto } from '@tessera/api';
import { describeError } from '@tessera/ui';
import {
  getSubscription,
  hasKey,
  type PushAbility,
  pushAbility,
  resubscribeBrowser,
  subscribeBrowser,
  toSubscriptionInput,
  unsubscribeBrowser,
} from './browser-push';
import { devicesQuery, publicKeyQuery, useRemoveDevice, useSaveDevice } from './notifications.api';
import type { Topic } from './topics';

const browser = keysOf('push browser');

/** The topics that are on when a device is added. */
const defaultTopics: Topic[] = [
  'hold_expiring',
  'hold_created',
  'purchase_confirmed',
  'task_failed',
  'security',
];

/** This browser's state as a device for notifications. */
export interface ThisDevice {
  ability: PushAbility;
  /** Its record on the server; null when notifications are off. */
  row: SubscriptionDto | null;
  /** Whether the state is still loading. */
  pending: boolean;
  /** Whether the server has a key to subscribe with. */
  offered: boolean;
  enable: () => Promise<void>;
  disable: () => Promise<void>;
}

/** Combines the browser's subscription with the server's record of it. */
export function useThisDevice(): ThisDevice {
  const client = useQueryClient();
  const subscription = useQuery({
    queryKey: browser.list(),
    queryFn: async () => ({
      ability: pushAbility(),
      subscription: await getSubscription(),
    }),
  });
  const devices = useQuery(devicesQuery());
  const publicKey = useQuery(publicKeyQuery());
  const save = useSaveDevice();
  const remove = useRemoveDevice();
  const refresh = () => client.invalidateQueries({ queryKey: browser.all() });
  const present = subscription.data?.subscription ?? null;
  // With new keys of the server the subscription gets no messages: the device is off until it subscribes again.
  const isUsable = present !== null && (publicKey.data === undefined || hasKey(present, publicKey.data));
  const row = (isUsable && devices.data?.rows.find(({ endpoint }) => endpoint === present.endpoint)) || null;

  return {
    ability: subscription.data?.ability ?? 'ready',
    row,
    pending: subscription.isPending || devices.isPending || publicKey.isPending,
    offered: publicKey.data !== undefined,
    enable: async () => {
      try {
        const register = (subscription: PushSubscription) =>
          save.mutateAsync({ ...toSubscriptionInput(subscription), notification_types: defaultTopics });
        const key = publicKey.data ?? '';
        await register(await subscribeBrowser(key)).catch(async (error: unknown) => {
          if (describeError(error).code !== 'CONFLICT') throw error;
          await register(await resubscribeBrowser(key));
        });
      } finally {
        await refresh();
      }
    },
    disable: async () => {
      await unsubscribeBrowser();
      if (row) await remove.mutateAsync(row.id);
      await refresh();
    },
  };
}
