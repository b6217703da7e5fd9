import { useEffect, useEffectEvent, useState } from 'react';
import type { SavedViews } from './list-backend';
import type { ListState } from './use-list-state';

/**
 * Opens a list with the view that its reader chose for that. What the URL says wins: a link shows what its sender saw;
 * and once somebody has changed the list, it is left alone.
 */
export function useDefaultView(saved: SavedViews | undefined, state: ListState): void {
  const bare = state.view === null && state.open === null && Object.keys(state.viewQuery).length === 0;
  const [wanted, setWanted] = useState(bare);
  if (wanted && !bare) setWanted(false);
  const view = saved?.views?.find(({ id }) => id === saved.defaultId);
  const apply = useEffectEvent(() => {
    if (view) state.setView(view.id, view.query, true);
  });
  const due = wanted && bare && view !== undefined;
  useEffect(() => {
    if (due) apply();
  }, [due]);
}
