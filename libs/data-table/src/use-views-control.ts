import { useState } from 'react';
import { describeError, useConfirm, useSnackbar } from '@tessera/ui';
import { useTexts } from './texts';
import type { SavedView, SavedViews } from './list-backend';
import { isSameView } from './list-params';
import type { ListState } from './use-list-state';
import type { ViewValues } from './view-dialog';

/** What people do with the saved views of a list. */
export interface ViewsControl {
  /** The view chosen, as far as the reader may see it. */
  current: SavedView | undefined;
  /** The list shows something else than the view holds. */
  changed: boolean;
  /** The list shows what it comes with. */
  plain: boolean;
  /** What the dialog is open for: a new view, the current one, or nothing. */
  dialog: 'new' | 'edit' | null;
  choose: (view: SavedView) => void;
  reset: () => void;
  startNew: () => void;
  startEdit: () => void;
  endDialog: () => void;
  /** Carries out the dialog; rejects with what the server says. */
  submit: (values: ViewValues) => Promise<void>;
  update: () => void;
  toggleDefault: () => void;
  remove: () => void;
}

/** Keeps which view is shown and carries out what is done with it; failures are said. */
export function useViewsControl(saved: SavedViews, state: ListState): ViewsControl {
  const t = useTexts();
  const snackbar = useSnackbar();
  const confirm = useConfirm();
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null);
  const current = saved.views?.find(({ id }) => id === state.view);
  const attempt = (work: Promise<unknown>, said: string) =>
    void work.then(
      () => snackbar.show(said),
      (error: unknown) => snackbar.showError(describeError(error)),
    );
  const setDefault = async (id: number, opens: boolean) => {
    if (opens !== (saved.defaultId === id)) await saved.setDefault(opens ? id : null);
  };
  return {
    current,
    changed: current !== undefined && !isSameView(current.query, state.viewQuery),
    plain: state.view === null && Object.keys(state.viewQuery).length === 0,
    dialog,
    choose: ({ id, query }) => state.setView(id, query),
    reset: () => state.setView(null, {}),
    startNew: () => setDialog('new'),
    startEdit: () => setDialog('edit'),
    endDialog: () => setDialog(null),
    submit: async ({ name, shared, opens }) => {
      if (dialog === 'edit' && current) {
        await saved.change(current.id, { name: name.trim(), shared });
        await setDefault(current.id, opens);
        return;
      }
      const query = state.viewQuery;
      const made = await saved.create({ name: name.trim(), shared, query });
      state.setView(made.id, query, true);
      await setDefault(made.id, opens);
      snackbar.show(t('views.saved', { name: made.name }));
    },
    update: () => {
      if (current)
        attempt(
          saved.change(current.id, { query: state.viewQuery }),
          t('views.updated', { name: current.name }),
        );
    },
    toggleDefault: () => {
      if (!current) return;
      const on = saved.defaultId !== current.id;
      const said = t(on ? 'views.defaultSet' : 'views.defaultTaken', { name: current.name });
      attempt(saved.setDefault(on ? current.id : null), said);
    },
    remove: () => {
      if (!current) return;
      const { id, name, shared } = current;
      void confirm({
        title: t('views.removeTitle', { name }),
        body: shared ? t('views.removeShared') : t('views.removeOwn'),
        confirmLabel: t('views.removeConfirm'),
        danger: true,
      }).then((yes) => {
        if (!yes) return;
        const gone = saved.remove(id).then(() => {
          state.setView(null, state.viewQuery, true);
          return setDefault(id, false);
        });
        attempt(gone, t('views.removed', { name }));
      });
    },
  };
}
