import { useQuery } from '@tanstack/react-query';
import { Box, Link as MuiLink } from '@mui/material';
import type { TaskDto, TaskEventDto } from '@tessera/api';
import { Descriptions, formatCount, formatDuration, formatInstant, Instant, useLocale } from '@tessera/ui';
import { Link } from 'react-router';
import { sitesQuery } from '../../lookups/lookups.api';
import { Basket } from './task-columns';
import { taskReason } from './task-reason';
import { TaskTimeline } from './task-timeline';

const latest = 5;

/** What the task is for, how it stands, and the last that happened. */
export function TaskOverview(props: { task: TaskDto; events: readonly TaskEventDto[]; onAll: () => void }) {
  const { task, events, onAll } = props;
  const locale = useLocale();
  const { data: sites } = useQuery(sitesQuery());
  const venue = sites?.find((site) => site.id === task.site_id)?.time_zone ?? undefined;
  const kickOff =
    task.event_ko === null
      ? null
      : `${formatInstant(task.event_ko * 1000, { ...locale, ...(venue ? { timeZone: venue } : {}) })}${venue ? ' venue time' : ''}`;
  return (
    <>
      <Descriptions
        items={[
          {
            term: 'Event',
            value: task.event_name ? (
              <MuiLink component={Link} to={`/tasks?event_id=${task.event_id}`}>
                {task.event_name}
              </MuiLink>
            ) : null,
          },
          { term: 'Kick-off', value: kickOff },
          { term: 'Site', value: task.site_name },
          { term: 'Login', value: task.login_email },
          { term: 'Seats', value: seatsWords(task) },
          { term: 'Areas', value: task.event_areas?.join(', ') ?? 'Any' },
          { term: 'Reason', value: taskReason(task, locale) },
          { term: 'Place', value: formatCount(task.queue_it_event_position) },
          { term: 'Basket', value: task.basket ? <Basket href={task.basket} /> : null },
          { term: 'Retries', value: task.retry_count },
          { term: 'Run time', value: formatDuration(task.run_duration) },
          ...(task.scheduled_at ? [{ term: 'Scheduled', value: <Instant value={task.scheduled_at} /> }] : []),
          ...(task.queue_name ? [{ term: 'Queue', value: <code>{task.queue_name}</code> }] : []),
        ]}
      />
      {events.length > 0 ? (
        <Box sx={{ borderTop: 1, borderColor: 'line.subtle', pt: 1.5, mx: -2, px: 2 }}>
          <Box sx={{ display: 'flex', alignItems: 'baseline', mb: 1 }}>
            <Box component="h3" sx={{ typography: 'h5', m: 0, flex: 1 }}>
              Latest
            </Box>
            {events.length > latest ? (
              <MuiLink component="button" type="button" variant="caption" onClick={onAll}>
                All {events.length}
              </MuiLink>
            ) : null}
          </Box>
          <TaskTimeline events={events.slice(0, latest)} />
        </Box>
      ) : null}
    </>
  );
}

/** "4 together, adult, Premium and Standard" */
export function seatsWords(
  task: Pick<TaskDto, 'seats_to_set' | 'event_price_type' | 'event_price_levels'>,
): string {
  const levels = Object.entries(task.event_price_levels ?? {}).map(([key, label]) =>
    typeof label === 'string' && label !== '' ? label : key,
  );
  return [
    task.seats_to_set === 1 ? '1 seat' : `${task.seats_to_set} together`,
    task.event_price_type,
    levels.length > 0 ? levels.join(', ') : null,
  ]
    .filter(Boolean)
    .join(', ');
}
