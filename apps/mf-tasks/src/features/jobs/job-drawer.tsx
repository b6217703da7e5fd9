import { useQuery } from '@tanstack/react-query';
import { Box, Button, IconButton, Link as MuiLink, Skeleton } from '@mui/material';
import {
  Descriptions,
  DrawerPanel,
  ErrorAlert,
  Instant,
  NavTabs,
  RowMenu,
  SegmentedProgress,
  StatusChip,
  toProblem,
  type RowAction,
} from '@tessera/ui';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Lasted, SeatsBar, SeatsWon } from './job-columns';
import { JobPlan } from './job-plan';
import { JobTasks } from './job-tasks';
import { jobQuery } from './jobs.api';
import type { Job } from '../../task-types';

export interface JobDrawerProps {
  id: number;
  actions: (job: Job) => readonly RowAction[];
  onClose: () => void;
}

/** One job beside the list: its figures, its tasks and how it was planned. */
export function JobDrawer({ id, actions, onClose }: JobDrawerProps) {
  const { data: job, error, refetch } = useQuery(jobQuery(id));
  return (
    <DrawerPanel
      title={job?.name ?? 'Job'}
      {...(job ? { label: job.name, status: <StatusChip of="job" state={job.status} /> } : {})}
      subtitle={
        job ? (
          <>
            Job {job.id}
            {job.template_name ? ` from template ${job.template_name}, ` : ', '}
            <MuiLink component={Link} to={`/tasks?job_id=${job.id}`}>
              open its tasks
            </MuiLink>
          </>
        ) : undefined
      }
      onClose={onClose}
    >
      {error ? (
        <ErrorAlert problem={toProblem(error)} onRetry={() => void refetch()} />
      ) : job ? (
        <Content job={job} actions={actions(job)} />
      ) : (
        <Skeleton variant="rounded" height={160} />
      )}
    </DrawerPanel>
  );
}

function Content({ job, actions }: { job: Job; actions: readonly RowAction[] }) {
  const [tab, setTab] = useState('overview');
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const open = actions.filter(({ disabled, danger }) => disabled === undefined && !danger);
  const front = open.slice(0, 2);
  const all = Object.values(job.counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {front.map(({ label, icon: Icon, onSelect }) => (
          <Button
            key={label}
            onClick={onSelect}
            startIcon={Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : undefined}
          >
            {label}
          </Button>
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
          label={`Actions for ${job.name}`}
          actions={actions.filter((action) => !front.includes(action))}
          onClose={() => setMenu(null)}
        />
      </Box>
      <Box sx={{ mx: -2, borderBottom: 1, borderColor: 'line.main', px: 2 }}>
        <NavTabs
          label="Job"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'overview', label: 'Overview' },
            { value: 'tasks', label: 'Tasks', count: all },
            { value: 'plan', label: 'Plan' },
          ]}
        />
      </Box>
      <Box role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`} sx={{ minWidth: 0 }}>
        {tab === 'overview' ? (
          <Overview job={job} />
        ) : tab === 'tasks' ? (
          <JobTasks id={job.id} />
        ) : (
          <JobPlan job={job} />
        )}
      </Box>
    </>
  );
}

const Overview = ({ job }: { job: Job }) => (
  <Box sx={{ display: 'grid', gap: 1.5 }}>
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Box component="span" sx={{ color: 'text.tertiary' }}>
          Seats won
        </Box>
        <SeatsWon job={job} />
      </Box>
      <SeatsBar job={job} />
    </Box>
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ color: 'text.tertiary' }}>Tasks</Box>
      <SegmentedProgress counts={job.counts} />
    </Box>
    <Descriptions
      items={[
        {
          term: 'Event',
          value: job.event_name ? (
            <MuiLink component={Link} to={`/tasks?event_id=${job.event_id}`}>
              {job.event_name}
            </MuiLink>
          ) : null,
        },
        { term: 'Held now', value: job.seats_held },
        { term: 'Created by', value: job.created_by_name },
        { term: 'Created', value: <Instant value={job.created_at} /> },
        { term: 'Scheduled', value: <Instant value={job.scheduled_at} /> },
        { term: 'Started', value: <Instant value={job.started_at} style="date-time-seconds" /> },
        { term: 'Finished', value: <Instant value={job.finished_at} style="date-time-seconds" /> },
        { term: 'Duration', value: <Lasted job={job} /> },
      ]}
    />
  </Box>
);
