import { useCommands } from '@tessera/ui';
import { useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { useTexts } from './texts';
import type { RowAction, RowKey } from './column';
import type { DataTableProps } from './data-table-props';
import { handleTableKey } from './table-keyboard';
import { useRovingFocus } from './use-roving-focus';
import { useStableCallback } from './use-stable-callback';

export interface TableInteractionOptions<Row, Sub> {
  props: DataTableProps<Row, Sub>;
  /** What the table scrolls in; null before it is mounted. */
  box: HTMLElement | null;
  expanded: ReadonlySet<RowKey>;
  setExpanded: (keys: ReadonlySet<RowKey>) => void;
  rowHeight: number;
}

/** Scrolls by the least that brings a row of a virtual list into view, below the sticky head. */
function scrollRowIntoView(box: HTMLElement, index: number, rowHeight: number): void {
  const head = box.querySelector('thead')?.offsetHeight ?? 0;
  const top = index * rowHeight;
  const least = top + rowHeight + head - box.clientHeight;
  if (box.scrollTop > top) box.scrollTop = top;
  else if (box.scrollTop < least) box.scrollTop = least;
}

/** What keys, clicks and focus do to a table: one handler each on its body, none on a row. */
export function useTableInteraction<Row, Sub>(options: TableInteractionOptions<Row, Sub>) {
  const { props, box, expanded, setExpanded, rowHeight } = options;
  const { rows, keyOf, nameOf, selection, selectable, onOpen, expand, rowMenu, virtual = false } = props;
  const t = useTexts();
  const [menu, setMenu] = useState<{ anchor: HTMLElement; index: number } | null>(null);
  /** Where a range of selected rows starts. */
  const rangeStart = useRef<number | null>(null);
  const focus = useRovingFocus(rows, keyOf, box, (index) => {
    if (virtual && box) scrollRowIntoView(box, index, rowHeight);
    return virtual;
  });

  const selectRange = (from: number, to: number, isSelected: boolean) =>
    selection?.put(
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
    const isSelected = !selection.keys.has(keyOf(row));
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
    const index = Number(row.dataset['index']);
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
    selectLoaded,
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
