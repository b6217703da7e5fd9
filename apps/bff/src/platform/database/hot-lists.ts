import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FieldDef } from 'pg';
import { fieldsOf } from '../http/field-registry';
import {
  COUNT_CAP,
  decodeCursor,
  encodeCursor,
  isExport,
  type ListQuery,
  type Pagination,
  parseFields,
} from '../http/list-query';
import { matchesTag } from '../http/versions';
import type { Scope } from '../realm-scope/scope';
import type { Conditions } from './conditions';
import {
  compileRowWriter,
  type Composite,
  type JsonRows,
  type TextRow,
  type WriteRow,
  writeRows,
} from './json-rows';
import { ListVersions, type Topic } from './list-versions';
import { type SearchableTable, searchStatement } from './search-matches';
import { type SharedPlan, textStatement } from './statements';
import { type PipelinedQuery, type Reads, Transactions } from './transactions';

/** A list that is read often: SQL of its columns and their source, and what its ETag depends on. */
export type HotList = {
  columns: string;
  from: string;
  /** Source of the row count, where that needs fewer tables. */
  counted?: string;
  /** Topics whose changes change the list; `lapsed` is the expiry of holds, which changes a list without a write. */
  dependsOn: readonly (Topic | 'lapsed')[];
  /** SQL of the time and the id that a cursor consists of, on lists that page by one. */
  keyset?: { field: string; at: string; id: string };
  /** Columns that hold several fields. */
  composites?: Readonly<Record<string, Composite>>;
  /** The DTO whose fields a request may choose from. */
  row: { prototype: object };
};

/**
 * A request for a page of a hot list. `where` builds fresh conditions at each call; `found` are the ids of all rows that
 * meet `search`, if they were looked up and aren't too many.
 */
export type CachedListRequest = {
  query: ListQuery;
  pagination: Pagination;
  where: (found?: readonly number[] | null) => Conditions;
  search?: { table: SearchableTable; text: string | undefined };
  ifNoneMatch?: string;
};

/** A page of a hot list; `rows` is null when the caller's copy is current (304). */
export type CachedListPage = {
  tag: string;
  pagination: Pagination;
  rows: JsonRows | null;
  total: number;
  /** Null on the last page; undefined where the list offers no cursor. */
  nextCursor?: string | null;
};

/** Most remembered row counts. */
const MAX_COUNTS = 2000;
/** Page sizes that clients use routinely; only their statements are worth preparing. */
const ROUTINE_SIZES = new Set([10, 20, 25, 50, 100, 200, 1000]);

/**
 * Reads hot lists: prepared statements in one round trip, PostgreSQL's text values written as JSON without parsing, and
 * a weak ETag from the versions of what the list depends on.
 */
@Injectable()
export class HotLists {
  /** Row counts, each valid until something that its list depends on changes. */
  private readonly counts = new Map<string, number>();
  /** How many rows a realm's list without filters had lately. */
  private readonly sizes = new Map<string, number>();
  private readonly writers = new Map<string, WriteRow>();

  constructor(
    private readonly transactions: Transactions,
    private readonly versions: ListVersions,
  ) {}

  read(scope: Scope, list: HotList, request: CachedListRequest): Promise<CachedListPage> {
    const { dependsOn } = list;
    const { transactions, versions } = this;
    if (!isExport())
      return this.readPage(transactions, () => versions.of(scope, dependsOn), scope, list, request);
    // The versions must be those of the server that has the rows: the ETag and the counts depend on them.
    return transactions.allowLag((reads) =>
      this.readPage(reads, () => versions.ofExport(reads, scope, dependsOn), scope, list, request),
    );
  }

