import { Link } from '@tessera/federation/router';
import { stateLabel, states, StatusChip } from '@tessera/ui';
import { Box, ButtonBase } from '@tessera/ui/mui';
import type { Job } from '../../task-types';
import { useTexts } from '../../texts';

/** The number of a job's tasks in each state, as links to them. */
export function JobCounts({ job }: { job: Job }) {
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
