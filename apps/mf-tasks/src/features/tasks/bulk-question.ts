import type { BulkAnswer, BulkResult } from '@tessera/api';
import { unfinishedStatuses } from '@tessera/domain';
import type { Question } from '@tessera/ui';
import { effectsOf, type AskedCommand } from '../../bulk/effects';
import { skippedOf } from '../../bulk/skipped-words';
import type { TasksTexts } from '../../texts';

/** The question about a command over many tasks; `all`: it is meant for all that match the filters. */
export function bulkQuestion(
  t: TasksTexts,
  command: AskedCommand,
  preview: BulkAnswer,
  all: boolean,
): Question {
  const tasks = t('words.taskCount', { count: preview.eligible });
  const counts = preview.eligible_by_status as Record<string, number>;
  const stopsFirst = command === 'delete' && unfinishedStatuses.some((status) => (counts[status] ?? 0) > 0);
  const unheld = command === 'mark_bought' ? unheldIds(preview.results).length : 0;
  const body = [
    all ? t('bulk.allMatching') : '',
    command === 'mark_tasks_bought' ? t('bulk.withoutSeats') : '',
    unheld > 0 ? t('bulk.markLater', { count: unheld }) : '',
    preview.undo.length > 0 ? t('bulk.canUndo') : '',
  ];
  return {
    title: t(`bulk.question.${command}`, { tasks }),
    body: body.filter(Boolean).join(' '),
    consequences: effectsOf(t, command, preview),
    skipped: skippedOf(t, command, preview.reasons),
    confirmLabel: stopsFirst ? t('bulk.stopConfirm', { tasks }) : t(`bulk.confirm.${command}`, { tasks }),
    danger: isDanger(command),
    ...(preview.eligible === 0 ? { blocked: t('bulk.noneEligible') } : {}),
  };
}

/** The tasks that can't be recorded as purchased because they hold no seats. */
export const unheldIds = (results: readonly BulkResult[]): number[] =>
  results.flatMap(({ task_id, result }) => (result === 'NOTHING_HELD' ? task_id : []));

/** Whether the button is in the colour of failure. */
export const isDanger = (command: AskedCommand): boolean => command === 'stop' || command === 'delete';
