import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/account';
import { selectOne, selectPage } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import { type Page, paging, type Paging } from '../../platform/http/list-query';
import { personal, type Scope } from '../../platform/realm-scope/scope';
import type {
  DeliveryDto,
  DeliveryListQuery,
  NotificationDto,
  NotificationListQuery,
} from './notifications.dto';
import {
  deliveryProjection,
  deliverySorts,
  notificationProjection,
  notificationSorts,
  ownDeliveries,
  ownNotifications,
} from './notifications.queries';

/** What the caller was told, and what became of it on their devices. */
@Injectable()
export class NotificationsService {
  constructor(private readonly transactions: Transactions) {}

  list(
    scope: Scope,
    { userId }: Account,
    query: NotificationListQuery,
  ): Promise<{ asked: Paging; page: Page<NotificationDto> }> {
    const asked = paging(query, notificationSorts, '-created_at', 'n.id');
    const where = ownNotifications(userId, query);
    return this.transactions.read(personal(scope), async (tx) => ({
      asked,
      page: await selectPage<NotificationDto>(tx, notificationProjection, where, asked),
    }));
  }

  async get(scope: Scope, { userId }: Account, id: number): Promise<NotificationDto> {
    const found = await this.transactions.read(personal(scope), (tx) =>
      selectOne<NotificationDto>(tx, notificationProjection, 'n.id = $1 AND n.user_id = $2', [id, userId]),
    );
    return found.answer;
  }

  deliveries(
    scope: Scope,
    { userId }: Account,
    query: DeliveryListQuery,
  ): Promise<{ asked: Paging; page: Page<DeliveryDto> }> {
    const asked = paging(query, deliverySorts, '-at', 'd.id');
    const where = ownDeliveries(userId, query);
    return this.transactions.read(personal(scope), async (tx) => ({
      asked,
      page: await selectPage<DeliveryDto>(tx, deliveryProjection, where, asked),
    }));
  }
}
