import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useInsertionEffect,
  useRef,
  useState,
} from 'react';
import { useCommands } from '@tessera/ui';
import type { DataTableProps, RowAction, RowKey } from './table-types';
import { useTexts } from './texts';
import { useRovingFocus } from './use-roving-focus';

interface TableInteractionOptions<Row, Sub> {
  props: DataTableProps<Row, Sub>;
  /** The scroll container; null before it is mounted. */
  box: HTMLElement | null;
  expanded: ReadonlySet<RowKey>;
  setExpanded: (keys: ReadonlySet<RowKey>) => void;
  rowHeight: number;
}

/** Scrolls a row of a virtual list into view by the shortest distance, below the sticky head. */
function scrollRowIntoView(box: HTMLElement, index: number, rowHeight: number): void {
  const head = box.querySelector('thead')?.offsetHeight ?? 0;
  const top = index * rowHeight;
  const lowest = top + rowHeight + head - box.clientHeight;
  if (box.scrollTop > top) box.scrollTop = top;
  else if (box.scrollTop < lowest) box.scrollTop = lowest;
}

/** Handles keys, clicks and focus of a table by handlers on its body, so that rows need none. */
export function useTableInteraction<Row, Sub>(options: TableInteractionOptions<Row, Sub>) {
  const { props, box, expanded, setExpanded, rowHeight } = options;
  const { rows, keyOf, nameOf, selection, selectable, onOpen, expand, rowMenu, virtual = false } = props;
  const t = useTexts();
  const [menu, setMenu] = useState<{ anchor: HTMLElement; index: number } | null>(null);
  /** The index at which a range of selected rows starts. */
  const rangeStart = useRef<number | null>(null);
  const focus = useRovingFocus(rows, keyOf, box, (index) => {
    if (virtual && box) scrollRowIntoView(box, index, rowHeight);
    return virtual;
  });

  const selectRange = (from: number, to: number, isSelected: boolean) =>
    selection?.setSelected(
      rows
        .slice(Math.min(from, to), Math.max(from, to) + 1)
        .filter((row) => selectable?.(row) ?? true)
        .map(keyOf),
      isSelected,
    );
  const selectLoaded = (isSelected: boolean) => selectRange(0, rows.length - 1, isSelected);
  const toggle = useStableCallback((index: number, extend: boolean) => {
    const row = rows[index];
    if (!row || !selection) return;
    const isSelected = !selection.read().keys.has(keyOf(row));
    selectRange(extend ? (rangeStart.current ?? index) : index, index, extend || isSelected);
    if (!extend) rangeStart.current = index;
  });
  const setRowExpanded = useStableCallback((index: number, isExpanded?: boolean) => {
    const row = rows[index];
    if (!row || !expand) return;
    const key = keyOf(row);
    const next = new Set(expanded);
    if (isExpanded ?? !next.has(key)) next.add(key);
    else next.delete(key);
    setExpanded(next);
  });
  const openMenu = useStableCallback((index: number, anchor: HTMLElement) => {
    if (rowMenu) setMenu({ anchor, index });
  });
  const open = (index: number) => {
    const row = rows[index];
    if (row) onOpen?.(row);
  };
  const onKeyDown = (event: KeyboardEvent) =>
    handleTableKey(event, {
      count: rows.length,
      pageRows: Math.max(1, Math.floor((box?.clientHeight ?? 0) / rowHeight) - 2),
      move: (to, extend) => {
        if (extend && selection) {
          rangeStart.current ??= focus.index;
          selectRange(rangeStart.current, to, true);
        } else rangeStart.current = null;
        focus.focus(to);
      },
      toggle,
      open,
      expand: setRowExpanded,
      openMenu,
      selectAll: () => selectLoaded(true),
      clearSelection: () => selection?.clear(),
    });
  const onClick = (event: MouseEvent) => {
    const target = event.target;
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
    const row = target.closest<HTMLElement>('tr[data-index]');
    if (!row || target.closest('button, a, input, label, [role="menuitem"], td.select')) return;
    const index = Number(row.dataset.index);
    if (event.shiftKey && selection) toggle(index, true);
    else open(index);
  };

  const group = t('commands.list');
  const hasShortcuts = props.shortcuts === true && rows.length > 0;
  const step = (by: 1 | -1) =>
    focus.focus(focus.hasFocus() ? Math.max(0, Math.min(rows.length - 1, focus.index + by)) : focus.index);
  useCommands([
    ...(hasShortcuts
      ? [
          { group, label: t('commands.next'), keys: ['j', 'ArrowDown'], run: () => step(1) },
          { group, label: t('commands.previous'), keys: ['k', 'ArrowUp'], run: () => step(-1) },
        ]
      : []),
    ...(hasShortcuts && selection
      ? [{ group, label: t('commands.select'), keys: ['x'], run: () => toggle(focus.index, false) }]
      : []),
    ...(hasShortcuts && onOpen
      ? [{ group, label: t('commands.open'), keys: ['Enter'], run: () => open(focus.index) }]
      : []),
  ]);

  const menuRow = menu && rows[menu.index];
  const actions: readonly RowAction[] = menuRow && rowMenu ? rowMenu(menuRow) : [];
  return {
    currentIndex: focus.index,
    /** For the rows. */
    rowActions: { toggle, expand: setRowExpanded, openMenu },
    /** For the table's body. */
    handlers: {
      onKeyDown,
      onClick,
      onFocus: (event: FocusEvent) => focus.onFocus(event),
      onBlur: (event: FocusEvent) => focus.onBlur(event),
    },
    menu: {
      anchor: menu?.anchor ?? null,
      actions,
      label: menuRow ? t('row.actionsFor', { name: nameOf(menuRow) }) : t('row.actions'),
      onClose: () => setMenu(null),
    },
  };
}

interface TableKeyActions {
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
  return { index: Number(row.dataset.index), element: row };
}

/**
 * The keyboard of a table: arrows, Home, End, PageUp and PageDown move between rows (with Shift they extend the selection);
 * Space selects; Enter opens; Right and Left expand and collapse; Ctrl-A selects all loaded rows; Escape clears the selection.
 */
function handleTableKey(event: KeyboardEvent, actions: TableKeyActions): void {
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

/**
 * Returns a function with a stable identity that calls the latest `callback`, so that memoized rows don't render again
 * when the callback changes. Unlike `useEffectEvent` it may be passed to other components.
 */
function useStableCallback<Args extends readonly unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback);
  // Before layout effects, because one that moves the focus calls handlers at once.
  useInsertionEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
