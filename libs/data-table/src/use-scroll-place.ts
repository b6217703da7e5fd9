import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { RowKey } from './column';
import type { Keyed } from './table-items';

/** A row that live changes moved is near its old place, or anywhere. */
function placeOf(items: Keyed, key: RowKey, near: number): number {
  for (let by = 0; by <= 32; by += 1) {
    if (items.keyAt(near + by) === key) return near + by;
    if (items.keyAt(near - by) === key) return near - by;
  }
  for (let place = 0; place < items.count; place += 1) if (items.keyAt(place) === key) return place;
  return -1;
}

function scrollTo(box: HTMLElement, top: number): void {
  box.scrollTop = top;
}

export interface ScrollPlaceOptions {
  virtual: boolean;
  rowHeight: number;
  /** Changes when something else is asked. */
  asked: unknown;
  /** How far the box is scrolled, in px. */
  top: RefObject<number>;
  /** Draws what is in sight now, before the browser paints. */
  look: () => void;
}

/**
 * Keeps a virtual list where its reader is: rows that come or go above the first one in sight don't move it, nor does
 * another height of all rows. What is asked anew begins at the top. (Where all rows are drawn, the browser itself keeps the place.)
 */
export function useScrollPlace(
  items: Keyed,
  scroll: RefObject<HTMLElement | null>,
  { virtual, rowHeight, asked, top, look }: ScrollPlaceOptions,
): void {
  const height = useRef(rowHeight);
  useLayoutEffect(() => {
    const was = height.current;
    height.current = rowHeight;
    const box = scroll.current;
    if (!virtual || was === rowHeight || !box || top.current <= 0) return;
    scrollTo(box, (top.current / was) * rowHeight);
    look();
  }, [scroll, virtual, rowHeight, top, look]);
  const before = useRef(items);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = items;
    const box = scroll.current;
    if (!virtual || old === items || !box || top.current <= 0) return;
    const first = Math.floor(top.current / rowHeight);
    for (let at = first; at < Math.min(old.count, first + 8); at += 1) {
      const key = old.keyAt(at);
      const now = key === undefined ? -1 : placeOf(items, key, at);
      if (now < 0) continue;
      if (now === at) return;
      scrollTo(box, top.current + (now - at) * rowHeight);
      return look();
    }
  }, [items, scroll, virtual, rowHeight, top, look]);
  const was = useRef(asked);
  useEffect(() => {
    if (was.current === asked) return;
    was.current = asked;
    // Where it is at its top already, the browser would lay out the page for nothing.
    if (scroll.current && !(virtual && top.current <= 0)) scrollTo(scroll.current, 0);
  }, [asked, scroll, virtual, top]);
}
