import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { RowKey } from './table-types';

/** Rows rendered beyond each edge of the viewport: more make the longest task of a fast scroll longer. */
const OVERSCAN = 4;

/** `onEndReached` is called this many rows before the end of the loaded rows. */
const END_THRESHOLD = 20;

interface VirtualRowsOptions<Row> {
  /** The scroll container; null before it is mounted. */
  box: HTMLElement | null;
  rows: readonly Row[];
  keyOf: (row: Row) => RowKey;
  rowHeight: number;
  /** False: every row is rendered. */
  enabled: boolean;
  /** Scrolls to the top when it changes. */
  resetKey: unknown;
  onEndReached: (() => void) | undefined;
  onVisibleRangeChange: ((first: number, last: number) => void) | undefined;
}

/** The indexes of the first and the last row to render; `last` is -1 if there is none. */
interface RowRange {
  first: number;
  last: number;
}

/**
 * Virtualizes the rows of a scroll box, which all have the same height. Scrolling renders the rows as a deferred update, so
 * that it isn't blocked by them.
 *
 * The virtualizer changes without changing its identity: this hook must not be memoized by the React Compiler.
 */
export function useVirtualRows<Row>(options: VirtualRowsOptions<Row>): RowRange {
  const { box, rows, keyOf, rowHeight, enabled, resetKey, onEndReached, onVisibleRangeChange } = options;
  const count = rows.length;
  const virtualizer = useVirtualizer({
    count,
    enabled,
    getScrollElement: () => box,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    useFlushSync: false,
  });
  useScrollAnchor({ virtualizer, box, rows, keyOf, rowHeight, enabled, resetKey });

  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const isNearEnd = enabled && count > 0 && last >= count - END_THRESHOLD;
  const reportEnd = useEffectEvent(() => onEndReached?.());
  useEffect(() => {
    if (isNearEnd) reportEnd();
  }, [isNearEnd, count]);
  const reportRange = useEffectEvent(() => onVisibleRangeChange?.(first, last));
  useEffect(() => {
    if (last >= 0) reportRange();
  }, [first, last]);

  const deferredFirst = useDeferredValue(first, 0);
  const deferredLast = useDeferredValue(last, -1);
  if (!enabled) return { first: 0, last: count - 1 };
  // The rows may have become fewer since the range was computed.
  const end = Math.min(deferredLast, count - 1);
  return { first: Math.min(deferredFirst, Math.max(0, end)), last: end };
}

/** How far from its old index a row is searched for before the whole list is searched. */
const NEARBY = 32;

/** Returns the index of the row with this key, searching near its old index first; -1 if there is none. */
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

/** Sets the scroll position; a hook must not assign to a prop's member itself. */
function scrollTo(box: HTMLElement, top: number): void {
  box.scrollTop = top;
}

interface ScrollAnchorOptions<Row> {
  virtualizer: Virtualizer<HTMLElement, Element>;
  box: HTMLElement | null;
  rows: readonly Row[];
  keyOf: (row: Row) => RowKey;
  rowHeight: number;
  enabled: boolean;
  /** Scrolls to the top when it changes. */
  resetKey: unknown;
}

/**
 * Keeps the first visible row of a virtual list in place when rows come or go above it, or when the row height changes.
 * (Where all rows are rendered the browser's own scroll anchoring does that.)
 */
function useScrollAnchor<Row>(options: ScrollAnchorOptions<Row>): void {
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
