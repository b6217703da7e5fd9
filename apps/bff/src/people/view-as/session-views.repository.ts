import { Injectable } from '@nestjs/common';
import { viewedPersonSql } from '../../platform/auth/sessions.repository';
import type { Tx } from '../../platform/database/transactions';

/** How long a view lasts. */
const MINUTES = 30;

/** A session's view. */
export type SessionViewRow = {
  user_id: number | null;
  administrator: string;
  reason: string;
  ends_at: Date;
  has_ended: boolean;
};

/** A view that was ended, with how long the console was viewed. */
export type EndedView = { user_id: number | null; realm_id: number | null; seconds: number };

/** Reads and writes which person a session views the console as. */
@Injectable()
export class SessionViewsRepository {
  /** Begins a view of 30 minutes. False when the session has one. */
  async begin(
    tx: Tx,
    sessionId: string,
    { user_id, reason }: { user_id: number; reason: string },
  ): Promise<boolean> {
    const begun = await tx.execute(
      `INSERT INTO session_views (session_id, user_id, reason, ends_at)
       VALUES ($1, $2, $3, now() + make_interval(mins => $4)) ON CONFLICT (session_id) DO NOTHING`,
      [sessionId, user_id, reason, MINUTES],
    );
    return begun > 0;
  }

  async find(tx: Tx, sessionId: string): Promise<SessionViewRow | null> {
    const [row] = await tx.query<SessionViewRow>(
      `SELECT v.user_id, o.email AS administrator, v.reason, v.ends_at, p.id IS NULL AS has_ended
       FROM sessions s JOIN users o ON o.id = s.user_id ${viewedPersonSql}
       WHERE s.id = $1 AND v.session_id IS NOT NULL`,
      [sessionId],
    );
    return row ?? null;
  }

  /** Ends a session's view; null when it has none. */
  async end(tx: Tx, sessionId: string): Promise<EndedView | null> {
    const [ended] = await tx.query<EndedView>(
      `DELETE FROM session_views v WHERE v.session_id = $1
       RETURNING v.user_id, (SELECT u.realm_id FROM users u WHERE u.id = v.user_id) AS realm_id,
         round(extract(epoch FROM least(now(), v.ends_at) - v.started_at))::int AS seconds`,
      [sessionId],
    );
    return ended ?? null;
  }
}
