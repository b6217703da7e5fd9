import { Injectable } from '@nestjs/common';
import { cutText } from '@tessera/domain';
import { liveServiceTokenSql } from '../../platform/auth/service-token-accounts';
import { Conditions } from '../../platform/database/conditions';
import { type Found, type Projection, selectOne, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import type { BulkItem, BulkOperationDto, BulkRequest, BulkResult, BulkResultsQuery } from './bulk.dto';
import { BulkOperation } from './bulk-operation.entity';
import { bulkReason } from './bulk-reasons';

/** An operation; its `reasons` are codes without text. */
const operationProjection: Projection = {
  what: 'Bulk operation',
  columns: `o.id, o.realm_id, o.user_id, o.who, o.command, o.state, o.total, o.done, o.passed_over,
    coalesce((SELECT json_agg(json_build_object('code', g.result, 'count', g.n) ORDER BY g.n DESC, g.result) FROM (
      SELECT i.result, count(*)::int AS n FROM bulk_items i
      WHERE i.operation_id = o.id AND i.result <> 'done' GROUP BY i.result) g), '[]') AS reasons,
    o.created_at, o.updated_at, o.finished_at`,
  from: 'FROM bulk_operations o',
  version: 'o.version',
};

/** The tasks of an operation with their results. */
const resultsProjection: Projection = {
  what: 'Bulk result',
  columns: "i.task_id, coalesce(i.result, 'pending') AS result, i.copy_id, t.name",
  from: 'FROM bulk_items i LEFT JOIN tasks t ON t.realm_id = i.realm_id AND t.id = i.task_id',
  version: '1',
};
const resultSorts = { task_id: 'i.task_id' };

/** The columns of an operation that its batches need. */
export type OperationRow = BulkRequest &
  Pick<BulkOperation, 'id' | 'realm_id' | 'user_id' | 'who' | 'state'> & {
    /** It was requested with a service token that has ended since. */
    is_ended: boolean;
  };

/** A task without a result. `waits_s`: seconds since its worker got the command to release it; null without one. */
export interface PendingItem {
  task_id: number;
  waits_s: number | null;
}

/** Reads and writes bulk operations, their tasks and results. */
@Injectable()
export class BulkRepository {
  /** @throws 404 when the scope doesn't see the operation */
  async get(tx: Tx, id: number): Promise<Found<BulkOperationDto>> {
    const { version, row } = await selectOne<BulkOperationDto>(tx, operationProjection, 'o.id = $1', [id]);
    return { version, row: withReasonTexts(row) };
  }

  /** The live stream's rows. */
  async readLive(tx: Tx, ids: readonly number[]): Promise<BulkOperationDto[]> {
    const { columns, from } = operationProjection;
    const rows = await tx.query<BulkOperationDto>(`SELECT ${columns} ${from} WHERE o.id = ANY ($1::int[])`, [
      ids,
    ]);
    return rows.map(withReasonTexts);
  }

  /** A page of an operation's results, by task. */
  async listResults(tx: Tx, operationId: number, query: BulkResultsQuery): Promise<ListResponse<BulkItem>> {
    const pagination = readPagination(query, resultSorts, 'task_id', 'i.task_id');
    const where = new Conditions()
      .equal('i.operation_id', operationId)
      .texts("coalesce(i.result, 'pending')", query.result, 'result');
    return { pagination, page: await selectPage<BulkItem>(tx, resultsProjection, where, pagination) };
  }

  /** Inserts an operation over these tasks; returns its id. */
  async insertOperation(
    tx: Tx,
    realmId: number,
    { command, change, copy, override_claims, replace_records }: BulkRequest,
    taskIds: readonly number[],
  ): Promise<number> {
    const { userId, label } = tx.scope.actor;
    const operation = tx.manager.create(BulkOperation, {
      realm_id: realmId,
      user_id: userId,
      who: cutText(label, 320),
      command,
      change,
      copy,
      override_claims,
      replace_records,
      total: taskIds.length,
    });
    await tx.manager.insert(BulkOperation, operation);
    await tx.execute(
      'INSERT INTO bulk_items (realm_id, operation_id, task_id) SELECT $1, $2, id FROM unnest($3::int[]) AS id',
      [realmId, operation.id, taskIds],
    );
    return operation.id;
  }

  /** Locks an operation, so that one batch runs at a time and an abort takes effect between two batches. */
  async lock(tx: Tx, id: number): Promise<OperationRow | undefined> {
    const [row] = await tx.query<OperationRow>(
      `SELECT id, realm_id, user_id, who, command, change, copy, override_claims, replace_records, state,
         EXISTS (SELECT FROM users u JOIN service_tokens k ON k.id = u.service_token_id
           WHERE u.id = user_id AND NOT (${liveServiceTokenSql})) AS is_ended
       FROM bulk_operations WHERE id = $1 FOR UPDATE`,
      [id],
    );
    return row;
  }

  async abort(tx: Tx, id: number): Promise<void> {
    await tx.execute("UPDATE bulk_operations SET state = 'aborted', finished_at = now() WHERE id = $1", [id]);
  }

  /** Aborts a realm's operations that are not finished; returns their ids. */
  async abortOfRealm(tx: Tx, realmId: number): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      `UPDATE bulk_operations SET state = 'aborted', finished_at = now()
       WHERE realm_id = $1 AND state IN ('queued', 'running') RETURNING id`,
      [realmId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Aborts a user's operations that are not finished unless the user may still command tasks of their realms, by role or duty
   * (which another role never keeps); with `all`, in any case. Returns those that it aborted.
   */
  abortOfUser(
    tx: Tx,
    userId: number,
    { all }: { all: boolean },
  ): Promise<Pick<BulkOperation, 'id' | 'realm_id'>[]> {
    return tx.query(
      `UPDATE bulk_operations o SET state = 'aborted', finished_at = now()
       WHERE o.user_id = $1 AND o.state IN ('queued', 'running') AND ($2 OR NOT EXISTS (
         SELECT FROM users m WHERE m.id = $1 AND m.status = 'active'
           AND (m.role = 'admin' OR m.realm_id = o.realm_id AND (m.role = 'realm_owner'
             OR m.duties @> CASE WHEN o.command LIKE 'mark%bought' THEN '{launch,pay}'::text[] ELSE '{launch}' END))))
       RETURNING o.id, o.realm_id`,
      [userId, all],
    );
  }

  /** The next tasks of an operation; those that wait for a worker come last. */
  findNextItems(tx: Tx, operationId: number, limit: number): Promise<PendingItem[]> {
    return tx.query<PendingItem>(
      `SELECT task_id, extract(epoch FROM now() - waits_since)::float8 AS waits_s FROM bulk_items
       WHERE operation_id = $1 AND result IS NULL ORDER BY waits_since NULLS FIRST, task_id LIMIT ${limit}`,
      [operationId],
    );
  }

  /** Writes the results of tasks, and which tasks wait for their worker now. */
  async saveResults(
    tx: Tx,
    operationId: number,
    results: readonly BulkResult[],
    waiting: readonly number[],
  ): Promise<void> {
    await tx.execute(
      `UPDATE bulk_items i SET result = n.result, copy_id = n.copy_id
       FROM jsonb_to_recordset($2::jsonb) AS n(task_id int, result text, copy_id int)
       WHERE i.operation_id = $1 AND i.task_id = n.task_id`,
      [operationId, JSON.stringify(results)],
    );
    if (waiting.length === 0) return;
    await tx.execute(
      `UPDATE bulk_items SET waits_since = now()
       WHERE operation_id = $1 AND task_id = ANY ($2::int[]) AND waits_since IS NULL`,
      [operationId, waiting],
    );
  }
}

const withReasonTexts = (operation: BulkOperationDto): BulkOperationDto => ({
  ...operation,
  reasons: operation.reasons.map(({ code, count }) => bulkReason(operation.command, code, count)),
});
