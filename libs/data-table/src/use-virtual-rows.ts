import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useEffect, useEffectEvent } from 'react';
import { useScrollAnchor } from './use-scroll-anchor';
import type { RowKey } from './column';

/** Rows rendered beyond each edge of the viewport. */
const OVERSCAN = 8;

/** How near the end of the loaded rows `onEndReached` is called, in rows. */
const END_THRESHOLD = 20;

export interface VirtualRowsOptions<Row> {
  /** What the table scrolls in; null before it is mounted. */
  box: HTMLElement | null;
  rows: readonly Row[];
  keyOf: (row: Row) => RowKey;
  rowHeight: number;
  /** False: every row is rendered. */
  enabled: boolean;
  /** The list starts at its top again when it changes. */
  resetKey: unknown;
  onEndReached: (() => void) | undefined;
  onVisibleRangeChange: ((first: number, last: number) => void) | undefined;
}

/** The indexes of the first and the last row to render; `last` is -1 where there is none. */
export interface RowRange {
  first: number;
  last: number;
}

/**
 * Virtualizes the rows of a scroll box, which all have the same height. Scrolling renders the rows as a deferred update, so
 * that it isn't blocked by them.
 */
export function useVirtualRows<Row>(options: VirtualRowsOptions<Row>): RowRange {
  // The virtualizer changes without changing its identity, which memoization by the compiler would miss.
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
