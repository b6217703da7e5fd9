import { useEffect, type RefObject } from 'react';

/** The rows stand still when the box wasn't scrolled for so many ms: longer than a wheel's turns lie apart. */
const STILL_MS = 150;

/**
 * Marks the row below the mouse with `data-pointed`, and none while rows move in the scrolling box: each that came below a pointer
 * that rests would be styled and painted twice in the midst of the scroll. The style sheet's `:hover` can't be told so
 * but by a mark of the table, and when that changes, all of its rows are styled anew.
 */
export function usePointedRow(scroll: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = scroll.current;
    if (!box) return;
    let pointed: Element | null = null;
    let lit: Element | null = null;
    let still: ReturnType<typeof setTimeout> | undefined;
    const light = (row: Element | null) => {
      if (row === lit) return;
      lit?.removeAttribute('data-pointed');
      row?.setAttribute('data-pointed', '');
      lit = row;
    };
    const rest = () => {
      still = undefined;
      light(pointed);
    };
    const point = ({ type, target, pointerType }: PointerEvent) => {
      const isOver = type === 'pointerover' && pointerType !== 'touch';
      pointed = isOver ? (target as Element).closest('tbody tr') : null;
      if (still === undefined) light(pointed);
    };
    const move = () => {
      clearTimeout(still);
      light(null);
      still = setTimeout(rest, STILL_MS);
    };
    box.addEventListener('pointerover', point, { passive: true });
    box.addEventListener('pointerleave', point, { passive: true });
    box.addEventListener('scroll', move, { passive: true });
    return () => {
      clearTimeout(still);
      light(null);
      box.removeEventListener('pointerover', point);
      box.removeEventListener('pointerleave', point);
      box.removeEventListener('scroll', move);
    };
  }, [scroll]);
}
