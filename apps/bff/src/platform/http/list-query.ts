import { AsyncLocalStorage } from 'node:async_hooks';
import { invalid } from '../errors/api-error';
import { Int, MAX_INT, Text } from './fields';

/** Rows of a list without `page`. */
const UNPAGED_ROWS = 1000;
/** Rows of a list without `page` while an export reads it. */
export const unpagedRows = new AsyncLocalStorage<number>();
/** Whether the current request exports a list. */
export const isExport = (): boolean => unpagedRows.getStore() !== undefined;
/** Where counting stops. */
export const COUNT_CAP = 10_000;

/** Query parameters of every list; a list's own filters are declared in a subclass. */
export class ListQuery {
  @Int({ min: 1, max: 1_000_000, optional: true, description: 'From 1' }) page?: number;
  @Int({ min: 1, max: 200, optional: true }) page_size?: number;
  @Text({ max: 60, optional: true, description: 'A field, with a leading - for descending' }) sort?: string;
  @Text({ max: 500, optional: true, description: 'Opaque: from the Link header, on lists that page by it' })
  cursor?: string;
  @Text({ max: 2000, optional: true, description: 'Fields to answer, comma-joined; without it all of them' })
  fields?: string;
}

/**
 * The requested fields without duplicates; null when all are requested. `known` are the fields of a row; 400 VALIDATION
 * names the others.
 */
export function parseFields(
  value: string | undefined,
  known: { has(name: string): boolean },
): string[] | null {
  const list = parseList(value, 'fields');
  if (!list) return null;
  const names = [...new Set(list.values)];
  const unknown = names.filter((name) => !known.has(name));
  if (list.exclude || unknown.length > 0) {
    const named = list.exclude ? '!' : unknown.slice(0, 20).join(', ');
    throw invalid([
      { field: 'fields', message: `fields names what this list doesn't have: ${named}`, code: 'INVALID' },
    ]);
  }
  return names;
}

/** A filter's values: any of them, or none of them with `exclude`. */
type FilterList<T> = { exclude: boolean; values: T[] };

/**
 * A filter's list value: `a,b` means one of these, `!a,b` none of them. Null when absent; 400 VALIDATION naming `field`
 * where a value is missing, as in `!` or `a,,b`, or excluded alone, as in `a,!b`.
 */
export function parseList(value: string | undefined, field: string): FilterList<string> | null {
  if (value === undefined || value === '') return null;
  const exclude = value.startsWith('!');
  const values = value
    .slice(exclude ? 1 : 0)
    .split(',')
    .map((part) => part.trim());
  if (values.some((each) => each === '' || each.startsWith('!')))
    throw invalid([
      {
        field,
        message: `${field} must be values joined by commas, with ! in front to exclude them`,
        code: 'INVALID',
      },
    ]);
  return { exclude, values };
}

/** As `parseList`, for ids and counts; 400 VALIDATION naming `field` when one isn't. */
export function parseIds(value: string | undefined, field: string): FilterList<number> | null {
  const list = parseList(value, field);
  if (!list) return null;
  const values = list.values.map((text) => (/^\d{1,10}$/.test(text) ? Number(text) : 0));
  if (!values.every((id) => id > 0 && id <= MAX_INT)) {
    throw invalid([
      { field, message: `${field} must be whole numbers from 1, comma-joined`, code: 'INVALID' },
    ]);
  }
  return { exclude: list.exclude, values };
}

/** The requested page of a list and its order. `orderBy` is SQL made of the caller's own column expressions. */
export type Pagination = {
  page: number;
  limit: number;
  offset: number;
  paged: boolean;
  field: string;
  descending: boolean;
  orderBy: string;
};

/** The SQL of a sort: a column, or the complete ORDER BY of each direction when it isn't a single column. */
export type SortSql = string | { ascending: string; descending: string };

/**
 * Reads a list's paging and sort. `columns` maps what `sort` may name to SQL, e.g. `{ name: 'l.name' }`; `idColumn`
 * breaks ties. 400 VALIDATION for an unknown sort.
 */
export function readPagination(
  query: ListQuery,
  columns: Readonly<Record<string, SortSql>>,
  fallback: string,
  idColumn = 'id',
  defaultSize = 20,
): Pagination {
  const sort = query.sort || fallback;
  const descending = sort.startsWith('-');
  const field = descending ? sort.slice(1) : sort;
  const column = Object.hasOwn(columns, field) ? columns[field] : undefined;
  if (!column) {
    throw invalid([
      {
        field: 'sort',
        message: `sort must be one of ${Object.keys(columns).join(', ')}, with - for descending`,
        code: 'INVALID',
      },
    ]);
  }
  const paged = query.page !== undefined || query.page_size !== undefined;
  const limit = paged ? (query.page_size ?? defaultSize) : (unpagedRows.getStore() ?? UNPAGED_ROWS);
  const page = query.page ?? 1;
  const direction = descending ? 'DESC' : 'ASC';
  const order =
    typeof column === 'string' ? `${column} ${direction}` : column[descending ? 'descending' : 'ascending'];
  const orderBy = `${order}, ${idColumn} ${direction}`;
  return { page, limit, offset: (page - 1) * limit, paged, field, descending, orderBy };
}

/** A page of a list with its pagination. */
export type ListResponse<T> = { pagination: Pagination; page: Page<T> };

/** One page of rows and how many there are in all: counted to `COUNT_CAP` + 1 at most, `capped` beyond. */
export type Page<T> = { rows: T[]; total: number; capped?: boolean; nextCursor?: string | null };

/** An opaque cursor for keyset paging: the last row's sort value and id. */
export const encodeCursor = (value: unknown, id: number) =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url');

/** What a cursor holds; 400 VALIDATION when it isn't one of ours. */
export function decodeCursor(cursor: string): { value: unknown; id: number } {
  try {
    const [value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [unknown, unknown];
    if (isSortValue(value) && typeof id === 'number' && Number.isInteger(id) && Math.abs(id) <= MAX_ID)
      return { value, id };
  } catch {
    // Falls through to the error for invalid cursors.
  }
  throw unknownCursor();
}

/** An opaque cursor for keyset paging by an id that is text. */
export const encodeTextCursor = (id: string) => Buffer.from(JSON.stringify([id])).toString('base64url');

/** The id that such a cursor holds; 400 VALIDATION for a cursor that no list gave. */
export function decodeTextCursor(cursor: string): string {
  try {
    const [id, ...rest] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof id === 'string' && /^[\x21-\x7e]{1,200}$/.test(id) && rest.length === 0) return id;
  } catch {
    // Falls through to the error for invalid cursors.
  }
  throw unknownCursor();
}

const unknownCursor = () =>
  invalid([{ field: 'cursor', message: 'cursor is not one that this list gave', code: 'INVALID' }]);

/** The largest id of a row. */
const MAX_ID = 2 ** 31 - 1;

/** Whether a cursor's sort value is valid: null, or an instant as the database writes or accepts it. */
const isSortValue = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d[ T][\d:.]+(Z|[+-]\d\d(:\d\d)?)$/.test(value) &&
    !Number.isNaN(Date.parse(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))));
