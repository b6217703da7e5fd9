import {
  CalendarClock,
  CreditCard,
  FlaskConical,
  type LucideIcon,
  Pause,
  Pencil,
  Play,
  RefreshCcw,
  Rocket,
  RotateCcw,
  Square,
  Trash2,
} from 'lucide-react';
import type { JobControlAnswer } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { countTasks, isStarting, mayMoveJob } from '@tessera/domain';
import { useNavigate, useSearchParams } from '@tessera/federation/router';
import { useAction } from '@tessera/ui';
import { describeEffects } from '../../bulk/effects';
import { skippedSentence } from '../../bulk/skip-reason-text';
import { useUndo } from '../../bulk/use-undo';
import type { NamedAction } from '../../drawer/use-requested-act';
import { useSuspendedRealms } from '../../lookups/use-suspended-realms';
import type { Job, JobCommand, TaskCommand } from '../../task-types';
import { useTexts } from '../../texts';
import { countPausable, countUnfinished, jobRefusal, payRefusal } from './job-commands';
import { useControlJob, useDeleteJob, useRestoreJob } from './jobs.api';

export interface JobActionsOptions {
  mayLaunch: boolean;
  onEdit: (job: Job) => void;
  /** Asks for another start of a job that has one. */
  onMove: (job: Job) => void;
  /** How many baskets of the one job people pay; undefined: not counted. */
  baskets?: number | undefined;
  /** Called when the job was deleted. */
  onDeleted: (id: number) => void;
}

/** The task command that a job's command consists of. */
const toTaskCommand = (command: JobCommand): TaskCommand => (command === 'retry_failed' ? 'start' : command);

/** Groups the skipped tasks by reason. */
const countReasons = (skipped: JobControlAnswer['skipped']) =>
  [...Map.groupBy(skipped, ({ code }) => code)].map(([code, group]) => ({
    code: code === 'ALREADY' ? 'already' : code,
    message: code,
    count: group.length,
    status: null,
  }));

/** The actions of a job; disabled ones with their reason. */
export function useJobActions({
  mayLaunch,
  onEdit,
  onMove,
  baskets,
  onDeleted,
}: JobActionsOptions): (job: Job) => NamedAction[] {
  const t = useTexts();
  const { attempt, confirmAndRun, withUndo } = useAction();
  const undo = useUndo();
  const [, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { mutateAsync: control } = useControlJob();
  const { mutateAsync: remove } = useDeleteJob(onDeleted);
  const { mutateAsync: restore } = useRestoreJob();
  const isSuspended = useSuspendedRealms();

  const tasks = (count: number) => t('words.taskCount', { count });
  const send = (job: Job, command: JobCommand) => () => control({ id: job.id, command });
  const describe = (job: Job, command: JobCommand) => {
    return ({ affected, skipped, undo: steps }: JobControlAnswer) => {
      const done = t(`jobs.done.${command}`, { tasks: tasks(affected), job: job.name });
      const parts = [done, skippedSentence(t, toTaskCommand(command), countReasons(skipped))];
      const sentence = parts.filter(Boolean).join('. ');
      return steps.length > 0 ? withUndo(sentence, undo(steps)) : sentence;
    };
  };
  const run = (job: Job, command: JobCommand) => {
    if (command !== 'stop' && command !== 'pause')
      return void attempt(send(job, command), describe(job, command));
    const affectedCount =
      command === 'stop' ? countUnfinished(job) - (job.counts.stopping ?? 0) : countPausable(job);
    const question = {
      title: t(`jobs.question.${command}`, { name: job.name }),
      body: t(`jobs.questionBody.${command}`, { tasks: tasks(affectedCount) }),
      // Omitted when tasks are paused: which of the counted tasks those are is unknown.
      consequences:
        command === 'pause' && job.paused_tasks > 0
          ? []
          : describeEffects(t, command, { eligible_by_status: job.counts, held_seats: job.seats_held }),
      confirmLabel: t(`jobs.confirm.${command}`, { tasks: tasks(affectedCount) }),
      danger: command === 'stop',
    };
    return void confirmAndRun(question, send(job, command), describe(job, command));
  };
  const confirmDelete = (job: Job) => {
    const { id, name } = job;
    const question = {
      title: t('words.deleteNamed', { name }),
      body: t('jobs.deleteBody', { tasks: tasks(countTasks(job)) }),
      confirmLabel: t('jobs.deleteConfirm'),
      danger: true,
    };
    const back = { restore: () => restore(id), message: t('words.restored', { name }) };
    void confirmAndRun(question, () => remove(id), withUndo(t('words.deleted', { name }), back));
  };

  return (job) => {
    const forbidden = mayLaunch ? undefined : t('words.needsLaunch');
    const entry = (label: string, icon: LucideIcon, onSelect: () => void, refusal?: string): RowAction => {
      const disabled = forbidden ?? refusal;
      return { label, icon, onSelect, disabled };
    };
    const suspended = isSuspended(job.realm_id) ? t('words.realmSuspended') : undefined;
    const command = (label: string, icon: LucideIcon, what: JobCommand) => {
      const refusal = jobRefusal(t, what, job) ?? (isStarting(toTaskCommand(what)) ? suspended : undefined);
      return { act: what, ...entry(label, icon, () => run(job, what), refusal) };
    };
    const again = () =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.set('launch', '');
        next.set('launch_job', String(job.id));
        return next;
      });
    const rehearse = () => void navigate(`/rehearsals?rehearse=job-${job.id}`);
    const pay = () => void navigate(`/pay?job=${job.id}`, { state: { pay: 'next' } });
    const payLabel = baskets ? t('jobs.payBaskets', { count: baskets }) : t('jobs.pay');
    return [
      entry(payLabel, CreditCard, pay, payRefusal(t, job, baskets)),
      command(t('words.start'), Play, 'start'),
      command(t('words.pause'), Pause, 'pause'),
      command(t('words.resume'), RotateCcw, 'resume'),
      command(t('words.stop'), Square, 'stop'),
      command(t('jobs.retryFailed'), RefreshCcw, 'retry_failed'),
      ...(job.scheduled_at === null
        ? []
        : [
            entry(
              t('calendar.move'),
              CalendarClock,
              () => onMove(job),
              mayMoveJob(job) ? undefined : t('calendar.hasStarted'),
            ),
          ]),
      { act: 'launch', ...entry(t('jobs.launchAgain'), Rocket, again, suspended) },
      { act: 'rehearse', ...entry(t('rehearsals.rehearse'), FlaskConical, rehearse, suspended) },
      entry(t('words.edit'), Pencil, () => onEdit(job)),
      {
        ...entry(t('words.delete'), Trash2, () => confirmDelete(job), jobRefusal(t, 'delete', job)),
        danger: true,
      },
    ];
  };
}
