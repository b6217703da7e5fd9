import { countTasks } from '@tessera/domain';
import { Link } from '@tessera/federation/router';
import { JobProgress } from '@tessera/product-ui';
import { PlannedCost } from '@tessera/product-ui/costs';
import { Instant, stateLabel, states, StatusChip } from '@tessera/ui';
import { Box, ButtonBase, Link as MuiLink } from '@tessera/ui/mui';
import { DescriptionList } from '@tessera/ui/panels';
import type { Job } from '../../task-types';
import { useTexts } from '../../texts';
import { JobBudget } from './job-budget';
import { describeSeats, JobDuration, SeatsBar, SeatsWon } from './job-cells';

/** A job's figures. */
export function JobOverview({ job }: { job: Job }) {
  const t = useTexts();
  const isGone = countTasks(job) === 0;
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
          <Box component="span" sx={{ color: 'text.tertiary' }}>
            {t('jobs.seatsWon')}
          </Box>
          <SeatsWon job={job} />
        </Box>
        <SeatsBar job={job} />
        <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{describeSeats(t, job)}</Box>
      </Box>
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <Box sx={{ color: 'text.tertiary' }}>{t('words.tasks')}</Box>
        <JobProgress counts={job.counts} />
        {isGone ? (
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t('jobs.tasksGoneHelp')}</Box>
        ) : null}
        <JobCounts job={job} />
      </Box>
      <DescriptionList
        items={[
          {
            term: t('words.event'),
            value: job.event_name ? (
              <MuiLink component={Link} to={`/tasks?event_id=${job.event_id}`}>
                {job.event_name}
              </MuiLink>
            ) : null,
          },
          {
            term: t('onSale.title'),
            value: (
              <MuiLink component={Link} to={`/on-sale/${job.event_id}`}>
                {t('jobs.openRoom')}
              </MuiLink>
            ),
          },
          {
            term: t('words.plannedCost'),
            value: (
              <PlannedCost
                costs={job.cost ? [job.cost] : []}
                seats={null}
                unpricedSeats={job.unpriced_seats ?? 0}
              />
            ),
          },
          { term: t('budgets.figures'), value: <JobBudget job={job} /> },
          { term: t('jobs.createdBy'), value: job.created_by_name },
          { term: t('words.created'), value: <Instant value={job.created_at} /> },
          { term: t('words.scheduled'), value: <Instant value={job.scheduled_at} /> },
          { term: t('jobs.started'), value: <Instant value={job.started_at} style="date-time-seconds" /> },
          { term: t('jobs.finished'), value: <Instant value={job.finished_at} style="date-time-seconds" /> },
          { term: t('words.duration'), value: <JobDuration job={job} /> },
        ]}
      />
    </Box>
  );
}

/** The number of a job's tasks in each state, as links to them. */
function JobCounts({ job }: { job: Job }) {
  const t = useTexts();
  const found = Object.keys(states.task).filter((status) => (job.counts[status] ?? 0) > 0);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
      {found.map((status) => (
        <ButtonBase
          key={status}
          component={Link}
          to={`/tasks?job_id=${job.id}&status=${status}`}
          sx={{ borderRadius: '4px', minHeight: 24 }}
        >
          <StatusChip
            of="task"
            state={status}
            label={t('jobs.inState', {
              number: job.counts[status] ?? 0,
              state: stateLabel('task', status),
            })}
          />
        </ButtonBase>
      ))}
    </Box>
  );
}
