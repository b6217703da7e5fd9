import type { TemplateDto } from '@tessera/api';
import { useAction, type RowAction } from '@tessera/ui';
import { Copy, Pencil, Rocket, Trash2 } from 'lucide-react';
import { useDeleteTemplate, useRestoreTemplate } from './templates.api';

/** Why somebody who only reads can't act. */
export const readsOnly = 'You need the permission write:own';

export interface TemplateActionsOptions {
  mayWrite: boolean;
  onLaunch: (template: TemplateDto) => void;
  onEdit: (template: TemplateDto) => void;
  onCopy: (template: TemplateDto) => void;
}

/** What can be done to a template. */
export function useTemplateActions(options: TemplateActionsOptions): (template: TemplateDto) => RowAction[] {
  const { mayWrite, onLaunch, onEdit, onCopy } = options;
  const { ask, undoable } = useAction();
  const { mutateAsync: remove } = useDeleteTemplate();
  const { mutateAsync: restore } = useRestoreTemplate();
  const askDelete = async (template: TemplateDto) => {
    const { id, name } = template;
    const question = {
      title: `Delete ${name}?`,
      body: 'Jobs that were launched from it stay. You can undo it for a moment.',
      confirmLabel: 'Delete template',
      danger: true,
    };
    const back = { restore: () => restore(id), said: `${name} is back` };
    await ask(question, () => remove(id), undoable(`${name} deleted`, back));
  };
  const forbidden = mayWrite ? {} : { disabled: readsOnly };
  return (template) => [
    { label: 'Launch', icon: Rocket, onSelect: () => onLaunch(template), ...forbidden },
    { label: 'Edit', icon: Pencil, onSelect: () => onEdit(template), ...forbidden },
    { label: 'Copy', icon: Copy, onSelect: () => onCopy(template), ...forbidden },
    { label: 'Delete', icon: Trash2, onSelect: () => void askDelete(template), danger: true, ...forbidden },
  ];
}
