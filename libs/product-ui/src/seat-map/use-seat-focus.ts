import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';

const SEAT = '[role="gridcell"]';
/** By their class, which browsers find faster than an attribute. */
const ROW = '.seat-row';
const AREA = '[role="grid"]';

const seatsOf = (row: Element | undefined) => [...(row?.querySelectorAll<HTMLElement>(SEAT) ?? [])];

/** The seat of a row that is nearest to a horizontal position; of equally near ones, the one at the index. */
function nearest(row: Element | undefined, left: number, index: number): HTMLElement | undefined {
  const seats = seatsOf(row);
  const preferred = seats[Math.min(index, seats.length - 1)];
  const distance = (seat: HTMLElement) => Math.abs(seat.getBoundingClientRect().left - left);
  return seats.reduce((best, seat) => (best && distance(best) <= distance(seat) ? best : seat), preferred);
}

/** The seat that a key leads to, or undefined for other keys and at the edges. */
function seatAfter(key: string, grid: HTMLElement, seat: HTMLElement): HTMLElement | undefined {
  const row = seat.closest(ROW);
  if (!row) return undefined;
  const seats = seatsOf(row);
  const index = seats.indexOf(seat);
  const { left } = seat.getBoundingClientRect();
  const beside = (selector: string, from: Element | null, step: number) => {
    const all = [...grid.querySelectorAll(selector)];
    return from ? all[all.indexOf(from) + step] : undefined;
  };
  switch (key) {
    case 'ArrowLeft':
      return seats[index - 1];
    case 'ArrowRight':
      return seats[index + 1];
    case 'ArrowUp':
      return nearest(beside(ROW, row, -1), left, index);
    case 'ArrowDown':
      return nearest(beside(ROW, row, 1), left, index);
    case 'Home':
      return seats[0];
    case 'End':
      return seats.at(-1);
    case 'PageUp':
    case 'PageDown':
      return seatsOf(beside(AREA, seat.closest(AREA), key === 'PageUp' ? -1 : 1))[0];
    default:
      return undefined;
  }
}

/**
 * Moves the focus among the seats of a grid by keys, with one tab stop. By the elements alone: thousands of seats aren't drawn
 * again when the focus moves.
 */
export function useSeatFocus(ref: RefObject<HTMLElement | null>) {
  /** The only seat that takes focus by Tab. */
  const tabStop = useRef<Element | null>(null);
  const setTabStop = (seat: Element | null) => {
    tabStop.current?.setAttribute('tabindex', '-1');
    seat?.setAttribute('tabindex', '0');
    tabStop.current = seat;
  };
  // The seat with the tab stop may be gone after any change of the rows.
  useEffect(() => {
    if (!tabStop.current?.isConnected) setTabStop(ref.current?.querySelector(SEAT) ?? null);
  });
  return {
    onFocus: ({ target }: { target: EventTarget & Element }) => {
      if (target.matches(SEAT)) setTabStop(target);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const seat = (event.target as Element).closest<HTMLElement>(SEAT);
      if (!seat || !ref.current || event.altKey || event.ctrlKey || event.metaKey) return;
      const next = seatAfter(event.key, ref.current, seat);
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
  };
}
