import type { EventStatus } from '../../catalogue';
import type { JobStatus } from '../../work';
import type { CalendarKind } from './calendar.dto';

/** The words of a calendar file, which is read outside the console. */
export interface CalendarWords {
  /** As calendar files name it. */
  language: string;
  kinds: Readonly<Record<CalendarKind, string>>;
  statuses: Readonly<Record<EventStatus | JobStatus, string>>;
  tasks: (count: number) => string;
}

export const english: CalendarWords = {
  language: 'EN',
  kinds: { on_sale: 'On-sale', kick_off: 'Kick-off', job: 'Job' },
  statuses: {
    announced: 'announced',
    on_sale: 'on sale',
    sold_out: 'sold out',
    closed: 'closed',
    draft: 'draft',
    scheduled: 'scheduled',
    running: 'running',
    paused: 'paused',
    stopping: 'stopping',
    stopped: 'stopped',
    completed: 'completed',
    failed: 'failed',
  },
  tasks: (count) => `${count} ${count === 1 ? 'task' : 'tasks'}`,
};
