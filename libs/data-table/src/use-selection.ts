import { useMemo, useState } from 'react';
import type { RowKey, Selection } from './table-types';

interface State {
  keys: ReadonlySet<RowKey>;
  all: boolean;
}

const none: State = { keys: new Set(), all: false };

/** Keeps a list's selection by row key while pages turn and rows change live. */
export function useSelection(): Selection {
  const [state, setState] = useState<State>(none);
  return useMemo(() => {
    const setSelected = (keys: readonly RowKey[], isSelected: boolean) =>
      setState((before) => {
        const next = new Set(before.keys);
        for (const key of keys) {
          if (isSelected) next.add(key);
          else next.delete(key);
        }
        return { keys: next, all: false };
      });
    return {
      ...state,
      setSelected,
      toggle: (key) => setSelected([key], !state.keys.has(key)),
      selectAll: () => setState((before) => ({ ...before, all: true })),
      clear: () => setState(none),
    } satisfies Selection;
  }, [state]);
}

/** Whether all loaded rows are selected, some of them, or none. */
export function loadedSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  keys: ReadonlySet<RowKey> = none.keys,
): 'none' | 'some' | 'all' {
  if (keys.size === 0 || rows.length === 0) return 'none';
  if (keys.size >= rows.length && rows.every((row) => keys.has(keyOf(row)))) return 'all';
  return rows.some((row) => keys.has(keyOf(row))) ? 'some' : 'none';
}
