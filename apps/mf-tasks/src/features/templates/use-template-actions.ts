import { Copy, FlaskConical, Pencil, Rocket, Trash2 } from 'lucide-react';
import type { TemplateDto } from '@tessera/api';
import { useNavigate } from '@tessera/federation/router';
import { useAction } from '@tessera/ui';
import type { NamedAction } from '../../drawer/use-requested-act';
import { useSuspendedRealms } from '../../lookups/use-suspended-realms';
import { useTexts } from '../../texts';
import { useDeleteTemplate, useRestoreTemplate } from './templates.api';

export interface TemplateActionsOptions {
  mayWrite: boolean;
  mayLaunch: boolean;
  onLaunch: (template: TemplateDto) => void;
  onEdit: (template: TemplateDto) => void;
  onCopy: (template: TemplateDto) => void;
}

/** The actions of a template. */
export function useTemplateActions(
  options: TemplateActionsOptions,
): (template: TemplateDto) => NamedAction[] {
  const { mayWrite, mayLaunch, onLaunch, onEdit, onCopy } = options;
  const t = useTexts();
  const { confirmAndRun, withUndo } = useAction();
  const navigate = useNavigate();
  const isSuspended = useSuspendedRealms();
  const { mutateAsync: remove } = useDeleteTemplate();
  const { mutateAsync: restore } = useRestoreTemplate();
  const confirmDelete = ({ id, name }: TemplateDto) => {
    const question = {
      title: t('words.deleteNamed', { name }),
      body: t('templates.deleteBody'),
      confirmLabel: t('templates.deleteConfirm'),
      danger: true,
    };
    const back = { restore: () => restore(id), message: t('words.restored', { name }) };
    void confirmAndRun(question, () => remove(id), withUndo(t('words.deleted', { name }), back));
  };
  const forbidden = mayWrite ? {} : { disabled: t('words.needsWrite') };
  const starting = ({ realm_id }: TemplateDto) => {
    if (!mayLaunch) return { disabled: t('words.needsLaunch') };
    return isSuspended(realm_id) ? { disabled: t('words.realmSuspended') } : {};
  };
  return (template) => [
    {
      act: 'launch',
      label: t('templates.launch'),
      icon: Rocket,
      onSelect: () => onLaunch(template),
      ...starting(template),
    },
    { label: t('words.edit'), icon: Pencil, onSelect: () => onEdit(template), ...forbidden },
    {
      act: 'rehearse',
      label: t('rehearsals.rehearse'),
      icon: FlaskConical,
      onSelect: () => void navigate(`/rehearsals?rehearse=template-${template.id}`),
      ...starting(template),
    },
    { label: t('templates.copy'), icon: Copy, onSelect: () => onCopy(template), ...forbidden },
    {
      label: t('words.delete'),
      icon: Trash2,
      onSelect: () => confirmDelete(template),
      danger: true,
      ...forbidden,
    },
  ];
}
