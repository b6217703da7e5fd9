import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { Conditions } from '../../platform/database/conditions';
import { type Found, type Projection, selectOne, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import { Notification } from './notification.entity';
import type { NotificationDto, NotificationListQuery } from './notifications.dto';
import { messageTopics } from './topics';

const projection: Projection = {
  what: 'Notification',
  columns:
    'n.id, n.realm_id, n.topic, n.kind, n.subject, n.count, n.title, n.body, n.params, n.path, n.read_at, n.created_at',
  from: 'FROM notifications n',
  version: '2 * n.count + (n.read_at IS NOT NULL)::int',
};

export const notificationSorts = { created_at: 'n.created_at', topic: 'n.topic' };

/** Reads notifications and marks them as read; by user, since the scope is all realms. */
@Injectable()
export class NotificationsRepository {
  list(
    tx: Tx,
    userId: number,
    query: NotificationListQuery,
    pagination: Pagination,
  ): Promise<Page<NotificationDto>> {
    const where = new Conditions()
      .equal('n.user_id', userId)
      .words('n.topic', query.topic, 'topic', messageTopics)
      .equal('(n.read_at IS NULL)', query.unread);
    return selectPage<NotificationDto>(tx, projection, where, pagination);
  }

  /** The user's notification with its version; 404 when there is none. */
  read(tx: Tx, userId: number, id: number): Promise<Found<NotificationDto>> {
    return selectOne(tx, projection, 'n.id = $1 AND n.user_id = $2', [id, userId]);
  }

  /** The rows for the live stream; `user_id` names the recipient. */
  readLive(tx: Tx, ids: readonly number[]): Promise<(NotificationDto & { user_id: number })[]> {
    const { columns, from } = projection;
    return tx.query(`SELECT ${columns}, n.user_id ${from} WHERE n.id = ANY ($1::int[])`, [ids]);
  }

  /** Marks a user's notifications as read, all or those named; returns how many are still unread. */
  async markRead(tx: Tx, userId: number, ids: readonly number[] | undefined): Promise<number> {
    await tx.execute(
      `UPDATE notifications SET read_at = now()
       WHERE user_id = $1 AND read_at IS NULL AND ($2::int[] IS NULL OR id = ANY ($2))`,
      [userId, ids ?? null],
    );
    return tx.manager.countBy(Notification, { user_id: userId, read_at: IsNull() });
  }
}
