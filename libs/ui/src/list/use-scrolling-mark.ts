import { useEffect, type RefObject } from 'react';

/** The rows stand still when the box wasn't scrolled for so many ms: longer than a wheel's turns lie apart. */
const STILL_MS = 150;

/**
 * Marks the rows of a scrolling box with `data-scrolling` while they move, so that they don't light up one after the other
 * below a pointer that rests: each that did would be styled and painted twice in the midst of the scroll.
 */
export function useScrollingMark(scroll: RefObject<HTMLElement | null>, virtual: boolean): void {
  useEffect(() => {
    const box = scroll.current;
    const rows = box?.querySelector('tbody');
    if (!virtual || !box || !rows) return;
    let still: ReturnType<typeof setTimeout> | undefined;
    const rest = () => rows.removeAttribute('data-scrolling');
    const mark = () => {
      clearTimeout(still);
      if (!rows.hasAttribute('data-scrolling')) rows.setAttribute('data-scrolling', '');
      still = setTimeout(rest, STILL_MS);
    };
    box.addEventListener('scroll', mark, { passive: true });
    return () => {
      clearTimeout(still);
      rest();
      box.removeEventListener('scroll', mark);
    };
  }, [scroll, virtual]);
}
