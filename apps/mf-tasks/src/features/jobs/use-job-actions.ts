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
import { useNavigate } from 'react-router';
import { jobRefusalOf, unfinishedOf } from './job-commands';
import { useControlJob, useDeleteJob, useRestoreJob } from './jobs.api';
import type { Job, JobCommand } from '../../task-types';

/** Why somebody who only reads can't act. */
export const readsOnly = 'You need the permission write:own';

const past: Record<JobCommand, string> = {
  start: 'started',
  stop: 'stopped',
  pause: 'paused',
  resume: 'resumed',
  retry_failed: 'started again',
};
const tasks = (n: number): string => `${n.toLocaleString('en-GB')} ${n === 1 ? 'task' : 'tasks'}`;

export interface JobActionsOptions {
  mayWrite: boolean;
  onEdit: (job: Job) => void;
  onDeleted: (job: Job) => void;
}

/** What can be done to a job; each says why it can't be done now. */
export function useJobActions({ mayWrite, onEdit, onDeleted }: JobActionsOptions): (job: Job) => RowAction[] {
  const { attempt, ask, undoable } = useAction();
  const navigate = useNavigate();
  const { mutateAsync: control } = useControlJob();
  const { mutateAsync: remove } = useDeleteJob();
  const { mutateAsync: restore } = useRestoreJob();

  const order = (job: Job, command: JobCommand) => () => control({ id: job.id, command });
  const told = (job: Job, command: JobCommand) => {
    return ({ affected, skipped: { length: passed } }: JobControlAnswer) =>
      `${tasks(affected)} of ${job.name} ${past[command]}${passed > 0 ? `, ${passed} passed over` : ''}`;
  };
  const run = (job: Job, command: JobCommand) => void attempt(order(job, command), told(job, command));
  const stop = (job: Job) =>
    ask(
      {
        title: `Stop ${job.name}?`,
        body: `${tasks(unfinishedOf(job))} not finished. Seats that they hold stay in the cart until they lapse.`,
        confirmLabel: 'Stop job',
        danger: true,
      },
      order(job, 'stop'),
      told(job, 'stop'),
    );
  const askDelete = async (job: Job) => {
    const all = Object.values(job.counts).reduce((sum, count) => sum + count, 0);
    const question = {
      title: `Delete ${job.name}?`,
      body: `The job goes with its ${tasks(all)}. Purchased tickets stay. You can undo it for a moment.`,
      confirmLabel: 'Delete job',
      danger: true,
    };
    const back = { restore: () => restore(job.id), said: `${job.name} is back` };
    const work = () => remove(job.id).then(() => onDeleted(job));
    await ask(question, work, undoable(`${job.name} deleted`, back));
  };

  return (job) => {
    const other = mayWrite ? undefined : readsOnly;
    const action = (label: string, icon: LucideIcon, onSelect: () => void, disabled?: string): RowAction => ({
      label,
      icon,
      onSelect,
      ...(disabled === undefined ? {} : { disabled }),
    });
    const command = (label: string, icon: LucideIcon, what: JobCommand, onSelect = () => run(job, what)) =>
      action(label, icon, onSelect, other ?? jobRefusalOf(what, job));
    return [
      command('Start', Play, 'start'),
      command('Pause', Pause, 'pause'),
      command('Resume', RotateCcw, 'resume'),
      command('Stop', Square, 'stop', () => void stop(job)),
      command('Retry failed', RefreshCcw, 'retry_failed'),
      action(
        'Launch again',
        Rocket,
        () => void navigate(`/jobs?launch=${job.template_id}`),
        other ?? (job.template_id === null ? 'Its template is gone' : undefined),
      ),
      action('Edit', Pencil, () => onEdit(job), other),
      {
        ...action('Delete', Trash2, () => void askDelete(job), other ?? jobRefusalOf('delete', job)),
        danger: true,
      },
    ];
  };
}
