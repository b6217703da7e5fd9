import { Injectable } from '@nestjs/common';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import type { PauseImpactDto } from './impact.dto';

/** What can be disabled, closed, suspended or revoked, and SQL of the tasks (alias `t`) that depend on it. */
const kinds = {
  site: { what: 'Site', table: 'sites', tasks: 't.site_id = $1' },
  realm: { what: 'Realm', table: 'realms', tasks: 't.realm_id = $1' },
  event: { what: 'Event', table: 'events', tasks: 't.event_id = $1' },
  login: { what: 'Login', table: 'logins', tasks: 't.login_id = $1' },
  worker_token: {
    what: 'Worker token',
    table: 'worker_tokens',
    tasks: 't.leased_by IN (SELECT w.id FROM workers w WHERE w.token_id = $1)',
  },
} as const;
export type ImpactKind = keyof typeof kinds;

/** The number of a realm's unfinished tasks with a status. */
export interface TaskCount {
  realm_id: number;
  realm_name: string;
  status: string;
  tasks: number;
}

const dependentTasks = (kind: ImpactKind) => `t.unfinished AND t.deleted_at IS NULL AND ${kinds[kind].tasks}`;

/** Counts the unfinished tasks that depend on a row, and the seats that they hold. */
@Injectable()
export class ImpactRepository {
  /** @throws 404 when the scope doesn't see the row, or it was deleted or revoked */
  async requireRow(tx: Tx, kind: ImpactKind, id: number): Promise<void> {
    const { what, table } = kinds[kind];
    const present = kind === 'worker_token' ? 'revoked_at IS NULL' : 'deleted_at IS NULL';
    const rows = await tx.query(`SELECT FROM ${table} WHERE id = $1 AND ${present}`, [id]);
    if (rows.length === 0) throw notFound(what);
  }

  /** Unfinished tasks, counted by realm and status. */
  countTasks(tx: Tx, kind: ImpactKind, id: number): Promise<TaskCount[]> {
    return tx.query<TaskCount>(
      `SELECT t.realm_id, r.name AS realm_name, t.status, count(*)::int AS tasks
       FROM tasks t JOIN realms r ON r.id = t.realm_id WHERE ${dependentTasks(kind)} GROUP BY 1, 2, 3`,
      [id],
    );
  }

  /** What a pause of the realm (null: of all) holds back: counted by the indexes of unfinished tasks and live holds. */
  async countPaused(tx: Tx, realmId: number | null): Promise<PauseImpactDto> {
    const [row] = await tx.query<PauseImpactDto>(
      `SELECT count(*) FILTER (WHERE t.status IN ('running', 'waiting_room'))::int AS running,
         count(*) FILTER (WHERE t.status = 'queued')::int AS queued,
         count(*) FILTER (WHERE t.status = 'scheduled' AND t.scheduled_at > now()
           AND t.scheduled_at <= now() + interval '1 hour')::int AS scheduled,
         count(*) FILTER (WHERE t.status = 'scheduled' AND t.scheduled_at <= now())::int AS overdue,
         (SELECT count(DISTINCT h.task_id)::int FROM holds h WHERE ${liveHoldSql('h')} AND ($1::int IS NULL OR h.realm_id = $1)) AS baskets,
         (SELECT min(h.expires_at) FROM holds h WHERE ${liveHoldSql('h')} AND ($1::int IS NULL OR h.realm_id = $1)) AS next_expiry
       FROM tasks t WHERE t.unfinished AND t.deleted_at IS NULL AND NOT t.paused AND ($1::int IS NULL OR t.realm_id = $1)`,
      [realmId],
    );
    if (!row) throw new Error('Counts have one row');
    return row;
  }

  /** The seats that these tasks hold now. */
  async countHeldSeats(tx: Tx, kind: ImpactKind, id: number): Promise<number> {
    const [held] = await tx.query<{ seats: number }>(
      `SELECT count(*)::int AS seats FROM holds h JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id
       WHERE ${liveHoldSql('h')} AND ${dependentTasks(kind)}`,
      [id],
    );
    return held?.seats ?? 0;
  }
}
