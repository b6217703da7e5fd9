import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useEffectEvent, type RefObject } from 'react';
import type { Item, Items } from './table-items';

export interface VisibleItemsInput<Row, Sub> {
  items: Items<Row, Sub>;
  virtual: boolean;
  rowHeight: number;
  scroll: RefObject<HTMLDivElement | null>;
  onEnd: (() => void) | undefined;
  onSight: ((first: number, last: number) => void) | undefined;
}

export interface VisibleItems<Row, Sub> {
  items: readonly Item<Row, Sub>[];
  /** Px of what is not drawn above and below. */
  before: number;
  after: number;
  scrollTo: (itemIndex: number) => void;
}

/** Where nothing is laid out (a hidden tab, a test), this many rows are drawn all the same. */
const unlaid = { width: 1200, height: 800 };

/** The items to draw: all of them, or those in sight with some around. Heights are fixed, so nothing is measured. */
export function useVisibleItems<Row, Sub>(input: VisibleItemsInput<Row, Sub>): VisibleItems<Row, Sub> {
  'use no memo';
  const { items, virtual, rowHeight, scroll, onEnd, onSight } = input;
  // The same function until the rows are others: with a new one the virtualizer lays the whole list out again.
  const getItemKey = useCallback((place: number) => items.keyAt(place) ?? place, [items]);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: virtual ? items.count : 0,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey,
    overscan: 6,
    enabled: virtual,
    initialRect: unlaid,
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => tell(rect.height > 0 ? rect : unlaid)),
  });
  const inSight = virtualizer.getVirtualItems();
  const first = inSight[0]?.index ?? -1;
  const last = inSight.at(-1)?.index ?? -1;
  const atEnd = virtual && items.count > 0 && last >= items.count - 20;
  const tell = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (atEnd) tell();
  }, [atEnd, items.count]);
  const tellSight = useEffectEvent(() => onSight?.(first, last));
  useEffect(() => {
    if (virtual && last >= 0) tellSight();
  }, [virtual, first, last]);
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);
  if (!virtual) {
    const all = Array.from({ length: items.count }, (_, place) => items.at(place) ?? []).flat();
    return { items: all, before: 0, after: 0, scrollTo: () => undefined };
  }
  return {
    items: inSight.flatMap(({ index }) => items.at(index) ?? []),
    before: inSight[0]?.start ?? 0,
    after: Math.max(0, virtualizer.getTotalSize() - (inSight.at(-1)?.end ?? 0)),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}
