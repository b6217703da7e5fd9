import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { ModuleRelease, ModuleSlot } from '../contract';
import type { HasFailed, ModuleRegistry } from '../registry';

/** A slot and the release that fills it. */
export interface PlacedSlot<Place extends ModuleSlot['place'] = ModuleSlot['place']> {
  /** Names it in this page view, e.g. as a tab's id: `mf-risk.score`. */
  name: string;
  /** Loads its content. */
  registry: ModuleRegistry;
  release: ModuleRelease;
  slot: ModuleSlot & { place: Place };
}

/** What the shell gives to the places of slots. */
export interface SlotHost {
  registry: ModuleRegistry;
  /** The slots of the announced releases that the user may see. */
  slots: readonly PlacedSlot[];
}

/** Without the shell around it, as in a test of one page, no place is filled. */
export const SlotHostContext = createContext<SlotHost | null>(null);

const none: readonly PlacedSlot[] = [];
const nothingFailed: HasFailed = () => false;
const isOf =
  <Place extends ModuleSlot['place']>(place: Place) =>
  (placed: PlacedSlot): placed is PlacedSlot<Place> =>
    placed.slot.place === place;

/** Subscribes to the slots of a place, without those that have failed in this page view or whose module has. */
export function useSlots<Place extends ModuleSlot['place']>(place: Place): readonly PlacedSlot<Place>[] {
  const host = use(SlotHostContext);
  const registry = host?.registry;
  const hasFailed = useSyncExternalStore(
    useCallback((listener) => registry?.subscribe(listener) ?? (() => undefined), [registry]),
    () => registry?.getHasFailed() ?? nothingFailed,
  );
  const slots = host?.slots ?? none;
  return useMemo(
    () => slots.filter(isOf(place)).filter(({ release, slot }) => !hasFailed(release, slot.id)),
    [slots, place, hasFailed],
  );
}
