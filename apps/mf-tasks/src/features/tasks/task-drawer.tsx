import { useQuery } from '@tanstack/react-query';
import { Box, Button, IconButton, Link as MuiLink, Skeleton } from '@mui/material';
import type { TaskDto } from '@tessera/api';
import {
  DrawerPanel,
  ErrorAlert,
  NavTabs,
  RowMenu,
  StatusChip,
  toProblem,
  type RowAction,
} from '@tessera/ui';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { TaskConfiguration } from './task-configuration';
import { TaskOverview } from './task-overview';
import { TaskTimeline } from './task-timeline';
import { TaskWhy } from './task-why';
import { taskEventsQuery, taskQuery } from './tasks.api';
import type { TaskCommand, TaskSummary } from '../../task-types';

export interface TaskDrawerProps {
  id: number;
  mayWrite: boolean;
  actions: (task: TaskSummary) => readonly RowAction[];
  onCommand: (task: TaskSummary, command: TaskCommand) => void;
  onClose: () => void;
  onPrevious?: () => void;
  onNext?: () => void;
}

const inFront = ['Start', 'Pause', 'Resume', 'Stop', 'Mark bought'];

/** One task beside the list: why it isn't running, what can be done, overview, timeline, configuration. */
export function TaskDrawer(props: TaskDrawerProps) {
  const { id, onClose, onPrevious, onNext } = props;
  const { data: task, error, refetch } = useQuery(taskQuery(id));
  return (
    <DrawerPanel
      title={task?.name ?? 'Task'}
      {...(task
        ? { label: task.name, status: <StatusChip of="task" state={task.status} paused={task.paused} /> }
        : {})}
      subtitle={task ? <Where task={task} /> : undefined}
      onClose={onClose}
      {...(onPrevious ? { onPrevious } : {})}
      {...(onNext ? { onNext } : {})}
    >
      {error ? (
        <ErrorAlert problem={toProblem(error)} onRetry={() => void refetch()} />
      ) : task ? (
        <Content {...props} task={task} />
      ) : (
        <Skeleton variant="rounded" height={160} />
      )}
    </DrawerPanel>
  );
}

const Where = ({ task }: { task: TaskDto }) => (
  <>
    Task {task.id}
    {task.job_id === null ? null : (
      <>
        {' of '}
        <MuiLink component={Link} to={`/jobs?open=${task.job_id}`} underline="always">
          job {task.job_id}
        </MuiLink>
      </>
    )}
  </>
);

function Content({ task, mayWrite, actions, onCommand }: TaskDrawerProps & { task: TaskDto }) {
  const [tab, setTab] = useState('overview');
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const { data: events, error } = useQuery(taskEventsQuery(task.id, task.updated_at));
  const all = actions(task);
  const starts = ['idle', 'stopped', 'failed', 'expired', 'bought'].includes(task.status);
  const front = all.filter(
    ({ label }) =>
      inFront.includes(label) && (starts ? label !== 'Stop' && label !== 'Pause' : label !== 'Start'),
  );
  return (
    <>
      <TaskWhy task={task} mayWrite={mayWrite} onCommand={onCommand} />
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {front.map(({ label, icon: Icon, onSelect, disabled }) => (
          <span key={label} title={disabled}>
            <Button
              disabled={disabled !== undefined}
              onClick={onSelect}
              startIcon={Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : undefined}
            >
              {label}
            </Button>
          </span>
        ))}
        <Box sx={{ flex: 1 }} />
        <IconButton
          aria-label="More actions"
          aria-haspopup="menu"
          onClick={(event) => setMenu(event.currentTarget)}
        >
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <RowMenu
          anchor={menu}
          label={`Actions for ${task.name}`}
          actions={all.filter((action) => !front.includes(action))}
          onClose={() => setMenu(null)}
        />
      </Box>
      <Box sx={{ mx: -2, borderBottom: 1, borderColor: 'line.main', px: 2 }}>
        <NavTabs
          label="Task"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'overview', label: 'Overview' },
            { value: 'timeline', label: 'Timeline', ...(events ? { count: events.length } : {}) },
            { value: 'configuration', label: 'Configuration' },
          ]}
        />
      </Box>
      <Box
        role="tabpanel"
        id={`panel-${tab}`}
        aria-labelledby={`tab-${tab}`}
        sx={{ display: 'grid', gap: 1.5 }}
      >
        {tab === 'overview' ? (
          <TaskOverview task={task} events={events ?? []} onAll={() => setTab('timeline')} />
        ) : tab === 'timeline' ? (
          error ? (
            <ErrorAlert problem={toProblem(error)} />
          ) : (
            <TaskTimeline events={events ?? []} />
          )
        ) : (
          <TaskConfiguration task={task} />
        )}
      </Box>
    </>
  );
}
