import { countsOf, type JobDto } from '@tessera/api';
import {
  DataTable,
  EmptyState,
  Instant,
  Panel,
  SegmentedProgress,
  StatusChip,
  type Column,
} from '@tessera/ui';
import { Link } from '@mui/material';
import { ArrowRight } from 'lucide-react';
import { Link as RouterLink, useNavigate } from 'react-router';

const columns: readonly Column<JobDto>[] = [
  { id: 'name', header: 'Job', cell: (job) => job.name, strong: true },
  { id: 'event', header: 'Event', cell: (job) => job.event_name ?? '–', quiet: true },
  { id: 'status', header: 'Status', cell: (job) => <StatusChip of="job" state={job.status} />, width: 112 },
  {
    id: 'tasks',
    header: 'Tasks',
    cell: (job) => <SegmentedProgress counts={countsOf(job.counts)} />,
    width: 136,
  },
  {
    id: 'seats',
    header: 'Seats',
    align: 'right',
    width: 80,
    strong: true,
    cell: (job) => (job.seats_target === null ? job.seats_won : `${job.seats_won} / ${job.seats_target}`),
  },
  {
    id: 'created',
    header: 'Created',
    align: 'right',
    width: 72,
    quiet: true,
    cell: (job) => <Instant value={job.created_at} style="time" />,
  },
];

/** The newest jobs. */
export function RecentJobs({ jobs, page }: { jobs: readonly JobDto[]; page: boolean }) {
  const navigate = useNavigate();
  return (
    <Panel title="Recent jobs" actions={page ? <AllLink to="/jobs">All jobs</AllLink> : null}>
      {jobs.length === 0 ? (
        <EmptyState>No jobs yet.</EmptyState>
      ) : (
        <DataTable
          label="Recent jobs"
          columns={columns}
          rows={jobs}
          keyOf={(job) => job.id}
          nameOf={(job) => job.name}
          narrow={(job) => ({
            title: job.name,
            status: <StatusChip of="job" state={job.status} />,
            second: job.event_name ?? '–',
            third: <SegmentedProgress counts={countsOf(job.counts)} />,
            end: job.seats_target === null ? job.seats_won : `${job.seats_won} / ${job.seats_target}`,
          })}
          {...(page ? { onOpen: (job: JobDto) => void navigate(`/jobs?open=${job.id}`) } : {})}
        />
      )}
    </Panel>
  );
}

/** "All jobs →" at the right of a panel's head. */
export function AllLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      component={RouterLink}
      to={to}
      sx={{
        typography: 'subtitle2',
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        color: 'text.secondary',
      }}
    >
      {children}
      <ArrowRight size={14} strokeWidth={1.75} aria-hidden />
    </Link>
  );
}
