import { type ReactNode, useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import { CellStore, type PlacedSlot, type SlotCell, useSlots } from '@tessera/federation/slots';
import { styled } from '@tessera/ui/mui';

type ColumnPlace = 'tasks.column' | 'jobs.column' | 'purchased.column';

/** A column of a list that a module fills. */
export interface SlotColumn<Row> {
  id: string;
  header: string;
  minWidth: number;
  cell: (row: Row) => ReactNode;
}

const Tone = styled('span')(({ theme: { vars } }) => ({
  '&.success': { color: vars.palette.status.verdigris.text },
  '&.warning': { color: vars.palette.status.ochre.text },
  '&.danger': { color: vars.palette.status.cinnabar.text },
}));

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
  return useMemo(
    () =>
      slots.map((placed) => ({
        id: placed.name,
        header: placed.slot.title,
        minWidth: 110,
        cell: (row) => <SlotColumnCell placed={placed} id={idOf(row)} version={versionOf(row)} />,
      })),
    [slots, idOf, versionOf],
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
}

function SlotColumnCell({ placed, id, version }: SlotColumnCellProps) {
  const store = storeOf(placed);
  useEffect(() => store.want(id, version), [store, id, version]);
  const cell = useSyncExternalStore(
    useCallback((listener) => store.subscribe(id, listener), [store, id]),
    () => store.read(id),
  );
  return <CellText cell={cell} />;
}

const CellText = ({ cell }: { cell: SlotCell | null }) =>
  cell ? (
    <Tone className={cell.tone} title={cell.text}>
      {cell.text}
    </Tone>
  ) : null;
