import { type FocusEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RowKey } from './table-types';

interface RovingFocus {
  /** The index of the one row that Tab reaches. */
  index: number;
  /** Whether the focus is within a row now. */
  hasFocus: () => boolean;
  /** Moves the focus to a row, which may have to be scrolled into view first. */
  focus: (index: number) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

interface State {
  key: RowKey | null;
  index: number;
  /** How often the current row was removed, so that the row at its index became current. */
  replaced: number;
}

/**
 * Roving tabindex over the rows of a table. The current row is remembered by its key: rows that come and go above it don't
 * move the focus, and when the row itself is removed, the one at its index becomes current, with the focus if it had it.
 *
 * @param scrollIntoView scrolls to a row of a virtual list and returns true; false leaves it to the browser
 */
export function useRovingFocus<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  box: HTMLElement | null,
  scrollIntoView: (index: number) => boolean,
): RovingFocus {
  const [current, setCurrent] = useState<State>({ key: null, index: 0, replaced: 0 });
  const isFocused = useRef(false);
  const pendingIndex = useRef<number | null>(null);
  const index = Math.min(current.index, Math.max(0, rows.length - 1));
  const row = rows[index];
  if (current.key !== null && row !== undefined && keyOf(row) !== current.key) {
    const found = rows.findIndex((one) => keyOf(one) === current.key);
    if (found >= 0) setCurrent({ ...current, index: found });
    else setCurrent({ key: keyOf(row), index, replaced: current.replaced + 1 });
  }

  const findRow = (at: number) => box?.querySelector<HTMLElement>(`tr[data-index="${at}"]`);
  const makeCurrent = (at: number) => {
    const target = rows[at];
    const key = target === undefined ? null : keyOf(target);
    setCurrent((before) =>
      before.key === key && before.index === at ? before : { ...before, key, index: at },
    );
  };
  const focus = (at: number) => {
    makeCurrent(at);
    const preventScroll = scrollIntoView(at);
    const element = findRow(at);
    if (element) element.focus({ preventScroll });
    else pendingIndex.current = at;
  };
  // A row outside the viewport is rendered as soon as it is the current one.
  useLayoutEffect(() => {
    const element = pendingIndex.current === null ? null : findRow(pendingIndex.current);
    if (!element) return;
    pendingIndex.current = null;
    element.focus({ preventScroll: true });
  });
  const restoreFocus = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isFocused.current && isLost) findRow(index)?.focus();
  });
  useEffect(() => {
    if (current.replaced > 0) restoreFocus();
  }, [current.replaced]);
  return {
    index,
    hasFocus: () =>
      document.activeElement?.closest('tr[data-index]') != null &&
      (box?.contains(document.activeElement) ?? false),
    focus,
    onFocus: (event) => {
      const target = event.target.closest<HTMLElement>('tr[data-index]');
      isFocused.current = target !== null;
      if (target) makeCurrent(Number(target.dataset.index));
    },
    // A row that is removed from the document blurs without a related target.
    onBlur: (event) => {
      if (event.relatedTarget !== null) isFocused.current = false;
    },
  };
}
