import { useQuery } from '@tanstack/react-query';
import { Link } from '@tessera/federation/router';
import { describeError, EmptyState, ErrorAlert, StatusChip } from '@tessera/ui';
import { Box, Link as MuiLink, Skeleton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { jobTasksQuery } from './jobs.api';

/** A job's first tasks as links to the list of tasks, and a link to all of them. */
export function JobTasks({ id }: { id: number }) {
  const t = useTexts();
  const { data: tasks, error, refetch } = useQuery(jobTasksQuery(id));
  if (error && !tasks) return <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />;
  if (!tasks) return <Skeleton variant="rounded" height={160} />;
  if (tasks.rows.length === 0) return <EmptyState>{t('jobs.tasksDeleted')}</EmptyState>;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {tasks.rows.map((task) => (
        <Box
          component="li"
          key={task.id}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            minHeight: 32,
            borderBottom: 1,
            borderColor: 'line.subtle',
          }}
        >
          <Box
            sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
          >
            <MuiLink
              component={Link}
              to={`/tasks?job_id=${id}&open=${task.id}`}
              title={t('jobs.taskAndLogin', {
                task: task.name,
                login: task.login_name ?? t('jobs.noLogin'),
              })}
            >
              {task.name}
            </MuiLink>
          </Box>
          <StatusChip of="task" state={task.status} paused={task.paused} />
        </Box>
      ))}
      {tasks.total !== null && tasks.total > tasks.rows.length ? (
        <Box component="li" sx={{ pt: 1 }}>
          <MuiLink component={Link} to={`/tasks?job_id=${id}`}>
            {t('jobs.allTasks', { count: tasks.total })}
          </MuiLink>
        </Box>
      ) : null}
    </Box>
  );
}
