import { Injectable } from '@nestjs/common';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';

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
