import { CircleAlert } from 'lucide-react';
import type { TaskEventDto } from '@tessera/api';
import { taskReasonText } from '@tessera/product-ui';
import { stateAppearance } from '@tessera/ui';
import { Timeline, type TimelineEntry } from '@tessera/ui/panels';
import { type TasksTexts, useTexts } from '../../texts';
import { en } from '../../texts/en';
import { settingLabels } from './setting-labels';

const stateName = (status: string): string => stateAppearance('task', status).label;

/** The name of an event; for an unknown one, derived from its code. */
const eventName = (t: TasksTexts, what: TaskEventDto['what']): string =>
  Object.hasOwn(en.tasks.timeline, what)
    ? t(`tasks.timeline.${what}`)
    : what.charAt(0).toUpperCase() + what.slice(1).replaceAll('_', ' ');

/** The names of the settings that were changed. */
function fieldNames(t: TasksTexts, fields: string): string {
  const labels: Record<string, string> = { ...settingLabels(t), name: t('words.name') };
  return fields
    .split(', ')
    .map((field) => labels[field] ?? field)
    .join(', ');
}

function messageOf(t: TasksTexts, { reason, message }: TaskEventDto): string {
  const fields = reason?.code === 'FIELDS_CHANGED' ? reason.params.fields : null;
  return typeof fields === 'string' ? fieldNames(t, fields) : taskReasonText(reason, message);
}

/** An entry of the timeline: "Running → Queued, Sold out (retry 1 of 5 in 5 s)". */
function timelineEntry(t: TasksTexts, event: TaskEventDto): TimelineEntry {
  const { id, at, actor, what, from, to } = event;
  const change =
    from && to && from !== to
      ? `${stateName(from)} → ${stateName(to)}`
      : to && !from
        ? stateName(to)
        : eventName(t, what);
  const appearance =
    to && from !== to ? stateAppearance('task', to) : { icon: CircleAlert, hue: 'stone' as const };
  const message = messageOf(t, event);
  return {
    id,
    at,
    icon: appearance.icon,
    hue: appearance.hue,
    what: message && message !== change ? `${change}, ${message}` : change,
    by: actor,
  };
}

/** A task's timeline, newest first. */
export function TaskTimeline({ events }: { events: readonly TaskEventDto[] }) {
  const t = useTexts();
  return <Timeline entries={events.map((event) => timelineEntry(t, event))} />;
}
