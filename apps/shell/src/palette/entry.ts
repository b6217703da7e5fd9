import type { LucideIcon } from 'lucide-react';

/** One line of the command palette. */
export interface Entry {
  id: string;
  /** The heading under which it stands. */
  group: string;
  label: string;
  /** Of second rank, at the right: a site, an e-mail. */
  detail?: string;
  icon?: LucideIcon;
  keys?: readonly string[];
  /** Why it can't be taken. */
  disabled?: string | undefined;
  run: () => void;
}

/** Whether an entry holds every word of what was typed. */
export function matches({ label, detail = '' }: Pick<Entry, 'label' | 'detail'>, text: string): boolean {
  const held = `${label} ${detail}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => held.includes(word));
}

/** Entries under their headings, in the order in which these first come. */
export function groupEntries(entries: readonly Entry[]): [group: string, entries: Entry[]][] {
  return [...Map.groupBy(entries, ({ group }) => group)];
}
