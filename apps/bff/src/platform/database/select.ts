import { notFound } from '../errors/api-error';
import { COUNT_CAP, type ListQuery, type Page, type Pagination } from '../http/list-query';
import { checkIfMatch } from '../http/versions';
import type { Conditions } from './conditions';
import type { Tx } from './transactions';

/** How a resource is read: SQL of its columns, its source and its version. */
export type Projection = { what: string; columns: string; from: string; version: string };

/** A row as the API returns it, with the version behind its ETag. */
export type Found<T> = { version: number; row: T };

/** A page of a list with the total number of rows, counted to one past the cap. */
export async function selectPage<T>(
  tx: Tx,
  { columns, from }: Pick<Projection, 'columns' | 'from'>,
  where: Conditions,
  pagination: Pagination,
): Promise<Page<T>> {
  const rows = await tx.query<T>(
    `SELECT ${columns} ${from} WHERE ${where.sql} ORDER BY ${pagination.orderBy} LIMIT ${pagination.limit} OFFSET ${pagination.offset}`,
    where.params,
  );
  if (pagination.offset === 0 && rows.length < pagination.limit) return { rows, total: rows.length };
  return { rows, total: await countRows(tx, { from }, where) };
}

/** How the rows of a list are paged by cursor: the column of their ids, and an id in a cursor. */
export interface CursorPaging<T> {
  column: string;
  /** @throws 400 VALIDATION for a cursor that no list gave */
  decode: (cursor: string) => number | string;
  encode: (row: T) => string;
}

/** A page by number when the query has one, else by cursor, which is as fast for the last rows as for the first. */
export async function selectPageOrNext<T>(
  tx: Tx,
  projection: Pick<Projection, 'columns' | 'from'>,
  where: Conditions,
  pagination: Pagination,
  { page, cursor }: Pick<ListQuery, 'page' | 'cursor'>,
  { column, decode, encode }: CursorPaging<T>,
): Promise<Page<T>> {
  if (page !== undefined) return selectPage<T>(tx, projection, where, pagination);
  const total = cursor ? await countRows(tx, projection, where) : undefined;
  if (cursor) where.add(`${column} ${pagination.descending ? '<' : '>'} ${where.param(decode(cursor))}`);
  const rest = await selectPage<T>(tx, projection, where, { ...pagination, offset: 0 });
  const last = rest.total > rest.rows.length ? rest.rows.at(-1) : undefined;
  return { rows: rest.rows, total: total ?? rest.total, nextCursor: last ? encode(last) : null };
}

/** The total number of rows of a list, counted to one past the cap. */
async function countRows(tx: Tx, { from }: Pick<Projection, 'from'>, where: Conditions): Promise<number> {
  const [counted] = await tx.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM (SELECT 1 ${from} WHERE ${where.sql} LIMIT ${COUNT_CAP + 1}) counted`,
    where.params,
  );
  return counted?.total ?? 0;
}

/** The row that meets a condition. @throws 404 when the transaction's scope has none */
export async function selectOne<T>(
  tx: Tx,
  { what, columns, from, version }: Projection,
  condition: string,
  params: unknown[],
): Promise<Found<T>> {
  const [found] = await tx.query<T & { row_version: number }>(
    `SELECT ${columns}, ${version} AS row_version ${from} WHERE ${condition}`,
    params,
  );
  if (!found) throw notFound(what);
  const { row_version, ...row } = found;
  return { version: row_version, row: row as T };
}

/** @throws 412 STALE with the current row when `If-Match` names another version */
export const checkFoundVersion = (ifMatch: string | undefined, found: Found<unknown>): void =>
  checkIfMatch(ifMatch, found, found.row);

/**
 * Locks a row that is about to be changed or deleted, and reads it. `table` must not come from a request.
 *
 * @throws 404 when `read` finds none, or 412 when `If-Match` names another version
 */
export async function lockFound<F extends Found<unknown>>(
  tx: Tx,
  table: string,
  id: number,
  read: (tx: Tx, id: number) => Promise<F>,
  ifMatch?: string,
): Promise<F> {
  await tx.execute(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
  const found = await read(tx, id);
  checkFoundVersion(ifMatch, found);
  return found;
}

/** Counts by kind: the columns of the statement are the kinds. */
export async function countUses(tx: Tx, sql: string, params: unknown[]): Promise<Record<string, number>> {
  const [counts] = await tx.query<Record<string, number>>(sql, params);
  return counts ?? {};
}
