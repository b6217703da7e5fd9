import { useEffect, type RefObject } from 'react';

/** The rows stand still when the box wasn't scrolled for so many ms: longer than a wheel's turns lie apart. */
const STILL_MS = 150;

/**
 * Marks the table in a scrolling box with `data-scrolling` while its rows move, so that they don't light up one after the other
 * below a pointer that rests: each that did would be styled and painted twice in the midst of the scroll.
 */
export function useScrollingMark(scroll: RefObject<HTMLElement | null>, virtual: boolean): void {
  useEffect(() => {
    const box = scroll.current;
    const table = box?.querySelector('table');
    if (!virtual || !box || !table) return;
    let still: ReturnType<typeof setTimeout> | undefined;
    const rest = () => table.removeAttribute('data-scrolling');
    const mark = () => {
      clearTimeout(still);
      if (!table.hasAttribute('data-scrolling')) table.setAttribute('data-scrolling', '');
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
