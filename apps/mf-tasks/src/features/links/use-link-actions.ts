import { type LucideIcon, Pencil, Trash2, Undo2 } from 'lucide-react';
import type { LinkDto } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { useAction } from '@tessera/ui';
import { useTexts } from '../../texts';
import { useDeleteLink, useRestoreLink, useUpdateLink } from './links.api';

export interface LinkActionsOptions {
  mayWrite: boolean;
  onEdit: (link: LinkDto) => void;
}

/** The actions of a link. */
export function useLinkActions({ mayWrite, onEdit }: LinkActionsOptions): (link: LinkDto) => RowAction[] {
  const t = useTexts();
  const { attempt, confirmAndRun, withUndo } = useAction();
  const { mutateAsync: remove } = useDeleteLink();
  const { mutateAsync: restore } = useRestoreLink();
  const { mutateAsync: update } = useUpdateLink();
  const confirmDelete = ({ id, login_name: login, event_name: event }: LinkDto) => {
    const question = {
      title: t('links.deleteTitle'),
      body: t('links.deleteBody', { login, event }),
      confirmLabel: t('links.deleteConfirm'),
      danger: true,
    };
    const back = { restore: () => restore(id), message: t('links.restored') };
    void confirmAndRun(question, () => remove(id), withUndo(t('links.deleted'), back));
  };
  const release = ({ id }: LinkDto) =>
    void attempt(() => update({ id, change: { assigned_to_task_ids: [] }, etag: null }), t('links.released'));
  return (link) => {
    const forbidden = mayWrite ? undefined : t('words.needsWrite');
    const entry = (label: string, icon: LucideIcon, onSelect: () => void, refusal?: string): RowAction => {
      const disabled = forbidden ?? refusal;
      return { label, icon, onSelect, disabled };
    };
    const refusal = link.assigned_to_task_ids.length === 0 ? t('links.noAssignedTasks') : undefined;
    return [
      entry(t('links.editAndAssign'), Pencil, () => onEdit(link)),
      entry(t('links.release'), Undo2, () => release(link), refusal),
      { ...entry(t('words.delete'), Trash2, () => confirmDelete(link)), danger: true },
    ];
  };
}
