import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/account';
import { type Found, selectOne, selectPage } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import { personal, type Scope } from '../../platform/realm-scope/scope';
import type {
  DeliveryDto,
  DeliveryListQuery,
  NotificationDto,
  NotificationListQuery,
  UnreadDto,
} from './notifications.dto';
import {
  deliveryProjection,
  deliverySorts,
  markRead,
  notificationProjection,
  notificationSorts,
  ownDeliveries,
  ownNotifications,
} from './notifications.queries';

/** The caller's notifications and their deliveries to devices. */
@Injectable()
export class NotificationsService {
  constructor(private readonly transactions: Transactions) {}

  list(
    scope: Scope,
    { userId }: Account,
    query: NotificationListQuery,
  ): Promise<ListAnswer<NotificationDto>> {
    const pagination = readPagination(query, notificationSorts, '-created_at', 'n.id');
    const where = ownNotifications(userId, query);
    return this.transactions.read(personal(scope), async (tx) => ({
      pagination,
      page: await selectPage<NotificationDto>(tx, notificationProjection, where, pagination),
    }));
  }

  get(scope: Scope, { userId }: Account, id: number): Promise<Found<NotificationDto>> {
    return this.transactions.read(personal(scope), (tx) =>
      selectOne(tx, notificationProjection, 'n.id = $1 AND n.user_id = $2', [id, userId]),
    );
  }

  /** Marks as read; without ids all. Those of other users are skipped. */
  async read(scope: Scope, { userId }: Account, ids: number[] | undefined): Promise<UnreadDto> {
    const unread = await this.transactions.run(personal(scope), (tx) => markRead(tx, userId, ids ?? null));
    return { unread };
  }

  deliveries(scope: Scope, { userId }: Account, query: DeliveryListQuery): Promise<ListAnswer<DeliveryDto>> {
    const pagination = readPagination(query, deliverySorts, '-at', 'd.id');
    const where = ownDeliveries(userId, query);
    return this.transactions.read(personal(scope), async (tx) => ({
      pagination,
      page: await selectPage<DeliveryDto>(tx, deliveryProjection, where, pagination),
    }));
  }
}
