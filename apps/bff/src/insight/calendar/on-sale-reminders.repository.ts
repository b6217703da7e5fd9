import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { FIRST_REHEARSAL_REALM } from '../../platform/realm-scope/realm-status.repository';

/** A reminder for one person. */
export type DueReminder = {
  user_id: number;
  realm_id: number | null;
  event_id: number;
  name: string;
  on_sale_at: Date;
  minutes: number;
};

const MAX_ROWS = 500;

/** Reads which reminders are due, by the database's clock. */
@Injectable()
export class OnSaleRemindersRepository {
  /**
   * Claims reminders that are due: the transaction that inserts the row sends it. Of several that are overdue, as after a
   * stop of all servers, only the latest is sent; none whose time was over when the person chose it, and none of the
   * made-up on-sales of rehearsals.
   */
  claimDue(tx: Tx): Promise<DueReminder[]> {
    return tx.query<DueReminder>(
      `WITH due AS (
         SELECT u.id AS user_id, u.realm_id, u.role, r.planned, e.id AS event_id, e.name, e.on_sale_at, min(m.minutes) AS minutes
         FROM on_sale_reminders r
         JOIN users u ON u.id = r.user_id AND u.status = 'active' AND (u.role = 'admin' OR u.realm_id IS NOT NULL)
         CROSS JOIN LATERAL unnest(r.minutes) AS m(minutes)
         JOIN events e ON e.on_sale_at > now() AND e.on_sale_at <= now() + make_interval(mins => m.minutes)
           AND e.on_sale_at >= r.updated_at + make_interval(mins => m.minutes)
           AND e.deleted_at IS NULL AND e.status <> 'closed'
           AND coalesce(e.created_by_realm_id, 0) < ${FIRST_REHEARSAL_REALM}
         GROUP BY u.id, r.user_id, e.id
       ), new AS (
         SELECT d.* FROM due d
         WHERE NOT EXISTS (SELECT FROM on_sale_reminders_sent s WHERE s.user_id = d.user_id AND s.event_id = d.event_id
             AND s.on_sale_at = d.on_sale_at AND s.minutes = d.minutes)
           AND (NOT d.planned
             OR EXISTS (SELECT FROM tasks t WHERE t.event_id = d.event_id AND t.deleted_at IS NULL
               AND (d.role = 'admin' OR t.realm_id = d.realm_id))
             OR EXISTS (SELECT FROM templates t WHERE t.event_id = d.event_id AND t.deleted_at IS NULL
               AND (d.role = 'admin' OR t.realm_id = d.realm_id)))
         ORDER BY d.on_sale_at, d.event_id, d.user_id LIMIT ${MAX_ROWS}
       ), claimed AS (
         INSERT INTO on_sale_reminders_sent (user_id, event_id, on_sale_at, minutes)
         SELECT user_id, event_id, on_sale_at, minutes FROM new
         ON CONFLICT DO NOTHING RETURNING user_id, event_id
       )
       SELECT n.user_id, n.realm_id, n.event_id, n.name, n.on_sale_at, n.minutes
       FROM new n JOIN claimed c ON c.user_id = n.user_id AND c.event_id = n.event_id
       ORDER BY n.on_sale_at, n.event_id, n.user_id`,
    );
  }

  /** Forgets reminders of on-sales that are over. */
  async removeOld(tx: Tx): Promise<void> {
    await tx.execute("DELETE FROM on_sale_reminders_sent WHERE on_sale_at < now() - interval '1 day'");
  }
}
