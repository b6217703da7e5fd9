import { useEffect, useEffectEvent } from 'react';
import type { Item, Items } from './table-items';
import type { RowsInSight } from './rows-in-sight';

export interface VisibleItemsInput<Row, Sub> {
  items: Items<Row, Sub>;
  virtual: boolean;
  rowHeight: number;
  /** What the box shows; heeded by a virtual list. */
  sight: RowsInSight;
  /** How far its reader is, though it isn't all drawn: the place behind it. */
  end: number;
  /** The place of the item that is drawn wherever the reader looks: the one that Tab reaches. */
  pinned: number;
  onEnd: (() => void) | undefined;
  onSight: ((first: number, last: number) => void) | undefined;
}

/** Room for items that aren't drawn, in px. */
export interface Gap {
  kind: 'gap';
  key: string;
  height: number;
}

/** How near the end of what is loaded `onEnd` is called, in items. */
const NEAR_END = 20;

/** What to draw, in order: all items, or those in sight and the pinned one, with gaps for what is between. */
export function useVisibleItems<Row, Sub>(input: VisibleItemsInput<Row, Sub>): (Item<Row, Sub> | Gap)[] {
  const { items, virtual, rowHeight, sight, end, pinned, onEnd, onSight } = input;
  const { count } = items;
  const last = Math.min(count, sight.to) - 1;
  // A list that became shorter than where its reader was.
  const first = Math.max(0, Math.min(sight.from, last));
  const atEnd = virtual && count > 0 && Math.min(count, end) > count - NEAR_END;
  const tellEnd = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (atEnd) tellEnd();
  }, [atEnd, count]);
  const tellSight = useEffectEvent(() => onSight?.(first, last));
  useEffect(() => {
    if (virtual && last >= 0) tellSight();
  }, [virtual, first, last]);

  const visible: (Item<Row, Sub> | Gap)[] = [];
  let behind = 0;
  const put = (place: number, gap: string) => {
    if (place > behind) visible.push({ kind: 'gap', key: gap, height: (place - behind) * rowHeight });
    const item = items.at(place);
    if (item) visible.push(item);
    behind = place + 1;
  };
  const isPinned = virtual && pinned >= 0 && pinned < count;
  if (isPinned && pinned < first) put(pinned, 'gap to the pinned');
  for (let place = virtual ? first : 0; place <= (virtual ? last : count - 1); place += 1)
    put(place, place === pinned ? 'gap to the pinned' : 'gap to sight');
  if (isPinned && pinned > last) put(pinned, 'gap to the pinned');
  // A gap's element stays the same while the reader scrolls; but one that begins lower down would count as a layout shift.
  put(count, `gap after ${behind}`);
  return visible;
}
