import type { Command } from './command';
import { matchesKey } from './keys';

const owners = new Map<object, readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];

function onKeyDown(event: KeyboardEvent): void {
  // What was declared last lies on top: a tab's list comes before its page's.
  if (event.defaultPrevented || event.isComposing) return;
  const found = all.findLast(
    ({ keys, disabled }) => keys && disabled === undefined && matchesKey(event, keys),
  );
  if (!found) return;
  event.preventDefault();
  found.run();
}

function changed(): void {
  all = [...owners.values()].flat();
  for (const listener of listeners) listener();
}

/** Declares an owner's commands, in place of those it declared before. */
export function registerCommands(owner: object, commands: readonly Command[]): void {
  if (owners.size === 0) window.addEventListener('keydown', onKeyDown);
  owners.set(owner, commands);
  changed();
}

/** Takes an owner's commands away. */
export function unregisterCommands(owner: object): void {
  if (!owners.delete(owner)) return;
  if (owners.size === 0) window.removeEventListener('keydown', onKeyDown);
  changed();
}

export const registeredCommands = (): readonly Command[] => all;

export function subscribeCommands(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
