import type { LucideIcon } from 'lucide-react';

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
