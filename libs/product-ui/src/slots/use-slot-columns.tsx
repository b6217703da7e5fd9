import { type ReactNode, useCallback, useMemo, useSyncExternalStore } from 'react';
import { type PlacedSlot, useSlots } from '@tessera/federation';
import { CellStore, type SlotCell } from '@tessera/federation/slots';
import { useTheme } from '@tessera/ui/mui';

type ColumnPlace = 'tasks.column' | 'jobs.column' | 'purchased.column';

/** A column of a list that a module fills. */
export interface SlotColumn<Row> {
  id: string;
  header: string;
  minWidth: number;
  cell: (row: Row) => ReactNode;
}

type ToneColors = Record<NonNullable<SlotCell['tone']>, string>;

/** Of the states that they resemble: bought, expiring, failed. */
function useToneColors(): ToneColors {
  const { status } = useTheme().vars.palette;
  return useMemo(
    () => ({ success: status.verdigris.text, warning: status.ochre.text, danger: status.cinnabar.text }),
    [status],
  );
}

/**
 * The columns that modules add to a list. Cells are loaded for the rows on screen, many with one request, and again when a row
 * changes.
 *
 * @param idOf the id of the record that a row shows
 * @param versionOf changes with the row
 */
export function useSlotColumns<Row>(
  place: ColumnPlace,
  idOf: (row: Row) => number,
  versionOf: (row: Row) => unknown,
): readonly SlotColumn<Row>[] {
  const slots = useSlots(place);
  const colors = useToneColors();
  return useMemo(
    () =>
      slots.map((placed) => ({
        id: placed.name,
        header: placed.slot.title,
        minWidth: 110,
        cell: (row) => (
          <SlotColumnCell placed={placed} id={idOf(row)} version={versionOf(row)} colors={colors} />
        ),
      })),
    [slots, idOf, versionOf, colors],
  );
}

/** One store per slot, so that the cells of all its rows are loaded together. */
const stores = new WeakMap<PlacedSlot, CellStore>();

function storeOf(placed: PlacedSlot<ColumnPlace>): CellStore {
  const known = stores.get(placed);
  if (known) return known;
  const { registry, release, slot } = placed;
  const store = new CellStore(
    () => registry.loadSlot(release, slot),
    (error) => void registry.failSlot(release, slot.id, error),
  );
  stores.set(placed, store);
  return store;
}

interface SlotColumnCellProps {
  placed: PlacedSlot<ColumnPlace>;
  id: number;
  version: unknown;
  colors: ToneColors;
}

function SlotColumnCell({ placed, id, version, colors }: SlotColumnCellProps) {
  const store = storeOf(placed);
  const cell = useSyncExternalStore(
    useCallback((listener) => store.subscribe(id, version, listener), [store, id, version]),
    () => store.read(id),
  );
  // A plain element: a styled one costs as much as the rest of the cell, for each row that is scrolled in.
  return cell ? (
    <span title={cell.text} style={cell.tone && { color: colors[cell.tone] }}>
      {cell.text}
    </span>
  ) : null;
}
