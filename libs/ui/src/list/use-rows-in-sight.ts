import { startTransition, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLatest } from './use-latest';

/** Places of a virtual list's items: the first to be drawn, and the one after the last. */
export interface RowsInSight {
  from: number;
  to: number;
}

/** Items that are drawn beyond each edge, so that slow scrolling never shows an empty place. */
const AROUND = 8;
/** The drawn ones change by so many at a time: fewer steps cost less than many small ones. */
const STEP = 4;
/** At the most so many come at a time: laying out and painting them is one task of the browser's. */
const MOST = 8;
/** Where nothing is laid out (a hidden tab, a test), items for so many px are drawn all the same. */
const UNLAID_PX = 800;

/** What a box shows of items that are all `rowHeight` px high and `around` beyond each edge, widened to whole steps. */
function placesIn(
  { scrollTop, clientHeight }: Pick<Element, 'scrollTop' | 'clientHeight'>,
  rowHeight: number,
  around: number,
): RowsInSight {
  const first = Math.max(0, scrollTop) / rowHeight;
  const shown = (clientHeight || UNLAID_PX) / rowHeight;
  const down = (place: number) => Math.max(0, Math.floor(place / STEP) * STEP);
  return { from: down(first - around), to: down(first + shown + around) + STEP };
}

/** What is to be drawn, by what is drawn, what is shown, and what is near it. */
type Choose = (before: RowsInSight, shown: RowsInSight, near: RowsInSight) => RowsInSight;

/** What is shown, and what is drawn already of what is near it. */
const keeping: Choose = (before, shown, near) => ({
  from: before.to < shown.from ? shown.from : Math.max(near.from, Math.min(before.from, shown.from)),
  to: before.from > shown.to ? shown.to : Math.min(near.to, Math.max(before.to, shown.to)),
});

const covers = (drawn: RowsInSight, wanted: RowsInSight): boolean =>
  drawn.from <= wanted.from && drawn.to >= wanted.to;

/** Some rows more of what is wanted; after a jump it begins at the edge that the reader came over. */
function towards(before: RowsInSight, { from, to }: RowsInSight): RowsInSight {
  if (before.to <= from) return { from, to: Math.min(to, from + MOST) };
  if (before.from >= to) return { from: Math.max(from, to - MOST), to };
  return { from: Math.max(from, before.from - MOST), to: Math.min(to, before.to + MOST) };
}

/** The next step: first to what is shown, then to what is near it. */
const next: Choose = (before, shown, near) =>
  towards(before, covers(before, shown) ? near : keeping(before, shown, near));

/**
 * Follows what a scrolling box shows. Rows that come into sight are drawn as transitions, and then those around them: in
 * steps of a few ms, between which the page goes on scrolling and answers its reader, however many they are and however
 * slow the machine. `look` has those in sight drawn at once instead, before the browser paints. `top` is how far the box
 * is scrolled, in px: asking the box itself lays out all that has just changed.
 */
export function useRowsInSight(
  scroll: RefObject<HTMLDivElement | null>,
  { virtual, rowHeight }: { virtual: boolean; rowHeight: number },
): RowsInSight & { look: () => void; top: RefObject<number> } {
  const top = useRef(0);
  const [seen, setSeen] = useState(() => placesIn({ scrollTop: 0, clientHeight: 0 }, rowHeight, AROUND));
  const put = useLatest((choose: Choose) => {
    const box = scroll.current;
    if (!box) return;
    top.current = box.scrollTop;
    const shown = placesIn(box, rowHeight, 0);
    const near = placesIn(box, rowHeight, AROUND);
    setSeen((before) => {
      const now = choose(before, shown, near);
      return before.from === now.from && before.to === now.to ? before : now;
    });
  });
  const look = useLatest(() => put(keeping));
  const follow = useLatest(() => put(next));
  useLayoutEffect(() => {
    const box = scroll.current;
    if (!virtual || !box) return;
    const later = () => startTransition(follow);
    box.addEventListener('scroll', later, { passive: true });
    // It tells the size that there is at the beginning too.
    const size = new ResizeObserver(later);
    size.observe(box);
    return () => {
      box.removeEventListener('scroll', later);
      size.disconnect();
    };
  }, [virtual, scroll, rowHeight, follow]);
  useEffect(() => {
    if (virtual) startTransition(follow);
  }, [virtual, seen, follow]);
  return { ...seen, look, top };
}
