import type { KeyboardEvent } from 'react';

/** Which of a row a key leads to from the one at `at`; none for other keys. */
function next(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

/**
 * Arrow keys, Home and End lead along what stands in a row, of which Tab reaches one (WAI-ARIA, tabs pattern); Enter and
 * Space choose, as on every button.
 *
 * @param which a CSS selector of what stands in it
 */
export const alongRow =
  (which: string) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(which)];
    const at = all.findIndex((one) => one === event.target);
    const to =
      at < 0 || event.altKey || event.ctrlKey || event.metaKey ? undefined : next(event.key, at, all.length);
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
