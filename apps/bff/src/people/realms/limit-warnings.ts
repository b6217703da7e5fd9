import { Injectable } from '@nestjs/common';
import { type NotificationDraft, TimedNotifications } from '../../messages';
import type { Tx } from '../../platform/database/transactions';
import { isRealmOpenSql } from '../../platform/realm-scope/realm-status.repository';

/** Most limits that one transaction handles. */
const MAX_ROWS = 500;

/** A limit that was crossed, upwards or downwards. */
type CrossedLimit = {
  realm_id: number;
  kind: 'tasks' | 'logins';
  used: number;
  maximum: number;
  /** The threshold of the last warning: 90 or 100 percent, 0 for none. */
  before: number;
  /** The threshold from now on. */
  percent: number;
};

/** Warns realms that have reached 90 or 100 percent of a limit, once per crossing. */
@Injectable()
export class LimitWarnings {
  constructor(timed: TimedNotifications) {
    timed.register(async (tx) => {
      const crossed = await this.findCrossed(tx);
      await this.save(tx, crossed);
      return crossed.filter(({ percent, before }) => percent > before).map(toDraft);
    });
  }

  /**
   * Limits whose usage has crossed 90 or 100 percent, upwards or downwards. A warning clears once usage drops 10 points
   * below its threshold, so that a realm at its limit isn't warned with every task.
   */
  private findCrossed(tx: Tx): Promise<CrossedLimit[]> {
    return tx.query<CrossedLimit>(
      `SELECT s.* FROM (
         SELECT r.id AS realm_id, l.kind, l.used, l.maximum, coalesce(w.percent, 0) AS before,
           CASE WHEN l.maximum = 0 THEN 0
             WHEN l.used >= l.maximum OR (w.percent = 100 AND l.used >= l.maximum * 0.9) THEN 100
             WHEN l.used >= l.maximum * 0.9 OR (w.percent IS NOT NULL AND l.used >= l.maximum * 0.8) THEN 90
             ELSE 0 END AS percent
         FROM realms r CROSS JOIN LATERAL (VALUES ('tasks', r.active_tasks, r.max_tasks), ('logins', r.login_count,
           r.max_logins)) AS l(kind, used, maximum)
         LEFT JOIN limit_warnings w ON w.realm_id = r.id AND w.kind = l.kind
         WHERE ${isRealmOpenSql('r')}) s
       WHERE s.percent <> s.before LIMIT ${MAX_ROWS}`,
    );
  }

  /** Saves the thresholds that realms were warned about. */
  private async save(tx: Tx, limits: readonly CrossedLimit[]): Promise<void> {
    if (limits.length === 0) return;
    await tx.execute(
      `WITH crossed AS (
         SELECT * FROM jsonb_to_recordset($1::jsonb) AS c(realm_id int, kind text, percent int)),
       below AS (
         DELETE FROM limit_warnings w USING crossed c
         WHERE w.realm_id = c.realm_id AND w.kind = c.kind AND c.percent = 0)
       INSERT INTO limit_warnings (realm_id, kind, percent)
       SELECT realm_id, kind, percent FROM crossed WHERE percent > 0
       ON CONFLICT (realm_id, kind) DO UPDATE SET percent = excluded.percent, at = now()`,
      [JSON.stringify(limits)],
    );
  }
}

function toDraft({ realm_id, kind, used, maximum }: CrossedLimit): NotificationDraft {
  return {
    topic: 'limit_warning',
    realm_id,
    kind: `${kind === 'tasks' ? 'task' : 'login'}_limit_${used >= maximum ? 'reached' : 'near'}` as const,
    params: { used, maximum },
    path: '/dashboard',
  };
}
