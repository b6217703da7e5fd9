import { taskReasonText } from '@tessera/product-ui';
import { formatDuration, formatInstant, type Locale, stateAppearance } from '@tessera/ui';
import type { TaskSummary } from '../../task-types';
import type { TasksTexts } from '../../texts';

type ReasonFields = Pick<
  TaskSummary,
  'status' | 'status_message' | 'status_reason' | 'payment_check' | 'scheduled_at' | 'queue_it_event_position'
>;

/** Whether a reason only repeats the state's name, in English or localized, which the chip already shows. */
const repeatsState = (status: ReasonFields['status'], words: string): boolean => {
  const text = words.replace(/\.$/, '').toLowerCase();
  return text === status || text === stateAppearance('task', status).label.toLowerCase();
};

const isWholeMinute = (instant: string): boolean => Date.parse(instant) % 60_000 === 0;

/** The reason of a task's state; without one, what its fields show. */
export function taskReason(t: TasksTexts, task: ReasonFields, locale: Locale): string {
  if (task.payment_check) return t('tasks.reasons.paymentCheck');
  if (task.status === 'scheduled' && task.scheduled_at) {
    const seconds = (Date.parse(task.scheduled_at) - locale.now()) / 1000;
    const at = formatInstant(task.scheduled_at, {
      ...locale,
      style: seconds >= 86_400 ? 'date-time' : isWholeMinute(task.scheduled_at) ? 'time' : 'time-seconds',
    });
    return seconds > 60
      ? t('tasks.reasons.startsIn', { at, time: formatDuration(seconds) })
      : t('tasks.reasons.starts', { at });
  }
  const reason = taskReasonText(task.status_reason, task.status_message);
  if (reason && !repeatsState(task.status, reason)) return reason;
  switch (task.status) {
    case 'idle':
      return t('tasks.reasons.neverStarted');
    case 'queued':
      return t('tasks.reasons.queued');
    case 'waiting_room':
      return task.queue_it_event_position === null
        ? t('tasks.reasons.positionUnknown')
        : t('tasks.reasons.position', { position: task.queue_it_event_position });
    case 'carted':
      return t('tasks.reasons.held');
    default:
      return '';
  }
}
