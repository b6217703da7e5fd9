import type { RefObject } from 'react';
import { useCommands } from '@tessera/ui';
import { useTexts } from './texts';
import type { ListState } from './use-list-state';
import type { Selection } from './use-selection';

interface Listed {
  state: ListState;
  selection?: Selection;
  onRefresh?: () => void;
}

/** Declares what a page's list can do as a whole: / searches, r refreshes, Escape lets go. */
export function useListCommands(
  { state, selection, onRefresh }: Listed,
  search: RefObject<HTMLInputElement | null>,
  searchable: boolean,
): void {
  const t = useTexts();
  const group = t('commands.list');
  const selected = selection !== undefined && (selection.all || selection.keys.size > 0);
  const escape = () => {
    if (selected) selection.clear();
    else if (state.open !== null) state.setOpen(null);
  };
  useCommands([
    ...(searchable
      ? [{ group, label: t('commands.search'), keys: ['/'], run: () => search.current?.focus() }]
      : []),
    ...(onRefresh ? [{ group, label: t('commands.refresh'), keys: ['r'], run: onRefresh }] : []),
    ...(selection || state.open !== null
      ? [{ group, label: t('commands.escape'), keys: ['Escape'], run: escape }]
      : []),
  ]);
}
