import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { DatedDraft, NotificationDraft } from './notification-draft';

/** Channel that announces pending notifications. */
export const PENDING_CHANNEL = 'tessera_pending';
/** The advisory lock for writing the lines of groups; no other lock uses this number. */
const LINES_LOCK = 7_355_612;

/** Notifications that are appended by many transactions at once, and counted by one at a time. */
@Injectable()
export class PendingNotificationsRepository {
  /** Appends drafts, and wakes the processes that count them once the transaction commits. */
  async append(tx: Tx, drafts: readonly NotificationDraft[]): Promise<void> {
    await tx.queryPrepared(
      `WITH added AS (
         INSERT INTO pending_notifications (realm_id, draft)
         SELECT (d ->> 'realm_id')::int, d FROM jsonb_array_elements($1::jsonb) AS e(d) RETURNING 1)
       SELECT pg_notify('${PENDING_CHANNEL}', '') FROM (SELECT count(*) FROM added) counted`,
      [JSON.stringify(drafts)],
    );
  }

  /** Locks the lines of groups until the transaction ends. */
  async lock(tx: Tx): Promise<void> {
    await tx.execute('SELECT pg_advisory_xact_lock($1)', [LINES_LOCK]);
  }

  /** As `lock`; false while another transaction has them. */
  async tryLock(tx: Tx): Promise<boolean> {
    const [lock] = await tx.query<{ locked: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      LINES_LOCK,
    ]);
    return lock?.locked ?? false;
  }

  /** Takes up to `limit` pending drafts in the order in which they happened. The lines must be locked. */
  async take(tx: Tx, limit: number): Promise<DatedDraft[]> {
    const rows = await tx.query<{ draft: NotificationDraft; at: Date }>(
      `WITH taken AS (
         DELETE FROM pending_notifications WHERE id IN (SELECT id FROM pending_notifications WHERE at <= clock_timestamp() ORDER BY id LIMIT $1)
         RETURNING id, draft, at)
       SELECT draft, at FROM taken ORDER BY id`,
      [limit],
    );
    return rows.map(({ draft, at }) => ({ ...draft, at }));
  }
}
