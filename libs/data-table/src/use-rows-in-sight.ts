import { startTransition, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { Fling, REST_MS } from './fling';
import {
  added,
  FEWEST,
  heightOf,
  keeping,
  MOST,
  next,
  placesIn,
  reach,
  stay,
  type RowsInSight,
} from './rows-in-sight';
import type { Keyed } from './table-items';
import { useLatest } from './use-latest';

/** Items that are drawn beyond each edge, so that slow scrolling never shows an empty place. */
const AROUND = 8;
/**
 * Ms from a step's rows to the reader's eye: more is too many rows, less leaves room for more. The wait for a frame, up to
 * 17 ms, is in it: only a machine that needs little besides gets below the lower, and it stays below the upper whenever the
 * frame comes.
 */
const MOST_MS = 24;
const FEW_MS = 12;

/** Of those that are there already and only get other places, so many times more are laid out in a step than of new ones. */
const KNOWN = 2;

/** How many come at a time from now on, by how many came last and how long that took the browser. */
function paced(many: number, came: number, took: number): number {
  if (took > MOST_MS) return Math.max(FEWEST, many / 2);
  return came >= many && took < FEW_MS ? Math.min(MOST, many * 2) : many;
}

/**
 * Follows what a scrolling box shows. Rows that come into sight are drawn as transitions, and then those around them: in
 * steps of a few ms, between which the page goes on scrolling and answers its reader, however many they are; and as many
 * in a step as the machine lays out and paints in a part of a frame. What the list holds in place of others comes so too,
 * and what gets other `columns`. What is flung past faster than it can be drawn and read isn't drawn.
 * `end` is how far the reader is, drawn or not: the place behind what is around those in sight.
 * `look` has those in sight drawn at once instead, before the browser paints. `top` is how far the box is scrolled, in
 * px: asking the box itself lays out all that has just changed.
 */
export function useRowsInSight(
  items: Keyed,
  scroll: RefObject<HTMLElement | null>,
  { virtual, rowHeight, columns }: { virtual: boolean; rowHeight: number; columns: unknown },
): RowsInSight & { end: number; look: () => void; top: RefObject<number> } {
  const top = useRef(0);
  const [fling] = useState(() => new Fling());
  const shown = useRef<RowsInSight>({ from: 0, to: 0 });
  const [seen, setSeen] = useState<RowsInSight>({ from: 0, to: FEWEST });
  const [end, setEnd] = useState(FEWEST);
  const [many, setMany] = useState(FEWEST);
  const [laid, setLaid] = useState(columns);
  if (laid !== columns) {
    setLaid(columns);
    if (virtual) setSeen(stay(seen, AROUND, many * KNOWN));
  }
  const [before, setBefore] = useState(items);
  if (before !== items) {
    setBefore(items);
    const to = virtual ? reach(before, items, seen) : seen.to;
    if (to < seen.to) setSeen({ from: seen.from, to });
  }
  const put = useLatest((choose: typeof next) => {
    const box = scroll.current;
    if (!box) return;
    top.current = box.scrollTop;
    // From what is on the screen, and not from what is still on its way there: two steps don't come together.
    const near = placesIn(box, rowHeight, AROUND);
    const now = choose(seen, placesIn(box, rowHeight, 0), near, many);
    setEnd(near.to);
    setSeen(seen.from === now.from && seen.to === now.to ? seen : now);
  });
  const look = useLatest(() => put(keeping));
  const follow = useLatest(() => {
    const isFlung = scroll.current && fling.passes(heightOf(scroll.current), performance.now());
    put(isFlung ? (drawn) => drawn : next);
  });
  useLayoutEffect(() => {
    const box = scroll.current;
    if (!virtual || !box) return;
    const later = () => startTransition(follow);
    let rest: ReturnType<typeof setTimeout> | undefined;
    const moved = () => {
      fling.moved(box.scrollTop, performance.now());
      clearTimeout(rest);
      rest = setTimeout(later, REST_MS + 1);
      later();
    };
    box.addEventListener('scroll', moved, { passive: true });
    // It tells the size that there is at the beginning too.
    const size = new ResizeObserver(later);
    size.observe(box);
    return () => {
      clearTimeout(rest);
      box.removeEventListener('scroll', moved);
      size.disconnect();
    };
  }, [virtual, scroll, rowHeight, fling, follow]);
  // An observer tells when the frame is over that shows what has just been drawn. A callback within the frame would have
  // the browser collect its garbage there, if it is due: it does when script runs.
  useLayoutEffect(() => {
    const box = scroll.current;
    if (!virtual || !box) return;
    const came = added(shown.current, seen);
    shown.current = seen;
    const drawn = performance.now();
    const painted = new IntersectionObserver(() => {
      painted.disconnect();
      const took = performance.now() - drawn;
      fling.drew(took > MOST_MS);
      startTransition(() => {
        setMany(paced(many, came, took));
        follow();
      });
    });
    painted.observe(box);
    return () => painted.disconnect();
  }, [virtual, scroll, seen, many, fling, follow]);
  return { ...seen, end, look, top };
}
