import type { KeyboardEvent } from 'react';

export interface TableKeys {
  count: number;
  /** Rows of a page for PageUp and PageDown. */
  pageRows: number;
  move: (to: number, range: boolean) => void;
  toggle: (index: number, range: boolean) => void;
  open: (index: number) => void;
  expand: (index: number, on: boolean) => void;
  menu: (index: number, row: HTMLElement) => void;
  selectAll: () => void;
  clear: () => void;
}

/** The row that a key belongs to, or null when it belongs to a control inside one. */
function rowOf(target: EventTarget): { index: number; element: HTMLElement } | null {
  if (!(target instanceof HTMLElement)) return null;
  const row = target.closest<HTMLElement>('tr[data-index]');
  if (!row || (target !== row && target.closest('button, a, input, select, textarea'))) return null;
  return { index: Number(row.dataset['index']), element: row };
}

/**
 * Arrows, Home, End, PageUp and PageDown move between rows (with Shift they extend the selection); Space selects;
 * Enter opens; Right and Left show and hide what a row holds; Ctrl-A takes all shown; Escape lets go.
 */
export function onTableKey(event: KeyboardEvent, keys: TableKeys): void {
  const row = rowOf(event.target);
  if (!row) return;
  const { index, element } = row;
  const last = keys.count - 1;
  const moves: Record<string, number> = {
    ArrowDown: Math.min(last, index + 1),
    ArrowUp: Math.max(0, index - 1),
    Home: 0,
    End: last,
    PageDown: Math.min(last, index + keys.pageRows),
    PageUp: Math.max(0, index - keys.pageRows),
  };
  const to = moves[event.key];
  if (to !== undefined) keys.move(to, event.shiftKey);
  else if (event.key === ' ') keys.toggle(index, event.shiftKey);
  else if (event.key === 'Enter') keys.open(index);
  else if (event.key === 'ArrowRight') keys.expand(index, true);
  else if (event.key === 'ArrowLeft') keys.expand(index, false);
  else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) keys.menu(index, element);
  else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) keys.selectAll();
  else if (event.key === 'Escape') {
    keys.clear();
    return;
  } else return;
  event.preventDefault();
}
