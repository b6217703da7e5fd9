import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { Config } from '../../platform/config/config';
import { type Found, selectOne, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid, notFound, ApiError } from '../../platform/errors/api-error';
import { type ListQuery, type ListAnswer, readPagination } from '../../platform/http/list-query';
import { personal, type Scope } from '../../platform/realm-scope/scope';
import type { SubscribeInput, SubscriptionDto } from './notifications.dto';
import {
  ownSubscriptions,
  subscriptionProjection,
  subscriptionSorts,
  upsertSubscription,
} from './notifications.queries';
import { PushServices } from './push-services';

/** Devices that one user may register. */
const MAX_DEVICES = 50;

/** The caller's devices for web push, whatever their realm. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly services: PushServices,
    private readonly config: Config,
  ) {}

  /** The key that browsers subscribe with; 404 where web push isn't set up. */
  publicKey(): string {
    if (!this.config.vapid) throw notFound('A key for web push');
    return this.config.vapid.publicKey;
  }

  list(scope: Scope, { userId }: Account, query: ListQuery): Promise<ListAnswer<SubscriptionDto>> {
    const pagination = readPagination(query, subscriptionSorts, 'created_at', 's.id');
    return this.transactions.read(personal(scope), async (tx) => ({
      pagination,
      page: await selectPage<SubscriptionDto>(
        tx,
        subscriptionProjection,
        ownSubscriptions(userId),
        pagination,
      ),
    }));
  }

  get(scope: Scope, { userId }: Account, id: number): Promise<Found<SubscriptionDto>> {
    return this.transactions.read(personal(scope), (tx) => readOwn(tx, userId, id));
  }

  /** Inserts or renews the endpoint's subscription; 409 when it belongs to another user. */
  subscribe(
    scope: Scope,
    account: Account,
    input: SubscribeInput,
    userAgent: string | null,
  ): Promise<Found<SubscriptionDto>> {
    const endpoint = this.services.check(input.endpoint).href;
    const notification_types = input.notification_types ? [...new Set(input.notification_types)] : null;
    return this.transactions.run(personal(scope), async (tx) => {
      // Two requests of one user wait for each other, so that together they can't exceed the limit.
      await tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [account.userId]);
      const present = await tx.query<{ id: number; mine: boolean }>(
        'SELECT id, endpoint = $2 AS mine FROM push_subscriptions WHERE user_id = $1',
        [account.userId, endpoint],
      );
      const known = present.find(({ mine }) => mine);
      if (!input.keys) {
        if (!known)
          throw invalid([{ field: 'keys', message: 'keys is required for a new device', code: 'REQUIRED' }]);
        await tx.execute(
          'UPDATE push_subscriptions SET notification_types = coalesce($2::text[], notification_types) WHERE id = $1',
          [known.id, notification_types],
        );
        return readOwn(tx, account.userId, known.id);
      }
      if (!known && present.length >= MAX_DEVICES) {
        throw new ApiError('LIMIT_REACHED', `You can register at most ${MAX_DEVICES} devices`, {
          context: { limit: MAX_DEVICES, used: present.length, asked: 1 },
        });
      }
      const id = await upsertSubscription(tx, {
        user_id: account.userId,
        endpoint,
        p256dh: input.keys.p256dh.replace(/=+$/, ''),
        auth: input.keys.auth.replace(/=+$/, ''),
        notification_types,
        user_agent: userAgent,
      });
      if (id === null)
        throw new ApiError('CONFLICT', 'This device is registered for another user', {
          reason: 'DEVICE_OF_OTHERS',
        });
      if (!known) await record(tx, account, 'push.subscribe', id);
      return readOwn(tx, account.userId, id);
    });
  }

  /** Removes one of the caller's devices; 404 when it is none. */
  unsubscribe(scope: Scope, account: Account, id: number): Promise<void> {
    return this.transactions.run(personal(scope), async (tx) => {
      const gone = await tx.execute('DELETE FROM push_subscriptions WHERE id = $1 AND user_id = $2', [
        id,
        account.userId,
      ]);
      if (gone === 0) throw notFound('Subscription');
      await record(tx, account, 'push.unsubscribe', id);
    });
  }
}

const readOwn = (tx: Tx, userId: number, id: number): Promise<Found<SubscriptionDto>> =>
  selectOne<SubscriptionDto>(tx, subscriptionProjection, 's.id = $1 AND s.user_id = $2', [id, userId]);

const record = (tx: Tx, account: Account, action: AuditAction, id: number): Promise<void> =>
  audit(tx, { action, entity: 'push_subscription', entity_id: id, realm_id: account.realmId });
