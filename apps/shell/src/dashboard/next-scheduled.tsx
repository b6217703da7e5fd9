import type { NextTask } from '@tessera/api';
import { useServerNow } from '@tessera/api';
import { EmptyState, formatDuration, Instant, Panel } from '@tessera/ui';
import { Box } from '@mui/material';
import { AllLink } from './recent-jobs';

/** The tasks that start next, and in how long on the server's clock. */
export function NextScheduled({ tasks, page }: { tasks: readonly NextTask[]; page: boolean }) {
  const now = useServerNow();
  return (
    <Panel title="Scheduled next" actions={page ? <AllLink to="/tasks?status=scheduled">All</AllLink> : null}>
      {tasks.length === 0 ? <EmptyState>Nothing is scheduled.</EmptyState> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {tasks.map((task) => (
          <Box
            component="li"
            key={task.id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1,
              px: '14px',
              py: '7px',
              borderBottom: 1,
              borderColor: 'line.subtle',
              '&:last-of-type': { borderBottom: 0 },
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Box sx={{ fontWeight: 600 }}>{task.name}</Box>
              <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
                <Instant value={task.scheduled_at} />
              </Box>
            </Box>
            <Box sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
              in {formatDuration((Date.parse(task.scheduled_at) - now) / 1000)}
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
