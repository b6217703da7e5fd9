import { useDeferredValue, useState, useSyncExternalStore } from 'react';
import type { RowKey, SelectedRows, Selection } from './table-types';

const none: SelectedRows = { keys: new Set(), all: false };

/** Keeps a list's selection by row key while pages turn and rows change live. The returned object stays the same. */
export function useSelection(): Selection {
  return useState(createSelection)[0];
}

function createSelection(): Selection {
  const listeners = new Set<() => void>();
  let selected = none;
  const set = (next: SelectedRows) => {
    selected = next;
    for (const listener of listeners) listener();
  };
  return {
    read: () => selected,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setSelected: (keys, isSelected) => {
      const next = new Set(selected.keys);
      for (const key of keys) {
        if (isSelected) next.add(key);
        else next.delete(key);
      }
      set({ keys: next, all: false });
    },
    selectAll: () => set({ ...selected, all: true }),
    clear: () => set(none),
  };
}

const noSelection: Pick<Selection, 'read' | 'subscribe'> = {
  read: () => none,
  subscribe: () => () => undefined,
};

/** The rows that are selected now; renders the caller again when they change. Without a selection none are. */
export function useSelected({
  subscribe,
  read,
}: Pick<Selection, 'read' | 'subscribe'> = noSelection): SelectedRows {
  return useSyncExternalStore(subscribe, read);
}

/** The same, a moment later: for what isn't a row, so that a click shows its row selected first. */
export const useDeferredSelected = (selection: Selection | undefined): SelectedRows =>
  useDeferredValue(useSelected(selection));

/** Whether all loaded rows are selected, some of them, or none. */
export function loadedSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  { keys }: SelectedRows,
): 'none' | 'some' | 'all' {
  if (keys.size === 0 || rows.length === 0) return 'none';
  if (keys.size >= rows.length && rows.every((row) => keys.has(keyOf(row)))) return 'all';
  return rows.some((row) => keys.has(keyOf(row))) ? 'some' : 'none';
}
