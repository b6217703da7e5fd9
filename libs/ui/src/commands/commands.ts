import type { LucideIcon } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../texts';
import { matchesKey } from './keys';

/** Something a person can do here and now: by its keys, and by name in the command palette. */
export interface Command {
  label: string;
  /** The heading under which the sheet of shortcuts shows it. */
  group: string;
  /**
   * Keys, any of which does it: as `KeyboardEvent.key` names them (`j`, `?`, `Enter`), `mod+k` with Ctrl or ⌘. Plain
   * keys do nothing while somebody types or a dialog is open.
   */
  keys?: readonly string[];
  run: () => void;
  /** Why it can't be done now. */
  disabled?: string | undefined;
  icon?: LucideIcon;
  /** Offered by name in the palette. */
  inPalette?: boolean;
}

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

/** One of the actions in a page's head. */
export interface PageAction {
  label: string;
  icon?: LucideIcon;
  run: () => void;
  /** Why it can't be taken. */
  disabled?: string | undefined;
}

/** Offers a page's actions in the command palette; the first, its primary one, also by `n`. */
export function usePageActions(actions: readonly PageAction[]): void {
  const group = useTexts()('commands.page');
  useCommands(
    actions.map((action, i) => ({ ...action, group, inPalette: true, ...(i === 0 ? { keys: ['n'] } : {}) })),
  );
}
