import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from 'react';
import type { RowKey } from './column';

export interface ReachedRow {
  /** The one row that Tab reaches. */
  index: number;
  /** Whether focus is within a row now. */
  isInside: () => boolean;
  /** Moves focus to a row, which may have to be scrolled into sight first. */
  focus: (index: number) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

interface Place {
  key: RowKey | null;
  index: number;
  /** How often the row was gone and the one in its place took over. */
  moves: number;
}

/**
 * Keeps which row the keyboard is on by its key: rows that come and go above it don't move it, and when it goes itself
 * the one in its place takes over, with the focus if it had it. `show` scrolls to a row, where the list does that itself.
 */
export function useReachedRow<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  scroll: RefObject<HTMLElement | null>,
  show: (index: number) => boolean,
): ReachedRow {
  const [at, setAt] = useState<Place>({ key: null, index: 0, moves: 0 });
  const focused = useRef(false);
  const wanted = useRef<number | null>(null);
  const index = Math.min(at.index, Math.max(0, rows.length - 1));
  const there = rows[index];
  if (at.key !== null && there !== undefined && keyOf(there) !== at.key) {
    const found = rows.findIndex((row) => keyOf(row) === at.key);
    if (found >= 0) setAt({ ...at, index: found });
    else setAt({ key: keyOf(there), index, moves: at.moves + 1 });
  }

  const find = (to: number) => scroll.current?.querySelector<HTMLElement>(`tr[data-index="${to}"]`);
  const put = (to: number) => {
    const row = rows[to];
    const key = row === undefined ? null : keyOf(row);
    setAt((before) => (before.key === key && before.index === to ? before : { ...before, key, index: to }));
  };
  const focus = (to: number) => {
    put(to);
    const preventScroll = show(to);
    const row = find(to);
    // Asking the browser to scroll to it lays out the page once more.
    if (row) row.focus({ preventScroll });
    else wanted.current = to;
  };
  // A row that was out of sight is drawn as soon as it is the reached one.
  useLayoutEffect(() => {
    const row = wanted.current === null ? null : find(wanted.current);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
  const refocus = useEffectEvent(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (focused.current && lost) find(index)?.focus();
  });
  useEffect(() => {
    if (at.moves > 0) refocus();
  }, [at.moves]);
  return {
    index,
    isInside: () =>
      document.activeElement?.closest('tr[data-index]') != null &&
      (scroll.current?.contains(document.activeElement) ?? false),
    focus,
    onFocus: (event) => {
      const row = event.target.closest<HTMLElement>('tr[data-index]');
      focused.current = row !== null;
      if (row) put(Number(row.dataset['index']));
    },
    // A row that is taken away blurs to nowhere.
    onBlur: (event) => {
      if (event.relatedTarget !== null) focused.current = false;
    },
  };
}
