import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type EventSeatMapDto, keysOf, seatsRead, type TaskDto } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { type MapSeat, SeatMap } from '@tessera/product-ui/seat-map';
import { describeError, ErrorAlert } from '@tessera/ui';
import { Box, Link as MuiLink } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

/** The rows in which a task has seats; refetched after changes of holds and tickets. */
const seatRowsQuery = ({ id, event_id }: TaskDto) => ({
  queryKey: keysOf('seats').list({ event_id, task_id: id }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<EventSeatMapDto> =>
    (await seatsRead({ path: { id: event_id }, query: { task_id: id }, signal })).data,
});

/** The rows of a task's seats: its own, and the realm's others beside them, paler. */
export function TaskSeatMap({ task }: { task: TaskDto }) {
  const t = useTexts();
  const { data, error, refetch } = useQuery(seatRowsQuery(task));
  const isOwn = useCallback((seat: MapSeat) => seat.task_id === task.id, [task.id]);
  const alert = error ? <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} /> : null;
  if (!data || data.areas.length === 0) return alert;
  return (
    <Box component="section" aria-label={t('tasks.seatMap')} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Box component="h3" sx={{ typography: 'h5', m: 0, flex: 1 }}>
          {t('tasks.seatMap')}
        </Box>
        <MuiLink component={Link} to={`/on-sale/${task.event_id}/seats`} variant="caption">
          {t('tasks.allSeats')}
        </MuiLink>
      </Box>
      {alert}
      <SeatMap seats={data} isMarked={isOwn} />
    </Box>
  );
}
