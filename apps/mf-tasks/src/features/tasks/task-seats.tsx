import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import {
  type CartedTicketDto,
  type EventSeatMapDto,
  keysOf,
  seatsRead,
  serverNow,
  type TaskDto,
} from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { formatSeats } from '@tessera/product-ui';
import { type MapSeat, SeatMap } from '@tessera/product-ui/seat-map';
import {
  CountdownText,
  describeError,
  ErrorAlert,
  Money,
  MoneyTotals,
  totalsByCurrency,
  useKept,
  useSeconds,
} from '@tessera/ui';
import { Box, Button, Link as MuiLink, styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { taskSeatsQuery, taskTicketsQuery } from './tasks.api';

const Rows = styled('ul')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) max-content max-content',
  columnGap: 16,
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'subgrid',
    gridColumn: '1 / -1',
    alignItems: 'baseline',
    padding: '5px 0',
    borderBottom: `1px solid ${vars.palette.line.subtle}`,
  },
  '& .price': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& .end': { textAlign: 'right' },
}));

type Seat = Pick<CartedTicketDto, 'id' | 'area' | 'row' | 'seat' | 'price' | 'currency'>;

interface SeatTableProps<S extends Seat> {
  title: string;
  seats: readonly S[];
  /** Used for an unknown currency. */
  fallback: string;
  end: (seat: S) => ReactNode;
  children?: ReactNode;
}

/** Seats by area, row and number, each with its price, and their sum. */
function SeatTable<S extends Seat>({ title, seats, fallback, end, children }: SeatTableProps<S>) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Box component="h3" sx={{ typography: 'h5', m: 0, flex: 1 }}>
          {title}
        </Box>
        <Box component="b" sx={{ typography: 'body2', fontWeight: 600 }}>
          <MoneyTotals totals={totalsByCurrency(seats)} fallback={fallback} />
        </Box>
      </Box>
      <Rows>
        {seats.map((seat) => (
          <li key={seat.id}>
            <span>{formatSeats([seat])}</span>
            <span className="price">
              <Money amount={seat.price} currency={seat.currency} fallback={fallback} />
            </span>
            <span className="end">{end(seat)}</span>
          </li>
        ))}
      </Rows>
      {children}
    </Box>
  );
}

/** The seats that a task holds, with links to pay, and its bought seats. */
export function TaskSeats({ task }: { task: TaskDto }) {
  const t = useTexts();
  const now = useSeconds(serverNow) * 1000;
  const held = useQuery(taskSeatsQuery(task.id, task.updated_at));
  const mayHaveBought = task.status === 'bought' || task.status === 'carted';
  const bought = useQuery({ ...taskTicketsQuery(task.id, task.updated_at), enabled: mayHaveBought });
  const live = (useKept(task.id, held.data) ?? []).filter(
    ({ status, expires_at }) => status === 'held' && Math.ceil(Date.parse(expires_at) / 1000) * 1000 > now,
  );
  const keptTickets = useKept(task.id, bought.data);
  const tickets = (mayHaveBought ? keptTickets : null) ?? [];
  const baskets = [...new Set(live.flatMap(({ basket }) => basket ?? []))];
  return (
    <>
      {[held, bought].map(({ error, refetch }, index) =>
        error ? <ErrorAlert key={index} error={describeError(error)} onRetry={() => void refetch()} /> : null,
      )}
      {live.length > 0 ? (
        <SeatTable
          title={t('tasks.seatsHeld', { count: live.length })}
          seats={live}
          fallback="USD"
          end={({ expires_at, seat }) => (
            <CountdownText
              until={expires_at}
              now={serverNow}
              label={t('tasks.seat', { seat: seat ?? '–' })}
            />
          )}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {baskets.map((basket) => (
              <Button
                key={basket}
                component={MuiLink}
                href={basket}
                target="_blank"
                rel="noopener noreferrer"
                size="small"
                variant="outlined"
                startIcon={<ExternalLink size={16} strokeWidth={1.75} aria-hidden />}
              >
                {t('tasks.payAtSite')}
              </Button>
            ))}
          </Box>
        </SeatTable>
      ) : null}
      {tickets.length > 0 ? (
        <SeatTable
          title={t('tasks.seatsBought', { count: tickets.length })}
          seats={tickets}
          fallback="GBP"
          end={({ ticket_reference }) => ticket_reference ?? ''}
        />
      ) : null}
      {live.length + tickets.length > 0 ? <TaskSeatMap task={task} /> : null}
    </>
  );
}

/** The rows in which a task has seats; refetched after changes of holds and tickets. */
const seatRowsQuery = ({ id, event_id }: TaskDto) => ({
  queryKey: keysOf('seats').list({ event_id, task_id: id }),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<EventSeatMapDto> =>
    (await seatsRead({ path: { id: event_id }, query: { task_id: id }, signal })).data,
});

/** The rows of a task's seats: its own, and the realm's others beside them, paler. */
function TaskSeatMap({ task }: { task: TaskDto }) {
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
