import { Conditions } from '../../platform/database/conditions';
import type { Projection } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { BulkOperationDto, BulkRequest, BulkResult, BulkResultsQuery, BulkState } from './bulk.dto';

/** An operation as it is answered; `reasons` by code, without words. */
export const operationProjection: Projection = {
  what: 'Bulk operation',
  columns: `o.id, o.realm_id, o.user_id, o.who, o.command, o.state, o.total, o.done, o.passed_over,
    coalesce((SELECT json_agg(json_build_object('code', g.result, 'count', g.n) ORDER BY g.n DESC, g.result) FROM (
      SELECT i.result, count(*)::int AS n FROM bulk_items i
      WHERE i.operation_id = o.id AND i.result <> 'done' GROUP BY i.result) g), '[]') AS reasons,
    o.created_at, o.updated_at, o.finished_at`,
  from: 'FROM bulk_operations o',
  version: 'o.version',
};

/** The tasks of one operation, each with what came of it. */
export const resultsProjection: Projection = {
  what: 'Bulk result',
  columns: "i.task_id, coalesce(i.result, 'pending') AS result, i.copy_id, t.name",
  from: 'FROM bulk_items i LEFT JOIN tasks t ON t.realm_id = i.realm_id AND t.id = i.task_id',
  version: '1',
};
export const resultSorts = { task_id: 'i.task_id' };

/** The WHERE of an operation's results. */
export function resultConditions(operationId: number, query: BulkResultsQuery): Conditions {
  return new Conditions()
    .equal('i.operation_id', operationId)
    .texts("coalesce(i.result, 'pending')", query.result, 'result');
}

/** Writes down an operation over these tasks; answers its id. */
export async function insertOperation(
  tx: Tx,
  realmId: number,
  { command, change, copy }: BulkRequest,
  taskIds: readonly number[],
): Promise<number> {
  const { userId, label } = tx.scope.actor;
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO bulk_operations (realm_id, user_id, who, command, change, copy, total)
     VALUES ($1, $2, left($3, 320), $4, $5, $6, $7) RETURNING id`,
    [
      realmId,
      userId,
      label,
      command,
      change && JSON.stringify(change),
      copy && JSON.stringify(copy),
      taskIds.length,
    ],
  );
  if (!row) throw new Error('an insert answers its id');
  await tx.execute(
    'INSERT INTO bulk_items (realm_id, operation_id, task_id) SELECT $1, $2, id FROM unnest($3::int[]) AS id',
    [realmId, row.id, taskIds],
  );
  return row.id;
}

/** What working on an operation needs to know of it. */
export interface OperationRow extends BulkRequest {
  id: number;
  realm_id: number;
  user_id: number | null;
  who: string;
  state: BulkState;
}

/** Locks an operation, so that it is worked on once at a time and an abort comes between two parts. */
export async function lockOperation(tx: Tx, id: number): Promise<OperationRow | undefined> {
  const [row] = await tx.query<OperationRow>(
    'SELECT id, realm_id, user_id, who, command, change, copy, state FROM bulk_operations WHERE id = $1 FOR UPDATE',
    [id],
  );
  return row;
}

/** Aborts a realm's operations that are not finished; answers their ids. */
export async function abortOperations(tx: Tx, realmId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `UPDATE bulk_operations SET state = 'aborted', finished_at = now()
     WHERE realm_id = $1 AND state IN ('queued', 'running') RETURNING id`,
    [realmId],
  );
  return rows.map(({ id }) => id);
}

/** A task that is still to be done. `waits_s`: seconds since its worker was asked to let go; null when it wasn't. */
export interface PendingItem {
  task_id: number;
  waits_s: number | null;
}

/** The next tasks of an operation: those that nothing was done to first. */
export function nextItems(tx: Tx, operationId: number, limit: number): Promise<PendingItem[]> {
  return tx.query<PendingItem>(
    `SELECT task_id, extract(epoch FROM now() - waits_since)::float8 AS waits_s FROM bulk_items
     WHERE operation_id = $1 AND result IS NULL ORDER BY waits_since NULLS FIRST, task_id LIMIT ${limit}`,
    [operationId],
  );
}

/** Writes down what came of tasks, and which of them wait for their worker now. */
export async function saveResults(
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
    'UPDATE bulk_items SET waits_since = now() WHERE operation_id = $1 AND task_id = ANY ($2::int[]) AND waits_since IS NULL',
    [operationId, waiting],
  );
}

/** Counts results on, and ends the operation when none is left; answers whether it goes on. */
export async function countResults(
  tx: Tx,
  operationId: number,
  results: readonly BulkResult[],
): Promise<boolean> {
  const done = results.filter(({ result }) => result === 'done').length;
  const [row] = await tx.query<{ goes_on: boolean }>(
    `UPDATE bulk_operations SET done = done + $2, passed_over = passed_over + $3,
       state = CASE WHEN done + passed_over + $2 + $3 = total THEN 'done' ELSE 'running' END,
       finished_at = CASE WHEN done + passed_over + $2 + $3 = total THEN now() END
     WHERE id = $1 RETURNING state = 'running' AS goes_on`,
    [operationId, done, results.length - done],
  );
  return row?.goes_on ?? false;
}

/** The live stream's rows. */
export function readLiveOperations(tx: Tx, ids: readonly number[]): Promise<BulkOperationDto[]> {
  const { columns, from } = operationProjection;
  return tx.query(`SELECT ${columns} ${from} WHERE o.id = ANY ($1::int[])`, [ids]);
}
