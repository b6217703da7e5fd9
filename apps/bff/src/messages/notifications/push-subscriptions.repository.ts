import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { type Found, type Projection, selectOne, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import type { SubscriptionDto } from './notifications.dto';
import { PushSubscription } from './push.entity';
import type { Topic } from './topics';

const projection: Projection = {
  what: 'Subscription',
  columns: `s.id, s.endpoint, s.notification_types, s.user_agent,
    CASE WHEN s.wait_until > now() THEN s.wait_until END AS wait_until, s.created_at, s.updated_at`,
  from: 'FROM push_subscriptions s',
  version: 's.version',
};

export const subscriptionSorts = { created_at: 's.created_at', updated_at: 's.updated_at' };

/** A subscription before it is saved. `notification_types` null: leave those of an earlier one, or none. */
type NewSubscription = Pick<PushSubscription, 'user_id' | 'endpoint' | 'p256dh' | 'auth' | 'user_agent'> & {
  notification_types: readonly Topic[] | null;
};

/** Reads and writes the devices that receive web push; by user, since the scope is all realms. */
@Injectable()
export class PushSubscriptionsRepository {
  list(tx: Tx, userId: number, pagination: Pagination): Promise<Page<SubscriptionDto>> {
    const where = new Conditions().equal('s.user_id', userId);
    return selectPage<SubscriptionDto>(tx, projection, where, pagination);
  }

  /** The user's device with its version; 404 when there is none. */
  read(tx: Tx, userId: number, id: number): Promise<Found<SubscriptionDto>> {
    return selectOne(tx, projection, 's.id = $1 AND s.user_id = $2', [id, userId]);
  }

  /** A user's devices. Locks the user, so that parallel requests can't exceed the limit of devices. */
  async lockOfUser(tx: Tx, userId: number): Promise<Pick<PushSubscription, 'id' | 'endpoint'>[]> {
    await tx.execute('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
    return tx.query('SELECT id, endpoint FROM push_subscriptions WHERE user_id = $1', [userId]);
  }

  async setTopics(tx: Tx, id: number, topics: readonly Topic[]): Promise<void> {
    await tx.manager.update(PushSubscription, id, { notification_types: [...topics] });
  }

  /** Inserts or renews the subscription of an endpoint and returns its id; null when it belongs to another user. */
  async upsert(tx: Tx, subscription: NewSubscription): Promise<number | null> {
    const { user_id, endpoint, p256dh, auth, notification_types, user_agent } = subscription;
    const [saved] = await tx.query<{ id: number }>(
      `INSERT INTO push_subscriptions AS s (user_id, endpoint, p256dh, auth, notification_types, user_agent)
       VALUES ($1, $2, $3, $4, coalesce($5::text[], '{}'), left($6, 500))
       ON CONFLICT (endpoint) DO UPDATE SET p256dh = excluded.p256dh, auth = excluded.auth,
         user_agent = excluded.user_agent, notification_types = coalesce($5::text[], s.notification_types)
         WHERE s.user_id = excluded.user_id
       RETURNING s.id`,
      [user_id, endpoint, p256dh, auth, notification_types, user_agent],
    );
    return saved?.id ?? null;
  }

  /** Removes a user's device; false when there is none. */
  async remove(tx: Tx, userId: number, id: number): Promise<boolean> {
    const { affected } = await tx.manager.delete(PushSubscription, { id, user_id: userId });
    return affected === 1;
  }

  /** Removes a device that its push service no longer knows, unless it has subscribed again since. */
  async removeGone(tx: Tx, id: number, endpoint: string): Promise<void> {
    await tx.manager.delete(PushSubscription, { id, endpoint });
  }

  /** Pauses deliveries to a device for the seconds of its push service's Retry-After. */
  async suspend(tx: Tx, id: number, seconds: number): Promise<void> {
    await tx.execute(
      'UPDATE push_subscriptions SET wait_until = now() + make_interval(secs => $2) WHERE id = $1',
      [id, seconds],
    );
  }
}
