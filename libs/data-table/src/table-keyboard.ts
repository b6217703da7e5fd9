import type { KeyboardEvent } from 'react';

export interface TableKeyActions {
  count: number;
  /** How many rows PageUp and PageDown move by. */
  pageRows: number;
  /** `extend`: the selection reaches to the row. */
  move: (to: number, extend: boolean) => void;
  toggle: (index: number, extend: boolean) => void;
  open: (index: number) => void;
  expand: (index: number, expanded: boolean) => void;
  openMenu: (index: number, anchor: HTMLElement) => void;
  selectAll: () => void;
  clearSelection: () => void;
}

/** The row that a key event belongs to; null when it belongs to a control inside the row. */
function rowOf(target: EventTarget): { index: number; element: HTMLElement } | null {
  if (!(target instanceof HTMLElement)) return null;
  const row = target.closest<HTMLElement>('tr[data-index]');
  if (!row || (target !== row && target.closest('button, a, input, select, textarea'))) return null;
  return { index: Number(row.dataset['index']), element: row };
}

/**
 * The keyboard of a table: arrows, Home, End, PageUp and PageDown move between rows (with Shift they extend the selection);
 * Space selects; Enter opens; Right and Left expand and collapse; Ctrl-A selects all loaded rows; Escape clears the selection.
 */
export function handleTableKey(event: KeyboardEvent, actions: TableKeyActions): void {
  const row = rowOf(event.target);
  if (!row) return;
  const { index, element } = row;
  const last = actions.count - 1;
  const moves: Record<string, number> = {
    ArrowDown: Math.min(last, index + 1),
    ArrowUp: Math.max(0, index - 1),
    Home: 0,
    End: last,
    PageDown: Math.min(last, index + actions.pageRows),
    PageUp: Math.max(0, index - actions.pageRows),
  };
  const to = moves[event.key];
  if (to !== undefined) actions.move(to, event.shiftKey);
  else if (event.key === ' ') actions.toggle(index, event.shiftKey);
  else if (event.key === 'Enter') actions.open(index);
  else if (event.key === 'ArrowRight') actions.expand(index, true);
  else if (event.key === 'ArrowLeft') actions.expand(index, false);
  else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey))
    actions.openMenu(index, element);
  else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) actions.selectAll();
  else if (event.key === 'Escape') {
    actions.clearSelection();
    return;
  } else return;
  event.preventDefault();
}
