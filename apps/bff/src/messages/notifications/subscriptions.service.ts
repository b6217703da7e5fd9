import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { Config } from '../../platform/config/config';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../platform/errors/api-error';
import { type ListQuery, type ListResponse, readPagination } from '../../platform/http/list-query';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import type { SubscribeInput, SubscriptionDto } from './notifications.dto';
import { PushServices } from './push-services';
import { PushSubscriptionsRepository, subscriptionSorts } from './push-subscriptions.repository';

/** Devices that one user may register. */
const MAX_DEVICES = 50;

/** The caller's devices for web push. */
@Injectable()
export class SubscriptionsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly services: PushServices,
    private readonly config: Config,
    private readonly subscriptions: PushSubscriptionsRepository,
  ) {}

  /** The key that browsers subscribe with; 404 when web push isn't set up. */
  publicKey(): string {
    if (!this.config.vapid) throw notFound('A key for web push');
    return this.config.vapid.publicKey;
  }

  list(scope: Scope, { userId }: Account, query: ListQuery): Promise<ListResponse<SubscriptionDto>> {
    const pagination = readPagination(query, subscriptionSorts, 'created_at', 's.id');
    return this.transactions.readList(personalScope(scope), async (tx) => ({
      pagination,
      page: await this.subscriptions.list(tx, userId, pagination),
    }));
  }

  get(scope: Scope, { userId }: Account, id: number): Promise<Found<SubscriptionDto>> {
    return this.transactions.read(personalScope(scope), (tx) => this.subscriptions.read(tx, userId, id));
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
    return this.transactions.run(personalScope(scope), async (tx) => {
      const devices = await this.subscriptions.lockOfUser(tx, account.userId);
      const known = devices.find((device) => device.endpoint === endpoint);
      if (!input.keys) {
        if (!known)
          throw invalid([{ field: 'keys', message: 'keys is required for a new device', code: 'REQUIRED' }]);
        if (notification_types) await this.subscriptions.setTopics(tx, known.id, notification_types);
        return this.subscriptions.read(tx, account.userId, known.id);
      }
      if (!known && devices.length >= MAX_DEVICES) {
        throw new ApiError('LIMIT_REACHED', `You can register at most ${MAX_DEVICES} devices`, {
          context: { limit: MAX_DEVICES, used: devices.length, asked: 1 },
        });
      }
      const id = await this.subscriptions.upsert(tx, {
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
      if (!known) await auditSubscription(tx, account, 'push.subscribe', id);
      return this.subscriptions.read(tx, account.userId, id);
    });
  }

  /** Removes one of the caller's devices; 404 when there is none. */
  unsubscribe(scope: Scope, account: Account, id: number): Promise<void> {
    return this.transactions.run(personalScope(scope), async (tx) => {
      if (!(await this.subscriptions.remove(tx, account.userId, id))) throw notFound('Subscription');
      await auditSubscription(tx, account, 'push.unsubscribe', id);
    });
  }
}

const auditSubscription = (tx: Tx, account: Account, action: AuditAction, id: number): Promise<void> =>
  audit(tx, { action, entity: 'push_subscription', entity_id: id, realm_id: account.realmId });
