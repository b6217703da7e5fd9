import type { Column, NarrowRow } from '@tessera/data-table';
import { JobProgress, JobStatus } from '@tessera/product-ui';
import { PlannedCost } from '@tessera/product-ui/costs';
import { Instant } from '@tessera/ui';
import { withHidden } from '../../hidden-columns';
import type { Job } from '../../task-types';
import type { TasksTexts } from '../../texts';
import { JobDuration, SeatsWon } from './job-cells';

/** Columns that are hidden first when space is short. */
const lowPriority = ['template', 'created', 'duration'];

export interface JobColumnsOptions {
  /** Whether the screen is narrow. */
  tight: boolean;
  /** Whether the drawer is open. */
  hasDrawer: boolean;
}

/** The columns of the list. */
export function jobColumns(t: TasksTexts, { tight, hasDrawer }: JobColumnsOptions): Column<Job>[] {
  const columns: Column<Job>[] = [
    {
      id: 'name',
      header: t('words.name'),
      cell: (job) => job.name,
      minWidth: 176,
      strong: true,
      fixed: true,
      sortKey: 'name',
    },
    {
      id: 'status',
      header: t('words.status'),
      cell: (job) => <JobStatus status={job.status} counts={job.counts} />,
      width: 168,
      sortKey: 'status',
    },
    {
      id: 'progress',
      header: t('words.tasks'),
      cell: (job) => <JobProgress counts={job.counts} />,
      width: 136,
    },
    {
      id: 'seats',
      header: t('jobs.seatsWon'),
      cell: (job) => <SeatsWon job={job} />,
      width: 84,
      align: 'right',
    },
    {
      id: 'cost',
      header: t('words.plannedCost'),
      cell: ({ cost, unpriced_seats }) => (
        <PlannedCost costs={cost ? [cost] : []} seats={null} unpricedSeats={unpriced_seats ?? 0} />
      ),
      width: 140,
      align: 'right',
      hidden: true,
    },
    {
      id: 'event',
      header: t('words.event'),
      cell: (job) => job.event_name ?? '–',
      minWidth: 164,
      quiet: true,
      sortKey: 'event_name',
    },
    {
      id: 'template',
      header: t('words.template'),
      cell: (job) => job.template_name ?? '–',
      minWidth: 160,
      quiet: true,
    },
    {
      id: 'created_by',
      header: t('jobs.createdBy'),
      cell: (job) => job.created_by_name ?? '–',
      width: 120,
      quiet: true,
      hidden: true,
    },
    {
      id: 'created',
      header: t('words.created'),
      cell: (job) => <Instant value={job.created_at} />,
      width: 126,
      quiet: true,
      sortKey: 'created_at',
    },
    {
      id: 'scheduled',
      header: t('words.scheduled'),
      cell: (job) => <Instant value={job.scheduled_at} />,
      width: 140,
      quiet: true,
      hidden: true,
      sortKey: 'scheduled_at',
    },
    {
      id: 'duration',
      header: t('words.duration'),
      cell: (job) => <JobDuration job={job} />,
      width: 76,
      align: 'right',
      quiet: true,
    },
  ];
  return withHidden(columns, hasDrawer ? ['event', ...lowPriority] : tight ? lowPriority : []);
}

/** The row's three lines below 600 px. */
export const jobNarrow = (job: Job): NarrowRow => ({
  title: job.name,
  status: <JobStatus status={job.status} counts={job.counts} />,
  second: job.event_name ?? '–',
  third: <JobProgress counts={job.counts} />,
  end: <SeatsWon job={job} />,
});
