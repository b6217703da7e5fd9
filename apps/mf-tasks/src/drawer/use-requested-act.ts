import { useEffect, useEffectEvent } from 'react';
import type { RowAction } from '@tessera/data-table';
import { useLocation, useNavigate } from '@tessera/federation/router';
import { useSnackbar } from '@tessera/ui';

/** An action with a name by which the command palette asks for it. */
export interface NamedAction extends RowAction {
  act?: string;
}

/** What the palette asks of the record that it opens. It isn't in the address, so that no link can start or stop anything. */
const requestedAct = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'act' in state && typeof state.act === 'string'
    ? state.act
    : null;

/** Runs the action that the palette asked for, once, with its own question; a disabled one says why. */
export function useRequestedAct(name: string, actions: readonly NamedAction[]): void {
  const { pathname, search, ...location } = useLocation();
  const navigate = useNavigate();
  const snackbar = useSnackbar();
  const act = requestedAct(location.state);
  const run = useEffectEvent((asked: string) => {
    void navigate(pathname + search, { replace: true, state: null });
    const action = actions.find((one) => one.act === asked);
    if (!action) return;
    if (action.disabled === undefined) action.onSelect();
    else snackbar.show({ message: `${name}: ${action.disabled}`, tone: 'error' });
  });
  useEffect(() => {
    if (act !== null) run(act);
  }, [act]);
}
