import { keysOf, type SubscriptionDto } from '@tessera/api';
import { describeError } from '@tessera/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  presentSubscription,
  pushAbility,
  resubscribeBrowser,
  subscribeBrowser,
  unsubscribeBrowser,
  wireOf,
  type PushAbility,
} from './browser-push';
import { devicesQuery, publicKeyQuery, useRemoveDevice, useSaveDevice } from './notifications.api';
import type { Topic } from './topic-words';

const browser = keysOf('push browser');

/** What somebody who turns notifications on is told about at first. */
const firstTopics: Topic[] = [
  'hold_expiring',
  'hold_created',
  'purchase_confirmed',
  'task_failed',
  'security',
];

/** This browser, as the server knows it. */
export interface ThisDevice {
  ability: PushAbility;
  /** Its row on the server; null when it isn't told. */
  row: SubscriptionDto | null;
  /** Whether all that is needed to say so is there. */
  pending: boolean;
  /** Whether the server has a key to subscribe with. */
  offered: boolean;
  enable: () => Promise<void>;
  disable: () => Promise<void>;
}

/** Joins what the browser says of its subscription with what the server has of it. */
export function useThisDevice(): ThisDevice {
  const client = useQueryClient();
  const present = useQuery({
    queryKey: browser.list(),
    queryFn: async () => ({
      ability: pushAbility(),
      endpoint: (await presentSubscription())?.endpoint ?? null,
    }),
  });
  const devices = useQuery(devicesQuery());
  const publicKey = useQuery(publicKeyQuery());
  const save = useSaveDevice();
  const remove = useRemoveDevice();
  const look = () => client.invalidateQueries({ queryKey: browser.all() });
  const row = devices.data?.rows.find(({ endpoint }) => endpoint === present.data?.endpoint) ?? null;

  return {
    ability: present.data?.ability ?? 'ready',
    row,
    pending: present.isPending || devices.isPending || publicKey.isPending,
    offered: publicKey.data !== undefined,
    enable: async () => {
      try {
        const register = (subscription: PushSubscription) =>
          save.mutateAsync({ ...wireOf(subscription), notification_types: firstTopics });
        const key = publicKey.data ?? '';
        await register(await subscribeBrowser(key)).catch(async (error: unknown) => {
          if (describeError(error).code !== 'CONFLICT') throw error;
          await register(await resubscribeBrowser(key));
        });
      } finally {
        await look();
      }
    },
    disable: async () => {
      await unsubscribeBrowser();
      if (row) await remove.mutateAsync(row.id);
      await look();
    },
  };
}
