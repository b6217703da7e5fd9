import { useMemo } from 'react';
import { countsOf, type JobDto } from '@tessera/api';
import { type Column, DataTable } from '@tessera/data-table';
import { useNavigate } from '@tessera/federation/router';
import { JobProgress, JobStatus } from '@tessera/product-ui';
import { EmptyState, Instant, Panel, QueryContent } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { type ShellTexts, useTexts } from '../../texts';
import { AllLink } from './all-link';
import { recentJobsCount, useRecentJobs } from './dashboard.api';

const seats = (job: JobDto) => `${job.seats_won} / ${job.seats_wanted}`;

const columnsIn = (t: ShellTexts): Column<JobDto>[] => [
  { id: 'name', header: t('dashboard.jobs.job'), cell: (job) => job.name, strong: true },
  {
    id: 'event',
    header: t('dashboard.jobs.event'),
    cell: (job) => job.event_name ?? '–',
    minWidth: 130,
    quiet: true,
  },
  {
    id: 'status',
    header: t('dashboard.jobs.status'),
    cell: (job) => <JobStatus status={job.status} counts={countsOf(job.counts)} />,
    width: 116,
  },
  {
    id: 'tasks',
    header: t('dashboard.jobs.tasks'),
    cell: (job) => <JobProgress counts={countsOf(job.counts)} />,
    width: 128,
  },
  { id: 'seats', header: t('dashboard.jobs.seats'), align: 'right', width: 72, strong: true, cell: seats },
  {
    id: 'created',
    header: t('dashboard.jobs.created'),
    align: 'right',
    width: 84,
    quiet: true,
    cell: (job) => <Instant value={job.created_at} style="time" />,
  },
];

/** Height of the full list with its header in px, reserved while loading and when there are fewer rows. */
const listHeight = 36 * (recentJobsCount + 1);

/** The most recent jobs; `page`: whether the user may open the full list. */
export function RecentJobs({ page }: { page: boolean }) {
  const t = useTexts();
  const navigate = useNavigate();
  const columns = useMemo(() => columnsIn(t), [t]);
  return (
    <Panel
      title={t('dashboard.jobs.title')}
      actions={page ? <AllLink to="/jobs">{t('dashboard.jobs.all')}</AllLink> : null}
    >
      <QueryContent query={useRecentJobs()} inset="panel" skeletons={[listHeight - 28]}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Box sx={{ minHeight: listHeight, display: 'grid', alignItems: 'center' }}>
              <EmptyState>{t('dashboard.jobs.none')}</EmptyState>
            </Box>
          ) : (
            <Box sx={{ minHeight: listHeight }}>
              <DataTable
                label={t('dashboard.jobs.title')}
                columns={columns}
                rows={rows}
                keyOf={(job) => job.id}
                nameOf={(job) => job.name}
                narrow={(job) => ({
                  title: job.name,
                  status: <JobStatus status={job.status} counts={countsOf(job.counts)} />,
                  second: job.event_name ?? '–',
                  third: <JobProgress counts={countsOf(job.counts)} />,
                  end: seats(job),
                })}
                onOpen={page ? (job: JobDto) => void navigate(`/jobs/${job.id}`) : undefined}
              />
            </Box>
          )
        }
      </QueryContent>
    </Panel>
  );
}
