import { formatCount, formatDuration, formatInstant, type Locale } from '@tessera/ui';
import type { TaskSummary } from '../../task-types';

type Told = Pick<TaskSummary, 'status' | 'status_message' | 'scheduled_at' | 'queue_it_event_position'>;

/** The reason beside a task's state: the server's words, else what its fields tell. */
export function taskReason(task: Told, locale: Locale): string {
  if (task.status === 'scheduled' && task.scheduled_at) {
    const seconds = (Date.parse(task.scheduled_at) - locale.now()) / 1000;
    const at = formatInstant(task.scheduled_at, {
      ...locale,
      style: seconds < 86_400 ? 'time-seconds' : 'date-time',
    });
    return seconds > 60 ? `starts ${at}, in ${formatDuration(seconds)}` : `starts ${at}`;
  }
  if (task.status_message) return task.status_message;
  switch (task.status) {
    case 'idle':
      return 'never started';
    case 'queued':
      return 'waiting for a worker';
    case 'waiting_room':
      return task.queue_it_event_position === null
        ? 'place not known yet'
        : `place ${formatCount(task.queue_it_event_position)}`;
    case 'carted':
      return 'seats held';
    default:
      return '';
  }
}
