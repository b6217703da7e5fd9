import type { InfiniteData } from '@tanstack/react-query';
import type { Page } from '../query/page';
import type { LiveChange } from './live-stream';

/** The part of a row that patching needs. */
export interface Row {
  id: number;
}
/** The data of a list query. */
export type Rows = Row[] | Page<Row> | InfiniteData<Page<Row>>;
/** Changes of rows by id. */
export type Changes = ReadonlyMap<number, LiveChange>;

/** Each row's index by id, cached per array, so that a change needn't search a long list. */
const indexes = new WeakMap<readonly Row[], ReadonlyMap<number, number>>();

function indexById(rows: readonly Row[]): ReadonlyMap<number, number> {
  const known = indexes.get(rows);
  if (known) return known;
  const index = new Map(rows.map(({ id }, position) => [id, position]));
  indexes.set(rows, index);
  return index;
}

/** Merges two changes of one row into one. */
export const mergeChanges = (before: LiveChange | undefined, { row, ...change }: LiveChange): LiveChange =>
  row ? { ...change, row: { ...before?.row, ...row } } : change;

/**
 * Returns the data with the changes applied; the same object when none applies.
 *
 * @param onFound called with the id of each changed row that the data contains
 */
export function patch<Data extends Rows>(data: Data, changes: Changes, onFound: (id: number) => void): Data {
  if (Array.isArray(data)) return patchRows(data, changes, onFound) as Data;
  if (!('pages' in data)) {
    const rows = patchRows(data.rows, changes, onFound);
    return rows === data.rows ? data : { ...data, rows };
  }
  const pages = data.pages.map((page) => patch(page, changes, onFound));
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}

function patchRows(rows: Row[], changes: Changes, onFound: (id: number) => void): Row[] {
  const index = indexById(rows);
  const found = [...changes.values()].filter(({ id }) => index.has(id));
  if (found.length === 0) return rows;
  for (const { id } of found) onFound(id);
  const next = [...rows];
  for (const { id, row } of found) {
    const position = index.get(id) ?? -1;
    const before = next[position];
    if (before) next[position] = { ...before, ...row };
  }
  const deleted = new Set(found.filter(({ change }) => change === 'delete').map(({ id }) => id));
  if (deleted.size > 0) return next.filter(({ id }) => !deleted.has(id));
  indexes.set(next, index);
  return next;
}
