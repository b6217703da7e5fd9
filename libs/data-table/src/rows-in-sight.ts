import type { Keyed } from './table-items';

/** Places of a virtual list's items: the first to be drawn, and the one after the last. */
export interface RowsInSight {
  from: number;
  to: number;
}

/** The fewest that come at a time, on the slowest machine. */
export const FEWEST = 4;
/** The most that come at a time. */
export const MOST = 8;
/** The drawn ones change by so many at a time: fewer changes cost less than many small ones. */
const STEP = 4;
/** Where nothing is laid out (a hidden tab, a test), items for so many px are drawn all the same. */
const UNLAID_PX = 800;

/** Px of what a box shows. */
export const heightOf = ({ clientHeight }: Pick<Element, 'clientHeight'>): number =>
  clientHeight || UNLAID_PX;

/** What a box shows of items that are all `rowHeight` px high and `around` beyond each edge, widened to whole steps. */
export function placesIn(
  box: Pick<Element, 'scrollTop' | 'clientHeight'>,
  rowHeight: number,
  around: number,
): RowsInSight {
  const first = Math.max(0, box.scrollTop) / rowHeight;
  const shown = heightOf(box) / rowHeight;
  const down = (place: number) => Math.max(0, Math.floor(place / STEP) * STEP);
  return { from: down(first - around), to: down(first + shown + around) + STEP };
}

/** What is shown, and what is drawn already of what is near it. */
export const keeping = (drawn: RowsInSight, shown: RowsInSight, near: RowsInSight): RowsInSight => ({
  from: drawn.to < shown.from ? shown.from : Math.max(near.from, Math.min(drawn.from, shown.from)),
  to: drawn.from > shown.to ? shown.to : Math.min(near.to, Math.max(drawn.to, shown.to)),
});

const covers = (drawn: RowsInSight, wanted: RowsInSight): boolean =>
  drawn.from <= wanted.from && drawn.to >= wanted.to;

/** How many are drawn now that weren't before. */
export function added(before: RowsInSight, { from, to }: RowsInSight): number {
  const kept = Math.min(before.to, to) - Math.max(before.from, from);
  return to - from - Math.max(0, kept);
}

/** At the most so many items more of what is wanted; after a jump from the edge on that the reader came over. */
function towards(drawn: RowsInSight, { from, to }: RowsInSight, most: number): RowsInSight {
  if (drawn.to <= from) return { from, to: Math.min(to, from + most) };
  if (drawn.from >= to) return { from: Math.max(from, to - most), to };
  const end = Math.min(to, drawn.to + most);
  const left = most - Math.max(0, end - drawn.to);
  return { from: Math.max(from, drawn.from - left), to: end };
}

/** The next step of at the most so many items: first to what is shown, then to what is near it. */
export const next = (drawn: RowsInSight, shown: RowsInSight, near: RowsInSight, most: number): RowsInSight =>
  towards(drawn, covers(drawn, shown) ? near : keeping(drawn, shown, near), most);

/** Those of the drawn ones, `around` beyond each edge of what is shown, that stay where all are laid out anew: so many at the most. */
export function stay({ from, to }: RowsInSight, around: number, most: number): RowsInSight {
  const first = from === 0 ? 0 : Math.min(from + around, to);
  return { from: first, to: Math.max(first, Math.min(to - around, first + most)) };
}

/** How far the drawn ones reach when the list holds others: as far as few enough of them weren't drawn before. */
export function reach(before: Keyed, items: Keyed, { from, to }: RowsInSight): number {
  const drawn = new Set<unknown>();
  for (let place = from; place < to; place += 1) drawn.add(before.keyAt(place));
  let come = 0;
  for (let place = from; place < Math.min(to, items.count); place += 1) {
    if (!drawn.has(items.keyAt(place))) come += 1;
    if (come > FEWEST) return place;
  }
  return to;
}
