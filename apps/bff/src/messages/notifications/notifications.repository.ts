import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { type Found, type Projection, selectOne, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import type { NotificationDto, NotificationListQuery } from './notifications.dto';
import { type ReaderColumns, readerColumns, readerJoins, textForReader } from './readers';
import { messageTopics } from './topics';

const projection: Projection = {
  what: 'Notification',
  columns: `n.id, n.realm_id, n.topic, n.kind, n.subject, n.count, n.seats, n.title, n.body, n.params, n.path, n.read_at,
    n.dismissed_at, least(n.first_at, n.created_at) AS first_at, n.created_at, ${readerColumns}`,
  from: `FROM notifications n ${readerJoins('n.user_id')}`,
  // Every update of a row gives it another number of its last transaction.
  version: '(n.xmin::text::bigint % 2147483647)::int',
};

type NotificationRow = NotificationDto & ReaderColumns;

const toDto = <T extends NotificationRow>({ language, time_zone, ...row }: T) => ({
  ...row,
  ...textForReader({ language, time_zone }, row),
});

export const notificationSorts = { created_at: 'n.created_at', topic: 'n.topic' };

/** Reads notifications, marks them as read and dismisses them; by user, since the scope is all realms. */
@Injectable()
export class NotificationsRepository {
  async list(
    tx: Tx,
    userId: number,
    query: NotificationListQuery,
    pagination: Pagination,
  ): Promise<Page<NotificationDto>> {
    const where = new Conditions()
      .equal('n.user_id', userId)
      .words('n.topic', query.topic, 'topic', messageTopics)
      .equal('(n.read_at IS NULL)', query.unread)
      .equal('(n.dismissed_at IS NOT NULL)', query.dismissed ?? false);
    const page = await selectPage<NotificationRow>(tx, projection, where, pagination);
    return { ...page, rows: page.rows.map(toDto) };
  }

  /** The user's notification with its version; 404 when there is none. */
  async read(tx: Tx, userId: number, id: number): Promise<Found<NotificationDto>> {
    const where = 'n.id = $1 AND n.user_id = $2';
    const { version, row } = await selectOne<NotificationRow>(tx, projection, where, [id, userId]);
    return { version, row: toDto(row) };
  }

  /** The rows for the live stream; `user_id` names the recipient. */
  async readLive(tx: Tx, ids: readonly number[]): Promise<(NotificationDto & { user_id: number })[]> {
    const { columns, from } = projection;
    const rows = await tx.query<NotificationRow & { user_id: number }>(
      `SELECT ${columns}, n.user_id ${from} WHERE n.id = ANY ($1::int[])`,
      [ids],
    );
    return rows.map(toDto);
  }

  /** Marks a user's notifications as read, all or those named; returns how many are still unread. */
  async markRead(tx: Tx, userId: number, ids: readonly number[] | undefined): Promise<number> {
    await this.updateNotifications(
      tx,
      'read_at = now()',
      'user_id = $1 AND read_at IS NULL AND dismissed_at IS NULL AND ($2::int[] IS NULL OR id = ANY ($2))',
      [userId, ids ?? null],
    );
    return this.countUnread(tx, userId);
  }

  /** Dismisses a user's notifications or, with false, returns them to the inbox; returns how many are unread. */
  async setDismissed(tx: Tx, userId: number, ids: readonly number[], dismissed: boolean): Promise<number> {
    await this.updateNotifications(
      tx,
      `dismissed_at = ${dismissed ? 'now()' : 'NULL'}`,
      `user_id = $1 AND id = ANY ($2::int[]) AND dismissed_at IS ${dismissed ? '' : 'NOT '}NULL`,
      [userId, ids],
    );
    return this.countUnread(tx, userId);
  }

  private async countUnread(tx: Tx, userId: number): Promise<number> {
    const [found] = await tx.query<{ unread: number }>(
      `SELECT count(*)::int AS unread FROM notifications
       WHERE user_id = $1 AND read_at IS NULL AND dismissed_at IS NULL`,
      [userId],
    );
    return found?.unread ?? 0;
  }

  /** Updates in the order of ids: events update several lines at the same time. */
  private async updateNotifications(
    tx: Tx,
    set: string,
    condition: string,
    params: unknown[],
  ): Promise<void> {
    await tx.execute(
      `WITH locked AS (SELECT id FROM notifications WHERE ${condition} ORDER BY id FOR UPDATE)
       UPDATE notifications n SET ${set} FROM locked l WHERE n.id = l.id`,
      params,
    );
  }
}
