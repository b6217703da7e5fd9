import type { InfiniteData } from '@tanstack/react-query';
import type { Page } from '../query/page';
import type { LiveChange } from './live-stream';

/** What a list keeps of a row's identity. */
export interface Row {
  id: number;
}
/** What a list's query holds. */
export type Rows = Row[] | Page<Row> | InfiniteData<Page<Row>>;
/** The changes since the last drawing, one for each row. */
export type Changes = ReadonlyMap<number, LiveChange>;

/** Where each row stands. Kept for as long as the rows are, so that a change needn't look through a long list. */
const places = new WeakMap<readonly Row[], ReadonlyMap<number, number>>();

function placesOf(rows: readonly Row[]): ReadonlyMap<number, number> {
  const known = places.get(rows);
  if (known) return known;
  const made = new Map(rows.map(({ id }, place) => [id, place]));
  places.set(rows, made);
  return made;
}

/** Two changes of one row, as one. */
export const merged = (before: LiveChange | undefined, { row, ...change }: LiveChange): LiveChange =>
  row ? { ...change, row: { ...before?.row, ...row } } : change;

/** The data with the changes; the same object where none is about it. `onFound` is told the rows that it holds. */
export function patch<Data extends Rows>(data: Data, changes: Changes, onFound: (id: number) => void): Data {
  if (Array.isArray(data)) return patchRows(data, changes, onFound) as Data;
  if (!('pages' in data)) {
    const rows = patchRows(data.rows, changes, onFound);
    return rows === data.rows ? data : { ...data, rows };
  }
  const pages = data.pages.map((page) => patch(page, changes, onFound));
  return pages.every((page, at) => page === data.pages[at]) ? data : { ...data, pages };
}

function patchRows(rows: Row[], changes: Changes, onFound: (id: number) => void): Row[] {
  const known = placesOf(rows);
  const found = [...changes.values()].filter(({ id }) => known.has(id));
  if (found.length === 0) return rows;
  for (const { id } of found) onFound(id);
  const next = [...rows];
  for (const { id, row } of found) {
    const place = known.get(id) ?? -1;
    const before = next[place];
    if (before) next[place] = { ...before, ...row };
  }
  const gone = new Set(found.filter(({ change }) => change === 'delete').map(({ id }) => id));
  if (gone.size > 0) return next.filter(({ id }) => !gone.has(id));
  places.set(next, known);
  return next;
}
