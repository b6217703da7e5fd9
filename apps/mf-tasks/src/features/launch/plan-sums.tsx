import { Box } from '@mui/material';
import type { EventDto, JobPlanDto } from '@tessera/api';
import { formatCount, TileBar } from '@tessera/ui';
import type { ReactNode } from 'react';

interface SumProps {
  title: string;
  value: ReactNode;
  of: string;
  note: string;
  children: ReactNode;
}

const Sum = ({ title, value, of, note, children }: SumProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 0.75,
      px: { sm: 2 },
      py: 1.25,
      '&:first-of-type': { pl: 0 },
      '&:not(:first-of-type)': { borderLeft: { sm: 1 }, borderColor: { sm: 'line.main' } },
    }}
  >
    <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 0.75 }}>
      <Box component="span" sx={{ flex: 1, color: 'text.secondary' }}>
        {title}
      </Box>
      <Box component="b" sx={{ typography: 'h3' }}>
        {value}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {of}
      </Box>
    </Box>
    {children}
    <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{note}</Box>
  </Box>
);

/** The most seats that one login would get. */
const mostPerLogin = ({ lines }: JobPlanDto): number => {
  const seats = new Map<number | null, number>();
  for (const line of lines) {
    if (line.verdict !== 'blocked') seats.set(line.login_id, (seats.get(line.login_id) ?? 0) + line.seats);
  }
  return Math.max(0, ...seats.values());
};

function targetNote(seats: number, target: number | null): string {
  if (target === null) return 'No target: all are gone for';
  if (seats === target) return 'Exactly the target, no slack';
  return seats > target
    ? `${formatCount(seats - target)} to spare`
    : `${formatCount(target - seats)} short of the target`;
}

/** The plan's sums against the target, the realm's limit and the event's limit per customer. */
export function PlanSums({ plan, event }: { plan: JobPlanDto; event: EventDto | undefined }) {
  const { seats, seats_target: target, ok, warn, places } = plan.totals;
  const starting = ok + warn;
  const isOver = starting > places;
  const limit = event?.max_per_customer ?? null;
  const each = mostPerLogin(plan);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' },
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'line.main',
      }}
    >
      <Sum
        title="Seats wanted"
        value={formatCount(seats)}
        of={target === null ? 'seats' : `of target ${formatCount(target)}`}
        note={targetNote(seats, target)}
      >
        <TileBar
          size="tile"
          fill={(target ?? seats) > 20}
          tiles={20}
          {...(target === null ? {} : { whole: target })}
          parts={[
            { value: target === null ? seats : Math.min(seats, target), tone: 'bought', label: 'seats' },
          ]}
        />
      </Sum>
      <Sum
        title="Unfinished tasks"
        value={`+${formatCount(starting)}`}
        of={`of ${formatCount(places)} free`}
        note={
          isOver
            ? `${formatCount(starting - places)} over the realm’s limit: nothing would be launched`
            : `${formatCount(places - starting)} left under the realm’s limit`
        }
      >
        <TileBar
          size="tile"
          fill={Math.max(places, starting) > 20}
          tiles={20}
          whole={Math.max(places, starting, 1)}
          parts={[{ value: starting, tone: isOver ? 'failed' : 'accent', label: 'from this job' }]}
        />
      </Sum>
      <Sum
        title="Per customer"
        value={formatCount(each)}
        of={limit === null ? 'seats' : `of ${formatCount(limit)}`}
        note={
          limit === null ? 'No limit is posted by the event' : 'Posted by the event, shared by login identity'
        }
      >
        <TileBar
          size="tile"
          tiles={20}
          {...(limit === null ? {} : { whole: limit })}
          parts={[
            { value: limit === null ? each : Math.min(each, limit), tone: 'ochre', label: 'seats each' },
          ]}
        />
      </Sum>
    </Box>
  );
}
