import { useInfiniteQuery } from '@tanstack/react-query';
import {
  CalendarClock,
  CirclePlus,
  Pause,
  Pencil,
  Play,
  Rocket,
  RotateCcw,
  Square,
  Target,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { JobEventDto } from '@tessera/api';
import {
  describeError,
  ErrorAlert,
  formatInstant,
  type Locale,
  stateAppearance,
  useKept,
  useLocale,
} from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { Timeline, type TimelineEntry } from '@tessera/ui/panels';
import type { Job } from '../../task-types';
import { type TasksTexts, useTexts } from '../../texts';
import { jobEventsQuery } from './jobs.api';

const appearances: Record<Exclude<JobEventDto['what'], 'end'>, Pick<TimelineEntry, 'icon' | 'hue'>> = {
  launch: { icon: CirclePlus, hue: 'stone' },
  start: { icon: Play, hue: 'lapis' },
  pause: { icon: Pause, hue: 'ochre' },
  resume: { icon: Play, hue: 'lapis' },
  stop: { icon: Square, hue: 'stone' },
  retry_failed: { icon: RotateCcw, hue: 'lapis' },
  update: { icon: Pencil, hue: 'stone' },
  delete: { icon: Trash2, hue: 'cinnabar' },
  restore: { icon: Undo2, hue: 'stone' },
  schedule: { icon: CalendarClock, hue: 'stone' },
  begin: { icon: Rocket, hue: 'lapis' },
  target: { icon: Target, hue: 'verdigris' },
};

/** "Paused, 12 tasks"; for a change, the new values. */
function eventText(t: TasksTexts, locale: Locale, { what, affected, changes }: JobEventDto): string {
  const name = t(`jobs.events.${what}`);
  const details = [
    ...(affected === null ? [] : [t('words.taskCount', { count: affected })]),
    ...Object.entries(changes ?? {}).map(([field, value]) => changeText(t, locale, field, value)),
  ];
  return [name, ...details].join(', ');
}

function changeText(t: TasksTexts, locale: Locale, field: string, value: unknown): string {
  if (field === 'name') return t('jobs.events.renamed', { name: String(value) });
  if (field === 'seats_target')
    return typeof value === 'number'
      ? t('jobs.events.targetSet', { seats: t('words.seatCount', { count: value }) })
      : t('jobs.events.targetRemoved');
  return typeof value === 'string'
    ? t('jobs.events.startSet', { at: formatInstant(value, { ...locale }) })
    : t('jobs.events.startRemoved');
}

function toEntry(t: TasksTexts, locale: Locale, event: JobEventDto): TimelineEntry {
  const { id, at, actor, what, status } = event;
  if (what !== 'end') return { id, at, ...appearances[what], what: eventText(t, locale, event), by: actor };
  const { icon, hue, label } = stateAppearance('job', status ?? 'completed');
  return { id, at, icon, hue, what: label };
}

/** The commands to a job with their actors, and its milestones; newest first. Tasks have their own timelines. */
export function JobTimeline({ job }: { job: Job }) {
  const t = useTexts();
  const locale = useLocale();
  const events = useInfiniteQuery(jobEventsQuery(job));
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = events;
  const data = useKept(job.id, events.data);
  if (error && !data)
    return <ErrorAlert error={describeError(error)} onRetry={() => void events.refetch()} />;
  return (
    <>
      <Timeline
        entries={(data?.pages ?? []).flatMap(({ rows }) => rows).map((event) => toEntry(t, locale, event))}
      />
      {hasNextPage ? (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('jobs.events.earlier')}
        </Button>
      ) : null}
    </>
  );
}
