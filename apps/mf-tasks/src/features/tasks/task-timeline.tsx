import type { TaskEventDto } from '@tessera/api';
import { stateLook } from '@tessera/ui';
import { Timeline, type TimelineEntry } from '@tessera/ui/lists';
import { CircleAlert } from 'lucide-react';

const word = (status: string): string => stateLook('task', status).word;
const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replaceAll('_', ' ');

/** One line of the timeline: "Running → Queued, retry 1 of 5". */
export function timelineEntry({ id, at, actor, what, from, to, message }: TaskEventDto): TimelineEntry {
  const change =
    from && to && from !== to ? `${word(from)} → ${word(to)}` : to && !from ? word(to) : sentence(what);
  const look = to && from !== to ? stateLook('task', to) : { icon: CircleAlert, hue: 'stone' as const };
  return {
    id,
    at,
    icon: look.icon,
    hue: look.hue,
    what: message && message !== change ? `${change}, ${message}` : change,
    by: actor,
  };
}

/** What happened to a task, newest first. */
export const TaskTimeline = ({ events }: { events: readonly TaskEventDto[] }) => (
  <Timeline entries={events.map(timelineEntry)} />
);
