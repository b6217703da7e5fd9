import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { RowKey } from './column';

/** How far from its old index a row is looked for before the whole list is searched. */
const NEARBY = 32;

/** The index of the row with this key: most rows move by a few places only. */
function findIndex<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  key: RowKey,
  near: number,
): number {
  const isAt = (index: number) => {
    const row = rows[index];
    return row !== undefined && keyOf(row) === key;
  };
  for (let by = 0; by <= NEARBY; by += 1) {
    if (isAt(near + by)) return near + by;
    if (isAt(near - by)) return near - by;
  }
  return rows.findIndex((row) => keyOf(row) === key);
}

/** Sets the scroll position; a function of its own, since a ref's or a prop's member must not be assigned in a hook. */
function scrollTo(box: HTMLElement, top: number): void {
  box.scrollTop = top;
}

export interface ScrollAnchorOptions<Row> {
  virtualizer: Virtualizer<HTMLElement, Element>;
  box: HTMLElement | null;
  rows: readonly Row[];
  keyOf: (row: Row) => RowKey;
  rowHeight: number;
  enabled: boolean;
  /** The list starts at its top again when it changes. */
  resetKey: unknown;
}

/**
 * Keeps the first visible row of a virtual list in place when rows come or go above it, or when the row height changes.
 * (Where all rows are rendered the browser's own scroll anchoring does that.)
 */
export function useScrollAnchor<Row>(options: ScrollAnchorOptions<Row>): void {
  const { virtualizer, box, rows, keyOf, rowHeight, enabled, resetKey } = options;
  // The virtualizer's offset, since reading the box's after a change of rows would force a layout.
  const offset = virtualizer.scrollOffset ?? 0;

  const previousHeight = useRef(rowHeight);
  useLayoutEffect(() => {
    const previous = previousHeight.current;
    previousHeight.current = rowHeight;
    if (!enabled || !box || previous === rowHeight) return;
    virtualizer.measure();
    if (offset > 0) scrollTo(box, (offset / previous) * rowHeight);
  }, [virtualizer, box, rowHeight, enabled, offset]);

  const previousRows = useRef(rows);
  useLayoutEffect(() => {
    const previous = previousRows.current;
    previousRows.current = rows;
    if (!enabled || !box || previous === rows || offset <= 0) return;
    const firstVisible = Math.floor(offset / rowHeight);
    for (const [by, row] of previous.slice(firstVisible, firstVisible + 8).entries()) {
      const before = firstVisible + by;
      const after = findIndex(rows, keyOf, keyOf(row), before);
      if (after < 0) continue;
      if (after !== before) scrollTo(box, offset + (after - before) * rowHeight);
      return;
    }
  }, [box, rows, keyOf, rowHeight, enabled, offset]);

  const previousKey = useRef(resetKey);
  useEffect(() => {
    if (previousKey.current === resetKey) return;
    previousKey.current = resetKey;
    if (box && box.scrollTop > 0) scrollTo(box, 0);
  }, [box, resetKey]);
}
