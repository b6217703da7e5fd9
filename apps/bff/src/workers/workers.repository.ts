import { Injectable } from '@nestjs/common';
import { isAdministratorSql } from '../platform/auth/user.entity';
import { Conditions } from '../platform/database/conditions';
import { textOrder } from '../platform/database/display-names';
import { RowReader, type RowSource } from '../platform/database/row-reader';
import { insertRow } from '../platform/database/row-writes';
import type { Tx } from '../platform/database/transactions';
import { WorkerToken } from './worker.entity';
import {
  type WorkerDto,
  type WorkerListQuery,
  workerStatuses,
  type WorkerTokenDto,
  type WorkerTokenListQuery,
} from './workers.dto';

/**
 * A worker as it was last seen. Only leasing writes its row, so it has no version column: its ETag covers what people see,
 * except heartbeats and the number of tasks.
 */
const workerSource: RowSource<WorkerListQuery> = {
  what: 'Worker',
  table: 'workers',
  columns: `w.id, w.name, w.token_id, w.version, s.site_ids, k.realm_ids, w.capacity, w.last_seen_at, w.created_at, n.leased, f.lost,
    f.status`,
  from: `FROM workers w
    LEFT JOIN worker_tokens k ON k.id = w.token_id
    CROSS JOIN LATERAL (SELECT CASE WHEN w.site_ids IS NULL THEN k.site_ids WHEN k.site_ids IS NULL THEN w.site_ids
      ELSE ARRAY(SELECT unnest(w.site_ids) INTERSECT SELECT unnest(k.site_ids) ORDER BY 1) END AS site_ids) s
    CROSS JOIN LATERAL (SELECT leases_of(w.id) AS leased) n
    CROSS JOIN LATERAL (SELECT worker_lost(w) AS lost) l
    CROSS JOIN LATERAL (SELECT l.lost, CASE WHEN l.lost THEN 'lost' WHEN NOT w.draining THEN 'active'
      WHEN n.leased > 0 THEN 'draining' ELSE 'ended' END AS status) f`,
  id: 'w.id',
  version:
    'hashtext(ROW(w.name, w.version, s.site_ids, k.realm_ids, w.capacity, f.status)::text) & 2147483647',
  filter: (query) =>
    new Conditions()
      .words('f.status', query.status, 'status', workerStatuses)
      .ids('w.token_id', query.token_id, 'token_id')
      .search(['w.name'], query.q),
  sorts: {
    name: textOrder('w.name'),
    status: 'f.status',
    last_seen_at: 'w.last_seen_at',
    created_at: 'w.created_at',
  },
  defaultSort: 'name',
};

/** A worker token, without the token. */
const tokenSource: RowSource<WorkerTokenListQuery> = {
  what: 'Worker token',
  table: 'worker_tokens',
  columns: 'k.id, k.name, k.realm_ids, k.site_ids, k.last_used_at, k.created_at, k.revoked_at',
  from: 'FROM worker_tokens k',
  id: 'k.id',
  version: 'k.version',
  filter: ({ q, revoked }) => {
    const where = new Conditions().search(['k.name'], q);
    return revoked === undefined ? where : where.add(`k.revoked_at IS ${revoked ? 'NOT NULL' : 'NULL'}`);
  },
  sorts: { name: textOrder('k.name'), last_used_at: 'k.last_used_at', created_at: 'k.created_at' },
  defaultSort: 'name',
};

/** Reads workers. */
@Injectable()
export class WorkersRepository extends RowReader<WorkerDto, WorkerListQuery> {
  constructor() {
    super(workerSource);
  }
}

/** Reads and writes worker tokens. */
@Injectable()
export class WorkerTokensRepository extends RowReader<WorkerTokenDto, WorkerTokenListQuery> {
  constructor() {
    super(tokenSource);
  }

  /** Returns the new token's id. */
  insertToken(
    tx: Tx,
    values: Pick<WorkerToken, 'name' | 'token_hash' | 'realm_ids' | 'site_ids'>,
  ): Promise<number> {
    return insertRow(tx, WorkerToken, { ...values, created_by: tx.scope.actor.userId });
  }

  async revoke(tx: Tx, id: number): Promise<void> {
    await tx.execute('UPDATE worker_tokens SET revoked_at = now() WHERE id = $1', [id]);
  }

  /**
   * Revokes the tokens that a user created unless they are still an enabled administrator; with `all`, in any case. Returns
   * those that it revoked.
   */
  revokeOfUser(
    tx: Tx,
    userId: number,
    { all }: { all: boolean },
  ): Promise<Pick<WorkerToken, 'id' | 'name'>[]> {
    return tx.query(
      `UPDATE worker_tokens SET revoked_at = now()
       WHERE created_by = $1 AND revoked_at IS NULL AND ($2 OR NOT ${isAdministratorSql('$1')})
       RETURNING id, name`,
      [userId, all],
    );
  }

  /** Whether all of these realms or sites exist. */
  async allExist(tx: Tx, table: 'realms' | 'sites', ids: readonly number[]): Promise<boolean> {
    const rows = await tx.query<{ id: number }>(
      `SELECT id FROM ${table} WHERE id = ANY ($1::int[]) AND deleted_at IS NULL`,
      [ids],
    );
    return rows.length >= ids.length;
  }
}
