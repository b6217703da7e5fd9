import { useEffect, useEffectEvent, useState } from 'react';
import { describeError, useConfirm, useSnackbar } from '@tessera/ui';
import type { SavedView, SavedViews } from './list-backend';
import { useTexts } from './texts';
import { isSameView, type ListState } from './use-list-state';
import type { ViewValues } from './view-dialog';

/** The saved view that a list shows, and the actions for views. */
export interface SavedViewActions {
  /** The chosen view; undefined if there is none or the user may not see it. */
  current: SavedView | undefined;
  /** Whether the list's state differs from the view. */
  isChanged: boolean;
  /** Whether the list has its default state, without a view. */
  isDefault: boolean;
  /** Whether the dialog is open, for a new view or the current one. */
  dialog: 'new' | 'edit' | null;
  choose: (view: SavedView) => void;
  reset: () => void;
  startNew: () => void;
  startEdit: () => void;
  closeDialog: () => void;
  /** Saves the dialog's values; rejects with the server's error. */
  submit: (values: ViewValues) => Promise<void>;
  update: () => void;
  toggleDefault: () => void;
  remove: () => void;
}

/** Returns the chosen view and its actions, which report their outcome in a snackbar. */
export function useSavedViews(saved: SavedViews, state: ListState): SavedViewActions {
  const t = useTexts();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const current = saved.views?.find(({ id }) => id === state.view);
  const report = (work: Promise<unknown>, message: string) =>
    void work.then(
      () => snackbar.show(message),
      (error: unknown) => snackbar.showError(describeError(error)),
    );
  const setDefault = async (id: number, isDefault: boolean) => {
    if (isDefault !== (saved.defaultId === id)) await saved.setDefault(isDefault ? id : null);
  };
  return {
    current,
    isChanged: current !== undefined && !isSameView(current.query, state.viewQuery),
    isDefault: state.view === null && Object.keys(state.viewQuery).length === 0,
    dialog,
    choose: ({ id, query }) => state.setView(id, query),
    reset: () => state.setView(null, {}),
    startNew: () => setDialog('new'),
    startEdit: () => setDialog('edit'),
    closeDialog: () => setDialog(null),
    submit: async ({ name, shared, opens }) => {
      if (dialog === 'edit' && current) {
        await saved.change(current.id, { name: name.trim(), shared });
        await setDefault(current.id, opens);
        return;
      }
      const query = state.viewQuery;
      const created = await saved.create({ name: name.trim(), shared, query });
      state.setView(created.id, query, true);
      await setDefault(created.id, opens);
      snackbar.show(t('views.saved', { name: created.name }));
    },
    update: () => {
      if (current)
        report(
          saved.change(current.id, { query: state.viewQuery }),
          t('views.updated', { name: current.name }),
        );
    },
    toggleDefault: () => {
      if (!current) return;
      const { id, name } = current;
      if (saved.defaultId === id) report(saved.setDefault(null), t('views.defaultTaken', { name }));
      else report(saved.setDefault(id), t('views.defaultSet', { name }));
    },
    remove: () => {
      if (!current) return;
      const { id, name, shared } = current;
      void confirm({
        title: t('views.removeTitle', { name }),
        body: shared ? t('views.removeShared') : t('views.removeOwn'),
        confirmLabel: t('views.removeConfirm'),
        danger: true,
      }).then((isConfirmed) => {
        if (!isConfirmed) return;
        const removal = saved.remove(id).then(() => {
          state.setView(null, state.viewQuery, true);
          return setDefault(id, false);
        });
        report(removal, t('views.removed', { name }));
      });
    },
  };
}

/**
 * Applies the user's default view when a list opens, unless the URL has a state of its own (a shared link) or the user has
 * changed the list before the views were loaded.
 */
export function useDefaultView(saved: SavedViews | undefined, state: ListState): void {
  const isDefault = state.view === null && state.open === null && Object.keys(state.viewQuery).length === 0;
  const [isPending, setIsPending] = useState(isDefault);
  if (isPending && !isDefault) setIsPending(false);
  const view = saved?.views?.find(({ id }) => id === saved.defaultId);
  const apply = useEffectEvent(() => {
    if (view) state.setView(view.id, view.query, true);
  });
  const isDue = isPending && isDefault && view !== undefined;
  useEffect(() => {
    if (isDue) apply();
  }, [isDue]);
}
