import { Injectable } from '@nestjs/common';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import type { ImpactDto, ImpactRealm } from './impact.dto';

/** What can be switched off, closed or revoked, and which tasks (alias `t`) depend on it. */
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

interface Group {
  realm_id: number;
  realm_name: string;
  status: string;
  tasks: number;
}

/** Counts what a switch would stop, within the caller's scope. */
@Injectable()
export class ImpactService {
  constructor(private readonly transactions: Transactions) {}

  /** 404 when there is no such row in the scope. */
  of(scope: Scope, kind: ImpactKind, id: number): Promise<ImpactDto> {
    return this.transactions.read(scope, async (tx) => {
      await checkPresent(tx, kind, id);
      const unfinished = `t.unfinished AND t.deleted_at IS NULL AND ${kinds[kind].tasks}`;
      const groups = await tx.query<Group>(
        `SELECT t.realm_id, r.name AS realm_name, t.status, count(*)::int AS tasks
         FROM tasks t JOIN realms r ON r.id = t.realm_id WHERE ${unfinished} GROUP BY 1, 2, 3`,
        [id],
      );
      const [held] = await tx.query<{ seats: number }>(
        `SELECT count(*)::int AS seats FROM holds h JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id
         WHERE h.status = 'held' AND h.expires_at > now() AND ${unfinished}`,
        [id],
      );
      return {
        tasks: sum(groups),
        by_status: totals(groups, ({ status }) => status),
        held_seats: held?.seats ?? 0,
        realms: byRealm(groups),
      };
    });
  }
}

async function checkPresent(tx: Tx, kind: ImpactKind, id: number): Promise<void> {
  const { what, table } = kinds[kind];
  const present = kind === 'worker_token' ? 'revoked_at IS NULL' : 'deleted_at IS NULL';
  const rows = await tx.query(`SELECT FROM ${table} WHERE id = $1 AND ${present}`, [id]);
  if (rows.length === 0) throw notFound(what);
}

const sum = (groups: readonly Group[]): number => groups.reduce((total, { tasks }) => total + tasks, 0);

const totals = (groups: readonly Group[], keyOf: (group: Group) => string): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(groups, keyOf)].map(([key, group]) => [key, sum(group)]));

function byRealm(groups: readonly Group[]): ImpactRealm[] {
  const realms = [...Map.groupBy(groups, ({ realm_id }) => realm_id)].flatMap(([id, group]) =>
    group[0] ? [{ id, name: group[0].realm_name, tasks: sum(group) }] : [],
  );
  return realms.sort((a, b) => b.tasks - a.tasks || a.id - b.id);
}
