import { Box } from '@mui/material';
import {
  formatCount,
  formatDuration,
  Instant,
  SegmentedProgress,
  StatusChip,
  TileBar,
  useLocale,
  useSeconds,
  type Column,
  type NarrowRow,
} from '@tessera/ui';
import type { Job } from '../../task-types';

/** "12 of 48", with held seats beside when there are any. */
export function SeatsWon({ job }: { job: Job }) {
  const target = job.seats_target === null ? '' : ` of ${formatCount(job.seats_target)}`;
  return (
    <span title={job.seats_held > 0 ? `${job.seats_held} held besides` : undefined}>
      <b>{formatCount(job.seats_won)}</b>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {target}
      </Box>
    </span>
  );
}

/** Seats won and held against the target, as tiles. */
export const SeatsBar = ({ job }: { job: Job }) => (
  <TileBar
    size="tile"
    fill={(job.seats_target ?? 0) > 20}
    tiles={40}
    {...(job.seats_target === null ? {} : { whole: job.seats_target })}
    parts={[
      { value: job.seats_won, tone: 'bought', label: 'won' },
      { value: job.seats_held, tone: 'carted', label: 'held' },
    ]}
  />
);

/** From the first start to the end, ticking while it goes on. */
export function Lasted({ job }: { job: Job }) {
  const now = useSeconds(useLocale().now);
  if (job.started_at === null) return <>–</>;
  const end = job.finished_at === null ? now : Date.parse(job.finished_at) / 1000;
  return <>{formatDuration(end - Date.parse(job.started_at) / 1000)}</>;
}

/** The columns of the list. */
export const jobColumns: readonly Column<Job>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (job) => job.name,
    minWidth: 190,
    strong: true,
    fixed: true,
    sortKey: 'name',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (job) => <StatusChip of="job" state={job.status} />,
    width: 124,
    sortKey: 'status',
  },
  { id: 'progress', header: 'Tasks', cell: (job) => <SegmentedProgress counts={job.counts} />, width: 250 },
  { id: 'seats', header: 'Seats won', cell: (job) => <SeatsWon job={job} />, width: 100, align: 'right' },
  {
    id: 'event',
    header: 'Event',
    cell: (job) => job.event_name ?? '–',
    minWidth: 170,
    quiet: true,
    sortKey: 'event_name',
  },
  { id: 'template', header: 'Template', cell: (job) => job.template_name ?? '–', width: 150, quiet: true },
  {
    id: 'created_by',
    header: 'Created by',
    cell: (job) => job.created_by_name ?? '–',
    width: 120,
    quiet: true,
    hidden: true,
  },
  {
    id: 'created',
    header: 'Created',
    cell: (job) => <Instant value={job.created_at} />,
    width: 140,
    quiet: true,
    sortKey: 'created_at',
  },
  {
    id: 'scheduled',
    header: 'Scheduled',
    cell: (job) => <Instant value={job.scheduled_at} />,
    width: 140,
    quiet: true,
    hidden: true,
    sortKey: 'scheduled_at',
  },
  {
    id: 'duration',
    header: 'Duration',
    cell: (job) => <Lasted job={job} />,
    width: 88,
    align: 'right',
    quiet: true,
  },
];

/** Three lines under 600 px. */
export const jobNarrow = (job: Job): NarrowRow => ({
  title: job.name,
  status: <StatusChip of="job" state={job.status} />,
  second: job.event_name ?? '–',
  third: <SegmentedProgress counts={job.counts} />,
  end: <SeatsWon job={job} />,
});

const besides: ReadonlySet<string> = new Set(['event', 'template', 'created', 'duration']);

/** The columns that are left while the drawer takes its part. */
export const jobColumnsBeside: readonly Column<Job>[] = jobColumns.map((column) =>
  besides.has(column.id) ? { ...column, hidden: true } : column,
);
