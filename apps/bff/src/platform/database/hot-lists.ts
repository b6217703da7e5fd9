import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { FieldDef } from 'pg';
import { fieldsOf } from '../http/field-registry';
import {
  COUNT_CAP,
  decodeCursor,
  encodeCursor,
  type ListQuery,
  type Pagination,
  parseFields,
} from '../http/list-query';
import { matchesTag } from '../http/versions';
import type { Scope } from '../realm-scope/scope';
import type { Conditions } from './conditions';
import { type Cells, type Composite, type JsonRows, rowWriter, type WriteRow } from './json-rows';
import { ListVersions, type Topic } from './list-versions';
import { prepared, writePage, type WrittenPage } from './prepared';
import { Transactions } from './transactions';

/** A list that is read often: SQL of its columns, where they come from, and what it shows. */
export type HotList = {
  columns: string;
  from: string;
  /** Where the rows are counted, when that needs fewer tables. */
  counted?: string;
  /** Whose changes change the list. */
  shows: readonly (Topic | 'lapsed')[];
  /** SQL of the time and id that a cursor goes by, on lists that page by one. */
  keyset?: { field: string; at: string; id: string };
  /** Columns that hold several fields. */
  composites?: Readonly<Record<string, Composite>>;
  /** Whose fields a request may choose from. */
  row: { prototype: object };
};

/** What is asked of a hot list; `where` makes the conditions anew at each call. */
export type HotAsked = {
  query: ListQuery;
  pagination: Pagination;
  where: () => Conditions;
  ifNoneMatch?: string;
};

/** A part of a hot list; `rows` null when the caller has it already (304). */
export type HotPage = {
  tag: string;
  pagination: Pagination;
  rows: JsonRows | null;
  total: number;
  /** Null on the last part; undefined where no cursor is offered. */
  nextCursor?: string | null;
};

/** Counts remembered at most: each is true for as long as nothing that the list shows has changed. */
const COUNTS = 2000;
/** Sizes that clients ask for again and again, whose statements are worth keeping planned. */
const USUAL_SIZES = new Set([10, 20, 25, 50, 100, 200, 1000]);

/**
 * Reads hot lists: named prepared statements in one round trip, their texts written straight
 * into JSON, and a weak ETag of the versions of what the list shows.
 */
@Injectable()
export class HotLists {
  private readonly counts = new Map<string, number>();
  private readonly writers = new Map<string, WriteRow>();

  constructor(
    private readonly transactions: Transactions,
    private readonly versions: ListVersions,
  ) {}

  async read(
    scope: Scope,
    list: HotList,
    { query, pagination, where, ifNoneMatch }: HotAsked,
  ): Promise<HotPage> {
    const wanted = parseFields(query.fields, fieldsOf(list.row));
    const all = where();
    const part = where();
    const keyset =
      query.page === undefined && pagination.field === list.keyset?.field ? list.keyset : undefined;
    const cursor = keyset && query.cursor ? decodeCursor(query.cursor) : null;
    if (keyset && cursor) {
      const than = pagination.descending ? '<' : '>';
      part.add(
        `(${keyset.at}, ${keyset.id}) ${than} (${part.param(cursor.value)}::timestamptz, ${part.param(cursor.id)}::int)`,
      );
    }
    const limit = keyset ? pagination.limit + 1 : pagination.limit;
    const sql = `SELECT ${list.columns} ${list.from} WHERE ${part.sql} ORDER BY ${pagination.orderBy} LIMIT ${limit} OFFSET ${pagination.offset}`;
    const version = await this.versions.of(scope, list.shows);
    const tag = `W/"${digest([scopeName(scope), version, sql, part.params, wanted])}"`;
    if (matchesTag(ifNoneMatch, tag)) return { tag, pagination, rows: null, total: 0 };

    const countKey = digest([scopeName(scope), version, list.columns, all.sql, all.params]);
    const known = this.counts.get(countKey);
    const usual = USUAL_SIZES.has(pagination.limit) && pagination.offset === 0;
    const countSql = `SELECT count(*) FROM (SELECT 1 ${list.counted ?? list.from} WHERE ${all.sql} LIMIT ${COUNT_CAP + 1}) counted`;
    const [page, counted] = await this.transactions.readAtOnce<[WrittenPage, number]>(
      scope,
      ({ client, statement }) => [
        writePage(client, statement(prepared(sql, part.params, usual)), pagination.limit, (fields) =>
          this.writer(list, fields, wanted),
        ),
        known === undefined
          ? client
              .query<Cells>(statement(prepared(countSql, all.params)))
              .then(({ rows }) => Number(rows[0]?.[0]))
          : Promise.resolve(known),
      ],
    );
    this.remember(countKey, counted);
    return {
      tag,
      pagination,
      total: counted,
      rows: page.rows,
      ...(keyset && { nextCursor: page.more ? next(page) : null }),
    };
  }

  private writer(
    { columns, composites }: HotList,
    fields: readonly FieldDef[],
    wanted: readonly string[] | null,
  ): WriteRow {
    // Chosen fields have too many combinations to keep a writer of each.
    if (wanted) return rowWriter(fields, composites, wanted);
    const known = this.writers.get(columns);
    if (known) return known;
    const made = rowWriter(fields, composites);
    this.writers.set(columns, made);
    return made;
  }

  private remember(key: string, total: number): void {
    this.counts.delete(key);
    this.counts.set(key, total);
    for (const oldest of this.counts.keys()) {
      if (this.counts.size <= COUNTS) break;
      this.counts.delete(oldest);
    }
  }
}

/** The cursor after a page, by its last row's `created_at` to the microsecond. */
function next({ fields, last }: WrittenPage): string {
  const cell = (name: string) => last?.[fields.findIndex((field) => field.name === name)] ?? null;
  return encodeCursor(cell('created_at'), Number(cell('id')));
}

const scopeName = (scope: Scope): string => (scope.kind === 'realm' ? `realm ${scope.realmId}` : scope.kind);

const digest = (parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 27);
