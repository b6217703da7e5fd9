import type { TaskEventDto } from '@tessera/api';
import { stateAppearance, taskReasonText } from '@tessera/ui';
import { Timeline, type TimelineEntry } from '@tessera/ui/panels';
import { CircleAlert } from 'lucide-react';
import { useTexts, type TasksTexts } from '../../texts';
import { en } from '../../texts/en';
import { settingWords } from './setting-words';

const word = (status: string): string => stateAppearance('task', status).label;

/** What happened; what only a newer server knows is shown as the server names it. */
const happened = (t: TasksTexts, what: TaskEventDto['what']): string =>
  Object.hasOwn(en.tasks.timeline, what)
    ? t(`tasks.timeline.${what}`)
    : String(what).charAt(0).toUpperCase() + String(what).slice(1).replaceAll('_', ' ');

/** The names of the settings that were changed. */
function changed(t: TasksTexts, fields: string): string {
  const words: Record<string, string> = { ...settingWords(t), name: t('words.name') };
  return fields
    .split(', ')
    .map((field) => words[field] ?? field)
    .join(', ');
}

function messageOf(t: TasksTexts, { reason, message }: TaskEventDto): string {
  const fields = reason?.code === 'FIELDS_CHANGED' ? reason.params['fields'] : null;
  return typeof fields === 'string' ? changed(t, fields) : taskReasonText(reason, message);
}

/** One line of the timeline: "Running → Queued, Sold out (retry 1 of 5 in 5 s)". */
function timelineEntry(t: TasksTexts, event: TaskEventDto): TimelineEntry {
  const { id, at, actor, what, from, to } = event;
  const change =
    from && to && from !== to ? `${word(from)} → ${word(to)}` : to && !from ? word(to) : happened(t, what);
  const look = to && from !== to ? stateAppearance('task', to) : { icon: CircleAlert, hue: 'stone' as const };
  const message = messageOf(t, event);
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
export function TaskTimeline({ events }: { events: readonly TaskEventDto[] }) {
  const t = useTexts();
  return <Timeline entries={events.map((event) => timelineEntry(t, event))} />;
}
