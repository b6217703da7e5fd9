import { type ListQuery, type ListResponse, readPagination, type SortSql } from '../http/list-query';
import type { Conditions } from './conditions';
import { findMatches, type SearchableTable } from './search-matches';
import { type Found, lockFound, type Projection, selectOne, selectPage } from './select';
import type { Tx } from './transactions';

/** Where a resource's rows come from, and how its list is filtered and sorted. SQL texts must not come from a request. */
export type RowSource<Query> = Projection & {
  /** The table whose row is locked for a change. */
  table: string;
  /** SQL of the row's id. */
  id: string;
  /** SQL that is true for the rows that are read, e.g. those that aren't deleted. */
  visible?: string;
  /** `found`: what `search` has found; undefined without it, null when that is too much to name. */
  filter: (query: Query, found?: readonly number[] | null) => Conditions;
  /** The table whose index a text is looked up in, and the text. */
  search?: { table: SearchableTable; text: (query: Query) => string | undefined };
  /** SQL of the fields that `sort` may name. */
  sorts: Readonly<Record<string, SortSql>>;
  defaultSort: string;
  /** Page size unless the query names one. */
  pageSize?: number;
};

/** Reads a resource: its list, one row, and a row that is about to change. */
export class RowReader<Row, Query extends ListQuery> {
  constructor(private readonly source: RowSource<Query>) {}

  async list(tx: Tx, query: Query): Promise<ListResponse<Row>> {
    const { id, visible, filter, search, sorts, defaultSort, pageSize } = this.source;
    const pagination = readPagination(query, sorts, defaultSort, id, pageSize);
    const where = filter(query, search && (await findMatches(tx, search.table, search.text(query))));
    if (visible) where.add(visible);
    return { pagination, page: await selectPage<Row>(tx, this.source, where, pagination) };
  }

  /** @throws 404 when the scope doesn't see the row */
  get(tx: Tx, id: number): Promise<Found<Row>> {
    return selectOne(tx, this.source, `${this.source.id} = $1 AND ${this.visible}`, [id]);
  }

  /** Locks the row and reads it. @throws 404, or 412 when `If-Match` names another version */
  lock(tx: Tx, id: number, ifMatch?: string): Promise<Found<Row>> {
    return lockFound(tx, this.source.table, id, (within, rowId) => this.get(within, rowId), ifMatch);
  }

  /** The rows with these ids, in no particular order; those that the scope doesn't see are left out. */
  findByIds(tx: Tx, ids: readonly number[]): Promise<Row[]> {
    const { columns, from, id } = this.source;
    return tx.query<Row>(`SELECT ${columns} ${from} WHERE ${id} = ANY ($1::int[]) AND ${this.visible}`, [
      ids,
    ]);
  }

  private get visible(): string {
    return this.source.visible ?? 'true';
  }
}
