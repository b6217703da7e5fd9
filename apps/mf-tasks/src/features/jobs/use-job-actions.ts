import type { JobControlAnswer } from '@tessera/api';
import { useAction, type RowAction } from '@tessera/ui';
import {
  Pause,
  Pencil,
  Play,
  RefreshCcw,
  Rocket,
  RotateCcw,
  Square,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useNavigate } from '@tessera/federation/router';
import { useTexts } from '../../texts';
import type { Job, JobCommand } from '../../task-types';
import { jobRefusalOf, taskCountOf, unfinishedOf } from './job-commands';
import { useControlJob, useDeleteJob, useRestoreJob } from './jobs.api';

export interface JobActionsOptions {
  mayWrite: boolean;
  onEdit: (job: Job) => void;
  /** The job is gone. */
  onDeleted: (id: number) => void;
}

/** What can be done to a job; each says why it can't be done now. */
export function useJobActions({ mayWrite, onEdit, onDeleted }: JobActionsOptions): (job: Job) => RowAction[] {
  const t = useTexts();
  const { attempt, ask, undoable } = useAction();
  const navigate = useNavigate();
  const { mutateAsync: control } = useControlJob();
  const { mutateAsync: remove } = useDeleteJob(onDeleted);
  const { mutateAsync: restore } = useRestoreJob();

  const tasks = (count: number) => t('words.taskCount', { count });
  const order = (job: Job, command: JobCommand) => () => control({ id: job.id, command });
  const told = (job: Job, command: JobCommand) => {
    return ({ affected, skipped: { length: passed } }: JobControlAnswer) => {
      const done = t(`jobs.done.${command}`, { tasks: tasks(affected), job: job.name });
      return passed > 0 ? t('jobs.passedOver', { done, number: passed }) : done;
    };
  };
  const run = (job: Job, command: JobCommand) => void attempt(order(job, command), told(job, command));
  const stop = (job: Job) => {
    const question = {
      title: t('jobs.stopAsk', { name: job.name }),
      body: t('jobs.stopBody', { tasks: tasks(unfinishedOf(job)) }),
      confirmLabel: t('jobs.stopConfirm'),
      danger: true,
    };
    void ask(question, order(job, 'stop'), told(job, 'stop'));
  };
  const askDelete = (job: Job) => {
    const { id, name } = job;
    const question = {
      title: t('words.deleteNamed', { name }),
      body: t('jobs.deleteBody', { tasks: tasks(taskCountOf(job)) }),
      confirmLabel: t('jobs.deleteConfirm'),
      danger: true,
    };
    const back = { restore: () => restore(id), said: t('words.isBack', { name }) };
    void ask(question, () => remove(id), undoable(t('words.deleted', { name }), back));
  };

  return (job) => {
    const forbidden = mayWrite ? undefined : t('words.needsWrite');
    const entry = (label: string, icon: LucideIcon, onSelect: () => void, refusal?: string): RowAction => {
      const disabled = forbidden ?? refusal;
      return { label, icon, onSelect, ...(disabled === undefined ? {} : { disabled }) };
    };
    const command = (label: string, icon: LucideIcon, what: JobCommand, onSelect?: () => void) =>
      entry(label, icon, onSelect ?? (() => run(job, what)), jobRefusalOf(t, what, job));
    const again = () => void navigate(`/jobs?launch=${job.template_id}`);
    const templateGone = job.template_id === null ? t('jobs.templateGone') : undefined;
    return [
      command(t('words.start'), Play, 'start'),
      command(t('words.pause'), Pause, 'pause'),
      command(t('words.resume'), RotateCcw, 'resume'),
      command(t('words.stop'), Square, 'stop', () => stop(job)),
      command(t('jobs.retryFailed'), RefreshCcw, 'retry_failed'),
      entry(t('jobs.launchAgain'), Rocket, again, templateGone),
      entry(t('words.edit'), Pencil, () => onEdit(job)),
      {
        ...entry(t('words.delete'), Trash2, () => askDelete(job), jobRefusalOf(t, 'delete', job)),
        danger: true,
      },
    ];
  };
}