  private async readPage(
    reads: Reads,
    readVersion: () => Promise<string>,
    scope: Scope,
    list: HotList,
    { query, pagination, where, search, ifNoneMatch }: CachedListRequest,
  ): Promise<CachedListPage> {
    const requested = parseFields(query.fields, fieldsOf(list.row));
    const wanted = where();
    const version = await readVersion();
    const { cursor: position, page } = query;
    const tag = `W/"${digest([scopeName(scope), version, list.columns, wanted.sql, wanted.params, pagination, position, page, requested])}"`;
    if (matchesTag(ifNoneMatch, tag)) return { tag, pagination, rows: null, total: 0 };

    const found = search && (await this.find(reads, scope, search));
    const all = where(found);
    const part = where(found);
    const keyset =
      query.page === undefined && pagination.field === list.keyset?.field ? list.keyset : undefined;
    const cursor = keyset && query.cursor ? decodeCursor(query.cursor) : null;
    if (keyset && cursor) {
      const comparison = pagination.descending ? '<' : '>';
      part.add(
        `(${keyset.at}, ${keyset.id}) ${comparison} (${part.param(cursor.value)}::timestamptz, ${part.param(cursor.id)}::int)`,
      );
    }
    const limit = keyset ? pagination.limit + 1 : pagination.limit;
    const sql = `SELECT ${list.columns} ${list.from} WHERE ${part.sql} ORDER BY ${pagination.orderBy} LIMIT ${limit} OFFSET ${pagination.offset}`;
    const countKey = digest([scopeName(scope), version, list.columns, wanted.sql, wanted.params]);
    const knownCount = this.counts.get(countKey);
    const isRoutine = ROUTINE_SIZES.has(pagination.limit) && pagination.offset === 0;
    const sizeKey =
      scope.kind === 'realm' && wanted.params.length === 0 ? `${scope.realmId} ${list.columns}` : null;
    const plan = isRoutine ? this.planFor(scope, sizeKey) : null;
    const countSql = `SELECT count(*) FROM (SELECT 1 ${list.counted ?? list.from} WHERE ${all.sql} LIMIT ${COUNT_CAP + 1}) counted`;
    const countRows = async (send: PipelinedQuery): Promise<number> =>
      knownCount ?? Number((await send(textStatement(countSql, all.params, plan))).rows[0]?.[0]);
    const [read, total] = await reads.readPipelined(scope, (send) => [
      send(textStatement(sql, part.params, plan)),
      countRows(send),
    ]);
    remember(this.counts, countKey, total);
    if (sizeKey !== null) remember(this.sizes, sizeKey, total);
    const rows = read.rows.slice(0, pagination.limit);
    return {
      tag,
      pagination,
      total,
      rows: writeRows(rows, this.writerOf(list, read.fields, requested)),
      ...(keyset && {
        nextCursor: read.rows.length > rows.length ? cursorAfter(read.fields, rows.at(-1)) : null,
      }),
    };
  }

  /**
   * Row-level security takes the realm from a setting, which a plan is made by. The plan of a realm with a great share of the
   * table reads past the rows of all others, which takes seconds for a small one; that of a small realm sorts all its rows.
   * So realms share the plan of a list without filters, by the magnitude of its size. `sizeKey`: null with filters.
   */
  private planFor(scope: Scope, sizeKey: string | null): SharedPlan {
    if (scope.kind !== 'realm') return 'any';
    const size = sizeKey === null ? undefined : this.sizes.get(sizeKey);
    return size !== undefined && size <= COUNT_CAP ? `${String(size).length} digits` : null;
  }

  /** The ids of the rows that a search finds; undefined or null when the page is read by the text itself. */
  private async find(
    reads: Reads,
    scope: Scope,
    { table, text }: NonNullable<CachedListRequest['search']>,
  ): Promise<number[] | null | undefined> {
    const statement = searchStatement(scope, table, text);
    if (!statement) return undefined;
    const [result] = await reads.readPipelined(scope, (send) => [
      send(textStatement(statement.sql, statement.params)),
    ]);
    const ids = result.rows[0]?.[0];
    return ids ? (JSON.parse(`[${ids.slice(1, -1)}]`) as number[]) : null;
  }

  private writerOf(
    { columns, composites }: HotList,
    fields: readonly FieldDef[],
    requested: readonly string[] | null,
  ): WriteRow {
    // There are too many combinations of requested fields to cache a writer for each.
    if (requested) return compileRowWriter(fields, composites, requested);
    const known = this.writers.get(columns);
    if (known) return known;
    const compiled = compileRowWriter(fields, composites);
    this.writers.set(columns, compiled);
    return compiled;
  }
}

/** Forgets the count that was remembered first when there are too many. */
function remember(counts: Map<string, number>, key: string, count: number): void {
  counts.delete(key);
  counts.set(key, count);
  for (const oldest of counts.keys()) {
    if (counts.size <= MAX_COUNTS) break;
    counts.delete(oldest);
  }
}

/** The cursor after a row: its `created_at` to the microsecond, and its id. */
function cursorAfter(fields: readonly FieldDef[], row: TextRow | undefined): string {
  const value = (name: string) => row?.[fields.findIndex((field) => field.name === name)] ?? null;
  return encodeCursor(value('created_at'), Number(value('id')));
}

const scopeName = (scope: Scope): string => (scope.kind === 'realm' ? `realm ${scope.realmId}` : scope.kind);

const digest = (parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
