import { observeElementRect, useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, type RefObject } from 'react';
import type { Item } from './table-items';

export interface VisibleItemsInput<Row, Sub> {
  items: readonly Item<Row, Sub>[];
  virtual: boolean;
  rowHeight: number;
  scroll: RefObject<HTMLDivElement | null>;
  onEnd: (() => void) | undefined;
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
  const { items, virtual, rowHeight, scroll, onEnd } = input;
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: virtual ? items.length : 0,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 12,
    enabled: virtual,
    initialRect: unlaid,
    observeElementRect: (instance, tell) =>
      observeElementRect(instance, (rect) => tell(rect.height > 0 ? rect : unlaid)),
  });
  const inSight = virtualizer.getVirtualItems();
  const last = inSight.at(-1)?.index ?? -1;
  const atEnd = virtual && items.length > 0 && last >= items.length - 20;
  const tell = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (atEnd) tell();
  }, [atEnd, items.length]);
  useEffect(() => {
    virtualizer.measure();
  }, [virtualizer, rowHeight]);
  if (!virtual) return { items, before: 0, after: 0, scrollTo: () => undefined };
  return {
    items: inSight.flatMap(({ index }) => items[index] ?? []),
    before: inSight[0]?.start ?? 0,
    after: Math.max(0, virtualizer.getTotalSize() - (inSight.at(-1)?.end ?? 0)),
    scrollTo: (index) => virtualizer.scrollToIndex(index),
  };
}
