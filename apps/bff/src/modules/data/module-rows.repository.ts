import { Injectable } from '@nestjs/common';
import type { EntityReference } from '@tessera/domain/module-release';
import { Conditions } from '../../platform/database/conditions';
import {
  type CursorPaging,
  type Found,
  type Projection,
  selectOne,
  selectPageOrNext,
} from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import {
  decodeTextCursor,
  encodeTextCursor,
  type Page,
  type Pagination,
} from '../../platform/http/list-query';
import type { ModuleRow } from './module-row.entity';
import type { ModuleRowDto, ModuleRowListQuery } from './module-rows.dto';

/** Whose rows, and of which kind. */
export type RowKind = { module: string; entity: string };

/** Where a row is within a realm. */
export type RowKey = RowKind & { id: string };

/** What a request says of a row. */
export type RowContent = Pick<
  ModuleRow,
  'data' | 'index1' | 'index2' | 'task_id' | 'job_id' | 'login_id' | 'ticket_id'
>;

/** The tables that rows may refer to. */
const tables: Readonly<Record<EntityReference, string>> = {
  task: 'tasks',
  job: 'jobs',
  login: 'logins',
  ticket: 'tickets',
};

const projection: Projection = {
  what: 'Row',
  columns: `r.id, r.data, r.task_id, r.job_id, r.login_id, r.ticket_id, r.created_at, r.updated_at, r.version`,
  from: 'FROM module_rows r',
  version: 'r.version',
};

/**
 * SQL that is true for rows that refer to nothing or to what isn't deleted. Values instead of EXISTS, for which the database
 * might read all tasks of the realm first.
 */
const visible = `(r.task_id IS NULL OR (SELECT t.deleted_at IS NULL FROM tasks t WHERE t.id = r.task_id))
  AND (r.job_id IS NULL OR (SELECT j.deleted_at IS NULL FROM jobs j WHERE j.id = r.job_id))
  AND (r.login_id IS NULL OR (SELECT l.deleted_at IS NULL FROM logins l WHERE l.id = r.login_id))
  AND (r.ticket_id IS NULL OR (SELECT k.deleted_at IS NULL FROM tickets k WHERE k.id = r.ticket_id))`;

const isRow = 'r.module = $1 AND r.entity = $2 AND r.id = $3';

const insert = `
  INSERT INTO module_rows (realm_id, module, entity, id, data, index1, index2, task_id, job_id, login_id, ticket_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (realm_id, module, entity, id)`;

const valuesOf = (realmId: number, { module, entity, id }: RowKey, content: RowContent): unknown[] => [
  ...[realmId, module, entity, id, JSON.stringify(content.data), content.index1, content.index2],
  ...[content.task_id, content.job_id, content.login_id, content.ticket_id],
];

export const rowSorts = { id: 'r.id' };

const paging: CursorPaging<ModuleRowDto> = {
  column: 'r.id',
  decode: decodeTextCursor,
  encode: ({ id }) => encodeTextCursor(id),
};

/** Reads and writes the rows of modules in the realm of the transaction. */
@Injectable()
export class ModuleRowsRepository {
  async listRows(
    tx: Tx,
    { module, entity }: RowKind,
    query: ModuleRowListQuery,
    pagination: Pagination,
  ): Promise<Page<ModuleRowDto>> {
    const where = new Conditions()
      .equal('r.module', module)
      .equal('r.entity', entity)
      .equal('r.index1', query.index1)
      .equal('r.index2', query.index2);
    for (const field of ['task_id', 'job_id', 'login_id', 'ticket_id'] as const)
      where.ids(`r.${field}`, query[field], field);
    where.add(visible);
    return selectPageOrNext<ModuleRowDto>(tx, projection, where, pagination, query, paging);
  }

  /** @throws 404 when there is none, or what it refers to is deleted */
  readRow(tx: Tx, { module, entity, id }: RowKey): Promise<Found<ModuleRowDto>> {
    return selectOne(tx, projection, `${isRow} AND ${visible}`, [module, entity, id]);
  }

  async lock(tx: Tx, { module, entity, id }: RowKey): Promise<void> {
    await tx.execute(`SELECT FROM module_rows r WHERE ${isRow} FOR UPDATE`, [module, entity, id]);
  }

  /** Whether what a row is to refer to is in the realm and not deleted. */
  async hasReferenced(tx: Tx, of: EntityReference, id: number): Promise<boolean> {
    const sql = `SELECT FROM ${tables[of]} WHERE id = $1 AND deleted_at IS NULL`;
    return (await tx.query(sql, [id])).length > 0;
  }

  /** Adds the row, or replaces it where there is one. */
  async writeRow(tx: Tx, realmId: number, key: RowKey, content: RowContent): Promise<void> {
    await tx.execute(
      `${insert} DO UPDATE SET data = excluded.data, index1 = excluded.index1, index2 = excluded.index2,
         task_id = excluded.task_id, job_id = excluded.job_id, login_id = excluded.login_id, ticket_id = excluded.ticket_id`,
      valuesOf(realmId, key, content),
    );
  }

  /** Adds the row; false where there is one. */
  async addRow(tx: Tx, realmId: number, key: RowKey, content: RowContent): Promise<boolean> {
    const added = await tx.query(`${insert} DO NOTHING RETURNING id`, valuesOf(realmId, key, content));
    return added.length > 0;
  }

  async removeRow(tx: Tx, { module, entity, id }: RowKey): Promise<void> {
    await tx.execute(`DELETE FROM module_rows r WHERE ${isRow}`, [module, entity, id]);
  }
}
