import type { LucideIcon } from 'lucide-react';
import { useTexts } from '../texts';
import { useCommands } from './use-commands';

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
    actions.map((action, i) => ({ ...action, group, named: true, ...(i === 0 ? { keys: ['n'] } : {}) })),
  );
}
