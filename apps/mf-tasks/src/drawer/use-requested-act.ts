import { useEffect, useEffectEvent } from 'react';
import type { RowAction } from '@tessera/data-table';
import { useEntryRequest } from '@tessera/federation/router';
import { useSnackbar } from '@tessera/ui';

/** An action with a name by which the command palette asks for it. */
export interface NamedAction extends RowAction {
  act?: string;
}

/** Runs the action that the palette asked for, once, with its own question; a disabled one says why. */
export function useRequestedAct(name: string, actions: readonly NamedAction[]): void {
  const { request, forget } = useEntryRequest('act');
  const snackbar = useSnackbar();
  const run = useEffectEvent((asked: unknown) => {
    forget();
    const action = actions.find((one) => one.act === asked);
    if (!action) return;
    if (action.disabled === undefined) action.onSelect();
    else snackbar.show({ message: `${name}: ${action.disabled}`, tone: 'error' });
  });
  useEffect(() => {
    if (request !== null) run(request);
  }, [request]);
}
