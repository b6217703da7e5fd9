import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { Editing, TaskDto } from '@tessera/api';
import { findRefusal } from '@tessera/domain';
import { useSnackbar } from '@tessera/ui';
import { FormDialog, useStaleSave } from '@tessera/ui/forms';
import { budgetLabels } from '../../budget-fields/budget-fields';
import { sitesQuery } from '../../lookups/lookups.api';
import { useTexts } from '../../texts';
import { settingLabels } from './setting-labels';
import { TaskFields } from './task-fields';
import {
  emptyTask,
  type TaskFormValues,
  toCopyValues,
  toTaskChange,
  toTaskInput,
  toTaskValues,
} from './task-form-values';
import { useCreateTask, useUpdateTask } from './tasks.api';

export interface NewTaskProps {
  /** The task to duplicate; null for a new one. */
  from: TaskDto | null;
  onClose: () => void;
}

/** Creates a task, or duplicates one. */
export function NewTask({ from, onClose }: NewTaskProps) {
  const t = useTexts();
  const { mutateAsync: create } = useCreateTask();
  const snackbar = useSnackbar();
  const { data: sites } = useQuery(sitesQuery());
  const form = useForm<TaskFormValues>({
    defaultValues: from ? toCopyValues(from, t('tasks.copyOf', { name: from.name })) : emptyTask,
  });
  const save = async (values: TaskFormValues) => {
    const site = sites?.find(({ id }) => id === values.site_id);
    await create(toTaskInput(values, site?.currency ?? null));
    snackbar.show(values.start ? t('tasks.createdStarted') : t('tasks.created'));
  };
  return (
    <FormDialog
      open
      title={from ? t('tasks.duplicateTitle') : t('tasks.new')}
      form={form}
      width={720}
      submitLabel={t('tasks.create')}
      onSubmit={save}
      onClose={onClose}
    >
      <TaskFields form={form} />
    </FormDialog>
  );
}

export interface EditTaskProps {
  task: TaskDto;
  etag: Editing<TaskDto>['etag'];
  onReload: () => void;
  onClose: () => void;
}

/** Edits a task; site, event and login can't be changed, nor settings while a worker has it. */
export function EditTask({ task, etag, onReload, onClose }: EditTaskProps) {
  const t = useTexts();
  const { mutateAsync: update } = useUpdateTask();
  const snackbar = useSnackbar();
  const { data: sites } = useQuery(sitesQuery());
  const form = useForm<TaskFormValues>({ defaultValues: toTaskValues(task) });
  const isLocked = findRefusal('edit', task) !== undefined;
  const stale = useStaleSave({
    name: task.name,
    fieldLabels: { name: t('words.name'), ...settingLabels(t), ...budgetLabels(t) },
    onReload,
  });
  const save = async (values: TaskFormValues) => {
    const site = sites?.find(({ id }) => id === task.site_id);
    const change = toTaskChange(values, task, site?.currency ?? null);
    await stale.save(etag, { ...change }, (version) => update({ id: task.id, change, etag: version }));
    snackbar.show(t('words.saved', { name: task.name }));
  };
  return (
    <FormDialog
      open
      title={t('words.editNamed', { name: task.name })}
      {...(isLocked ? { subtitle: t('tasks.locked') } : {})}
      form={form}
      width={720}
      submitLabel={t('words.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <TaskFields form={form} isExisting isLocked={isLocked} />
      {stale.dialog}
    </FormDialog>
  );
}
