import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/account';
import type { Found } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import type {
  DeliveryDto,
  DeliveryListQuery,
  NotificationDto,
  NotificationListQuery,
  UnreadDto,
} from './notifications.dto';
import { notificationSorts, NotificationsRepository } from './notifications.repository';
import { deliverySorts, PushDeliveriesRepository } from './push-deliveries.repository';

/** The caller's notifications and their deliveries to devices. */
@Injectable()
export class NotificationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly notifications: NotificationsRepository,
    private readonly attempts: PushDeliveriesRepository,
  ) {}

  list(
    scope: Scope,
    { userId }: Account,
    query: NotificationListQuery,
  ): Promise<ListResponse<NotificationDto>> {
    const pagination = readPagination(query, notificationSorts, '-created_at', 'n.id');
    return this.transactions.readList(personalScope(scope), async (tx) => ({
      pagination,
      page: await this.notifications.list(tx, userId, query, pagination),
    }));
  }

  get(scope: Scope, { userId }: Account, id: number): Promise<Found<NotificationDto>> {
    return this.transactions.read(personalScope(scope), (tx) => this.notifications.read(tx, userId, id));
  }

  /** Marks the caller's notifications as read, all without `ids`. Ids of other users' notifications are ignored. */
  async read(scope: Scope, { userId }: Account, ids: number[] | undefined): Promise<UnreadDto> {
    const unread = await this.transactions.run(personalScope(scope), (tx) =>
      this.notifications.markRead(tx, userId, ids),
    );
    return { unread };
  }

  /** Dismisses the caller's notifications or, with false, returns them to the inbox. Ids of others' are ignored. */
  async setDismissed(
    scope: Scope,
    { userId }: Account,
    ids: number[],
    dismissed: boolean,
  ): Promise<UnreadDto> {
    const unread = await this.transactions.run(personalScope(scope), (tx) =>
      this.notifications.setDismissed(tx, userId, ids, dismissed),
    );
    return { unread };
  }

  deliveries(
    scope: Scope,
    { userId }: Account,
    query: DeliveryListQuery,
  ): Promise<ListResponse<DeliveryDto>> {
    const pagination = readPagination(query, deliverySorts, '-at', 'd.id');
    return this.transactions.readList(personalScope(scope), async (tx) => ({
      pagination,
      page: await this.attempts.list(tx, userId, query, pagination),
    }));
  }
}
