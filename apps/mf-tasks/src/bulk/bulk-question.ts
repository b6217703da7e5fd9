import type { BulkAnswer, BulkResult } from '@tessera/api';
import { unfinishedStatuses } from '@tessera/domain';
import type { Question } from '@tessera/ui';
import type { TasksTexts } from '../texts';
import { type ConfirmedCommand, describeEffects } from './effects';
import { describeSkipped } from './skip-reason-text';

/** The confirmation of a bulk command. `isForAllMatching`: for all tasks that match the filters. */
export function bulkQuestion(
  t: TasksTexts,
  command: ConfirmedCommand,
  preview: BulkAnswer,
  isForAllMatching: boolean,
): Question {
  const tasks = t('words.taskCount', { count: preview.eligible });
  const counts = preview.eligible_by_status as Record<string, number>;
  const stopsFirst = command === 'delete' && unfinishedStatuses.some((status) => (counts[status] ?? 0) > 0);
  const unheldCount = command === 'mark_bought' ? unheldIds(preview.results).length : 0;
  const body = [
    isForAllMatching ? t('bulk.allMatching') : '',
    command === 'mark_tasks_bought' ? t('bulk.withoutSeats') : '',
    unheldCount > 0 ? t('bulk.markLater', { count: unheldCount }) : '',
    preview.undo.length > 0 ? t('bulk.canUndo') : '',
  ];
  return {
    title: t(`bulk.question.${command}`, { tasks }),
    body: body.filter(Boolean).join(' '),
    consequences: describeEffects(t, command, preview),
    skipped: describeSkipped(t, command, preview.reasons),
    confirmLabel: stopsFirst ? t('bulk.stopConfirm', { tasks }) : t(`bulk.confirm.${command}`, { tasks }),
    danger: isDestructive(command),
    blocked: preview.eligible === 0 ? t('bulk.noneEligible') : undefined,
  };
}

/** The tasks without held seats, for which no purchase can be recorded. */
export const unheldIds = (results: readonly BulkResult[]): number[] =>
  results.flatMap(({ task_id, result }) => (result === 'NOTHING_HELD' ? task_id : []));

/** Whether the command is destructive, so that its button is red. */
export const isDestructive = (command: ConfirmedCommand): boolean =>
  command === 'stop' || command === 'delete';
