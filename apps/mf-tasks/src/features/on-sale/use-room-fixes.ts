import type { BulkAnswer, OnSaleDto, TaskListQuery } from '@tessera/api';
import { failedStatuses, pausableStatuses } from '@tessera/domain';
import { useSearchParams } from '@tessera/federation/router';
import { useAction } from '@tessera/ui';
import { bulkQuestion } from '../../bulk/bulk-question';
import type { ConfirmedCommand } from '../../bulk/effects';
import { skippedSentence } from '../../bulk/skip-reason-text';
import { useUndo } from '../../bulk/use-undo';
import { useTexts } from '../../texts';
import { useRoomCommand } from './on-sale.api';

/** What can be done about a sale from its room, each with the preview and the question of the list of tasks. */
export function useRoomFixes({ event, paused }: Pick<OnSaleDto, 'event' | 'paused'>) {
  const t = useTexts();
  const { previewAndRun, withUndo } = useAction();
  const undo = useUndo();
  const { mutateAsync: run } = useRoomCommand();
  const [, setParams] = useSearchParams();

  const message = (answer: BulkAnswer, command: ConfirmedCommand) => {
    if (answer.operation) return t('onSale.background', { count: answer.operation.total });
    const tasks = t('words.taskCount', { count: answer.eligible });
    const done = answer.eligible === 0 ? t('bulk.noneDone') : t(`bulk.done.${command}`, { tasks });
    const sentence = [done, skippedSentence(t, command, answer.reasons)].filter(Boolean).join('. ');
    return answer.undo.length > 0 ? withUndo(sentence, undo(answer.undo)) : sentence;
  };
  const confirm = (command: ConfirmedCommand, of: TaskListQuery) => {
    const filter = { event_id: String(event.id), ...of };
    const tasks = t('bulk.unknownCount');
    return previewAndRun({
      title: t(`bulk.question.${command}`, { tasks }),
      confirmLabel: t(`bulk.confirm.${command}`, { tasks }),
      preview: () => run({ command, preview: true, filter }),
      question: (preview) => bulkQuestion(t, command, preview, false),
      // Exactly the previewed tasks, whatever has failed by then.
      work: ({ results }) =>
        run({ command, ids: results.flatMap(({ task_id, result }) => (result === 'done' ? task_id : [])) }),
      message: (answer) => message(answer, command),
    });
  };
  return {
    /** Starts the failed tasks of one reason, or all of them. */
    retry: (reason?: string) => confirm('start', { status: failedStatuses.join(','), reason }),
    /** Pauses the event's tasks, or resumes them when some are paused. */
    pauseOrResume: () =>
      paused > 0
        ? confirm('resume', { paused: true })
        : confirm('pause', { status: pausableStatuses.join(',') }),
    /** Opens the launch wizard for the event. */
    launch: () =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.set('launch', '');
        next.set('launch_event', String(event.id));
        return next;
      }),
  };
}
