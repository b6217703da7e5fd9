import {
  startTransition,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { text } from './texts';
import type { RowAction, RowKey } from './column';
import type { DataTableProps } from './data-table-props';
import { rowText } from './row-text';
import type { Items } from './table-items';
import { showPlace } from './show-place';
import { onTableKey } from './table-keyboard';
import type { RowCalls } from './table-row';
import { useLatest } from './use-latest';
import { useReachedRow } from './use-reached-row';
import { useTableCommands } from './use-table-commands';

export interface TableControlInput<Row, Sub> {
  props: DataTableProps<Row, Sub>;
  scroll: RefObject<HTMLElement | null>;
  items: Items<Row, Sub>;
  expanded: ReadonlySet<RowKey>;
  setExpanded: (keys: ReadonlySet<RowKey>) => void;
  /** Of every item, where the list is virtual; null where all are drawn. */
  rowHeight: number | null;
}

/** What a table's bodies and rows call; stays the same object. */
export interface TableCalls extends RowCalls {
  keyDown: (event: KeyboardEvent) => void;
  click: (event: MouseEvent) => void;
  focus: (event: FocusEvent) => void;
  blur: (event: FocusEvent) => void;
}

/** What keys, clicks and focus do to a table: one handler each on its bodies, none on a row. */
export function useTableControl<Row, Sub>(input: TableControlInput<Row, Sub>) {
  const { props, scroll, items, expanded, setExpanded, rowHeight } = input;
  const { rows, keyOf, nameOf, selection, selectable, onOpen, expand, rowMenu } = props;
  const [menu, setMenu] = useState<{ anchor: HTMLElement | null; index: number }>({ anchor: null, index: 0 });
  const anchor = useRef<number | null>(null);
  const at = useReachedRow(rows, keyOf, scroll, (index) => {
    if (rowHeight === null || !scroll.current) return false;
    showPlace(scroll.current, items.placeOf(index), rowHeight);
    return true;
  });
  const reached = at.index;

  const put = (from: number, to: number, on: boolean) =>
    selection?.put(
      rows
        .slice(Math.min(from, to), Math.max(from, to) + 1)
        .filter((row) => selectable?.(row) ?? true)
        .map(keyOf),
      on,
    );
  // Many rows are drawn in steps.
  const selectShown = useLatest((on: boolean) => startTransition(() => put(0, rows.length - 1, on)));
  const toggle = useLatest((index: number, range: boolean) => {
    const row = rows[index];
    if (!row || !selection) return;
    const on = !selection.keys.has(keyOf(row));
    put(range && anchor.current !== null ? anchor.current : index, index, range || on);
    if (!range) anchor.current = index;
  });
  const show = useLatest((index: number, on?: boolean) => {
    const row = rows[index];
    if (!row || !expand) return;
    const key = keyOf(row);
    const next = new Set(expanded);
    if (on ?? !next.has(key)) next.add(key);
    else next.delete(key);
    setExpanded(next);
  });
  const openMenu = useLatest((index: number, element: HTMLElement) => {
    if (rowMenu) setMenu({ anchor: element, index });
  });
  const open = (index: number) => {
    const row = rows[index];
    if (row) onOpen?.(row);
  };
  const keyDown = useLatest((event: KeyboardEvent) =>
    onTableKey(event, {
      count: rows.length,
      pageRows: Math.max(1, Math.floor((scroll.current?.clientHeight ?? 360) / (props.density ?? 36)) - 2),
      move: (to, range) => {
        if (range && selection) {
          anchor.current ??= reached;
          put(anchor.current, to, true);
        } else anchor.current = null;
        at.focus(to);
      },
      toggle,
      open,
      expand: show,
      menu: openMenu,
      selectAll: () => selectShown(true),
      clear: () => selection?.clear(),
    }),
  );
  const click = useLatest((event: MouseEvent) => {
    const target = event.target;
    if (!(target instanceof HTMLElement || target instanceof SVGElement)) return;
    const row = target.closest<HTMLElement>('tr[data-index]');
    if (!row || target.closest('button, a, input, label, [role="menuitem"], td.select')) return;
    const index = Number(row.dataset['index']);
    if (event.shiftKey && selection) toggle(index, true);
    else open(index);
  });
  const focus = useLatest(at.onFocus);
  const blur = useLatest(at.onBlur);
  const calls = useMemo<TableCalls>(
    () => ({ toggle, expand: (index) => show(index), menu: openMenu, keyDown, click, focus, blur }),
    [toggle, show, openMenu, keyDown, click, focus, blur],
  );
  useTableCommands(props, {
    step: (by) => at.focus(at.isInside() ? Math.max(0, Math.min(rows.length - 1, reached + by)) : reached),
    select: () => toggle(reached, false),
    open: () => open(reached),
  });

  const menuRow = rows[menu.index];
  const actions: readonly RowAction[] = menu.anchor && menuRow && rowMenu ? rowMenu(menuRow) : [];
  return {
    reached,
    calls,
    selectShown,
    menu: {
      anchor: menu.anchor,
      actions,
      label: menuRow ? rowText('row.actionsFor', nameOf(menuRow)) : text('row.actions'),
    },
    closeMenu: () => setMenu({ anchor: null, index: menu.index }),
  };
}
