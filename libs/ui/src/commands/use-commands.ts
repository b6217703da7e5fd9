import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Command } from './command';
import { registerCommands, registeredCommands, subscribeCommands, unregisterCommands } from './registry';

/**
 * Declares what can be done, where it acts: the keys work, the sheet of shortcuts lists them, and the command palette
 * offers those that are `named`, for as long as the component is shown.
 */
export function useCommands(commands: readonly Command[]): void {
  const [owner] = useState(() => ({}));
  // Each render may have closed over something new.
  useEffect(() => registerCommands(owner, commands));
  useEffect(() => () => unregisterCommands(owner), [owner]);
}

/** Everything that can be done here and now, in the order in which it was declared. */
export const useRegisteredCommands = (): readonly Command[] =>
  useSyncExternalStore(subscribeCommands, registeredCommands);
