import type { LucideIcon } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTexts } from '../texts';
import { beginsSequence, matchesKey } from './keys';

/** An action that the current page offers, by its keys and in the command palette. */
export interface Command {
  label: string;
  /** The heading under which the list of shortcuts shows it. */
  group: string;
  /**
   * Any of these keys runs it: as `KeyboardEvent.key` names them (`j`, `?`, `Enter`), `mod+k` with Ctrl or ⌘, `g t` one
   * after the other. Keys without `mod` are ignored in text fields, and all of them below an open dialog.
   */
  keys?: readonly string[];
  run: () => void;
  /** Why it is disabled. */
  disabled?: string | undefined;
  icon?: LucideIcon;
  /** Listed in the command palette. */
  inPalette?: boolean;
}

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta']);

const owners = new Map<object, readonly Command[]>();
const listeners = new Set<() => void>();
let all: readonly Command[] = [];

/** Time for the second key of a sequence. */
const SEQUENCE_MS = 1500;

/** The first key of a sequence, until its second one or `SEQUENCE_MS`. */
let begun: { key: string; timer: ReturnType<typeof setTimeout> } | null = null;

function endSequence(): string | null {
  if (begun) clearTimeout(begun.timer);
  const key = begun?.key ?? null;
  begun = null;
  return key;
}

function onKeyDown(event: KeyboardEvent): void {
  // A modifier alone is pressed on the way to another key.
  if (event.defaultPrevented || event.isComposing || modifiers.has(event.key)) return;
  const first = endSequence();
  // The most recent registration takes precedence: a tab's list over its page.
  const found = all.findLast(
    ({ keys, disabled }) => keys && disabled === undefined && matchesKey(event, keys, first),
  );
  if (!found) {
    if (first === null && all.some(({ keys }) => keys && beginsSequence(event, keys)))
      begun = { key: event.key, timer: setTimeout(endSequence, SEQUENCE_MS) };
    return;
  }
  event.preventDefault();
  found.run();
}

function changed(): void {
  all = [...owners.values()].flat();
  for (const listener of listeners) listener();
}

/** Registers an owner's commands in place of its earlier ones. */
function registerCommands(owner: object, commands: readonly Command[]): void {
  if (owners.size === 0) window.addEventListener('keydown', onKeyDown);
  owners.set(owner, commands);
  changed();
}

/** Removes an owner's commands. */
function unregisterCommands(owner: object): void {
  if (!owners.delete(owner)) return;
  if (owners.size === 0) window.removeEventListener('keydown', onKeyDown);
  changed();
}

const registeredCommands = (): readonly Command[] => all;

function subscribeCommands(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Registers commands while the component is mounted: their keys work, the list of shortcuts shows them, and the command
 * palette offers those with `inPalette`.
 */
export function useCommands(commands: readonly Command[]): void {
  const [owner] = useState(() => ({}));
  // Commands are closures, so each render registers its own.
  useEffect(() => registerCommands(owner, commands));
  useEffect(() => () => unregisterCommands(owner), [owner]);
}

/** Returns all registered commands, in the order of their registration. */
export const useRegisteredCommands = (): readonly Command[] =>
  useSyncExternalStore(subscribeCommands, registeredCommands);

/** An action in a page's header. */
export interface PageAction {
  label: string;
  icon?: LucideIcon;
  run: () => void;
  /** Why it is disabled. */
  disabled?: string | undefined;
}

/** Offers a page's actions in the command palette; the first one, its primary action, also by the key `n`. */
export function usePageActions(actions: readonly PageAction[]): void {
  const group = useTexts()('commands.page');
  useCommands(
    actions.map((action, i) => ({ ...action, group, inPalette: true, ...(i === 0 ? { keys: ['n'] } : {}) })),
  );
}
