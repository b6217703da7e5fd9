import type { LucideIcon } from 'lucide-react';

/** One line of the command palette. */
export interface Entry {
  id: string;
  /** The heading of its group. */
  group: string;
  label: string;
  /** Secondary text: a site, an e-mail address. */
  detail?: string;
  icon?: LucideIcon;
  keys?: readonly string[];
  /** Why it can't be chosen. */
  disabled?: string | undefined;
  run: () => void;
  /** Text that takes the place of what was typed; the palette stays open instead of running it. */
  fill?: string;
}

/** Whether an entry contains every word of the query. */
export function matches({ label, detail = '' }: Pick<Entry, 'label' | 'detail'>, text: string): boolean {
  const held = `${label} ${detail}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}

/** Entries by group, in the order in which the groups first occur. */
export function groupEntries(entries: readonly Entry[]): [group: string, entries: Entry[]][] {
  return [...Map.groupBy(entries, ({ group }) => group)];
}
