import { stateLook } from '@tessera/ui';
import { Timeline, type TimelineEntry } from '@tessera/ui/lists';
import { CalendarClock, CirclePlus, Rocket } from 'lucide-react';
import { useTexts, type TasksTexts } from '../../texts';
import type { Job } from '../../task-types';

const ended: ReadonlySet<string> = new Set<Job['status']>(['completed', 'stopped', 'failed']);

/** A job's milestones, newest first; a start that lies ahead comes first of all. */
function milestones(t: TasksTexts, job: Job): TimelineEntry[] {
  const { created_at, created_by_name, scheduled_at, started_at, finished_at, status } = job;
  const end = stateLook('job', ended.has(status) ? status : 'completed');
  return [
    ...(finished_at
      ? [{ id: 'finished', at: finished_at, icon: end.icon, hue: end.hue, what: end.word }]
      : []),
    ...(started_at
      ? [{ id: 'started', at: started_at, icon: Rocket, hue: 'lapis' as const, what: t('jobs.started') }]
      : []),
    ...(scheduled_at
      ? [
          {
            id: 'scheduled',
            at: scheduled_at,
            icon: CalendarClock,
            hue: 'stone' as const,
            what: t('jobs.firstStart'),
          },
        ]
      : []),
    {
      id: 'created',
      at: created_at,
      icon: CirclePlus,
      hue: 'stone' as const,
      what: t('words.created'),
      by: created_by_name,
    },
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** When a job was made, was to start, started and ended. What its tasks did stands with each of them. */
export const JobTimeline = ({ job }: { job: Job }) => <Timeline entries={milestones(useTexts(), job)} />;
