import { useQuery } from '@tanstack/react-query';
import type { TaskDto, TaskEventDto } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { formatCount, formatDuration, formatInstant, Instant, useLocale } from '@tessera/ui';
import { Box, Link as MuiLink } from '@tessera/ui/mui';
import { DescriptionList } from '@tessera/ui/panels';
import { sitesQuery } from '../../lookups/lookups.api';
import { levelLabels } from '../../price-fields/level-labels';
import { type TasksTexts, useTexts } from '../../texts';
import { PlaceSummary } from '../../waiting/place-summary';
import { currentPosition } from './task-current';
import { taskReason } from './task-reason';
import { TaskSeats } from './task-seats';
import { TaskTimeline } from './task-timeline';

const MAX_LATEST = 5;

export interface TaskOverviewProps {
  task: TaskDto;
  events: readonly TaskEventDto[];
  onAll: () => void;
}

/** The task's seats, settings and state, and its latest events. */
export function TaskOverview(props: TaskOverviewProps) {
  const { task, events, onAll } = props;
  const t = useTexts();
  const locale = useLocale();
  const kickOff = useKickOff(task);
  const position = currentPosition(task);
  return (
    <>
      <TaskSeats task={task} />
      {task.status === 'waiting_room' ? (
        <PlaceSummary eventId={task.event_id} filter={{ task_id: task.id }} />
      ) : null}
      <DescriptionList
        items={[
          {
            term: t('words.event'),
            value: task.event_name ? (
              <MuiLink component={Link} to={`/tasks?event_id=${task.event_id}`}>
                {task.event_name}
              </MuiLink>
            ) : null,
          },
          { term: t('tasks.kickOff'), value: kickOff },
          { term: t('words.site'), value: task.site_name },
          {
            term: t('words.login'),
            value: <span title={task.login_email ?? undefined}>{task.login_name}</span>,
          },
          { term: t('words.seats'), value: describeSeats(t, task) },
          { term: t('words.areas'), value: task.event_areas?.join(', ') ?? t('words.any') },
          { term: t('tasks.reason'), value: taskReason(t, task, locale) },
          ...(position === null ? [] : [{ term: t('tasks.position'), value: formatCount(position) }]),
          { term: t('tasks.retries'), value: task.retry_count },
          { term: t('tasks.runTime'), value: formatDuration(task.run_duration) },
          ...(task.scheduled_at
            ? [{ term: t('words.scheduled'), value: <Instant value={task.scheduled_at} /> }]
            : []),
          ...(task.queue_name ? [{ term: t('tasks.queue'), value: <code>{task.queue_name}</code> }] : []),
        ]}
      />
      {events.length > 0 ? (
        <Box sx={{ borderTop: 1, borderColor: 'line.subtle', pt: 1.5, mx: -2, px: 2 }}>
          <Box sx={{ display: 'flex', alignItems: 'baseline', mb: 1 }}>
            <Box component="h3" sx={{ typography: 'h5', m: 0, flex: 1 }}>
              {t('tasks.latest')}
            </Box>
            {events.length > MAX_LATEST ? (
              <MuiLink component="button" type="button" variant="caption" onClick={onAll}>
                {t('tasks.allEvents', { number: events.length })}
              </MuiLink>
            ) : null}
          </Box>
          <TaskTimeline events={events.slice(0, MAX_LATEST)} />
        </Box>
      ) : null}
    </>
  );
}

/** The task's kick-off in the venue's time zone, if that is known. */
function useKickOff({ event_ko, site_id }: TaskDto): string | null {
  const t = useTexts();
  const locale = useLocale();
  const { data: sites } = useQuery(sitesQuery());
  if (event_ko === null) return null;
  const venue = sites?.find((site) => site.id === site_id)?.time_zone;
  if (!venue) return formatInstant(event_ko * 1000, locale);
  return t('tasks.venueTime', { time: formatInstant(event_ko * 1000, { ...locale, timeZone: venue }) });
}

/** "4 together, adult, Premium and Standard" */
const describeSeats = (
  t: TasksTexts,
  task: Pick<TaskDto, 'seats_to_set' | 'event_price_type' | 'event_price_levels'>,
): string =>
  [
    t('tasks.adjacentSeats', { count: task.seats_to_set }),
    task.event_price_type,
    ...levelLabels(task.event_price_levels),
  ]
    .filter(Boolean)
    .join(', ');
