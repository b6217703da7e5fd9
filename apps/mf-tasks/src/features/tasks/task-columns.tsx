import { Link as MuiLink } from '@mui/material';
import {
  formatCount,
  formatDuration,
  Instant,
  StatusChip,
  useLocale,
  useSeconds,
  type Column,
  type NarrowRow,
} from '@tessera/ui';
import { Link } from 'react-router';
import { taskReason } from './task-reason';
import type { TaskRow, TaskSummary } from '../../task-types';

/** How long ago, ticking: "2 s", "6 min"; "–" when never. */
export function Ago({ value }: { value: string | null }) {
  const seconds = useSeconds(useLocale().now);
  return <>{value === null ? '–' : formatDuration(seconds - Date.parse(value) / 1000)}</>;
}

/** State and reason in one line. */
function Status({ task }: { task: TaskSummary }) {
  const locale = useLocale();
  const reason = taskReason(task, locale);
  return (
    <>
      <StatusChip of="task" state={task.status} paused={task.paused} />
      <span className="reason" title={reason}>
        {reason}
      </span>
    </>
  );
}

const Reason = ({ task }: { task: TaskSummary }) => <>{taskReason(task, useLocale())}</>;

/** The name without the event in front, which stands beside it: that of a single task begins with it. */
export const shortName = ({ name, event_name }: Pick<TaskSummary, 'name' | 'event_name'>): string => {
  const front = `${event_name} · `;
  return event_name && name.startsWith(front) ? name.slice(front.length) : name;
};

/** A link to where a person pays; nothing when there is none. */
export const Basket = ({ href }: { href: string | null }) =>
  href ? (
    <MuiLink href={href} target="_blank" rel="noreferrer">
      Open
    </MuiLink>
  ) : (
    <>–</>
  );

/** The columns of the list; those that are `hidden` are chosen in the columns menu. */
export const taskColumns: readonly Column<TaskRow>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (task) => <span title={task.name}>{shortName(task)}</span>,
    minWidth: 160,
    strong: true,
    fixed: true,
    sortKey: 'name',
  },
  {
    id: 'status',
    header: 'Status and reason',
    cell: (task) => <Status task={task} />,
    minWidth: 230,
    sortKey: 'status',
  },
  {
    id: 'event',
    header: 'Event',
    cell: (task) => task.event_name ?? '–',
    minWidth: 150,
    quiet: true,
    sortKey: 'event_name',
  },
  {
    id: 'login',
    header: 'Login',
    cell: (task) => task.login_email ?? '–',
    width: 190,
    quiet: true,
    sortKey: 'login_email',
  },
  { id: 'seats', header: 'Seats', cell: (task) => task.seats_to_set, width: 60, align: 'right' },
  {
    id: 'place',
    header: 'Place',
    cell: (task) => formatCount(task.queue_it_event_position),
    width: 68,
    align: 'right',
  },
  {
    id: 'active',
    header: 'Active',
    cell: (task) => <Ago value={task.last_active} />,
    width: 72,
    align: 'right',
    quiet: true,
    sortKey: 'last_active',
  },
  {
    id: 'site',
    header: 'Site',
    cell: (task) => task.site_name ?? '–',
    width: 150,
    quiet: true,
    hidden: true,
  },
  {
    id: 'basket',
    header: 'Basket',
    cell: (task) => <Basket href={task.basket ?? null} />,
    width: 76,
    hidden: true,
  },
  {
    id: 'retries',
    header: 'Retries',
    cell: (task) => task.retry_count ?? '–',
    width: 72,
    align: 'right',
    hidden: true,
    sortKey: 'retry_count',
  },
  {
    id: 'run',
    header: 'Run time',
    cell: (task) => (task.run_duration === undefined ? '–' : formatDuration(task.run_duration)),
    width: 84,
    align: 'right',
    hidden: true,
  },
  {
    id: 'scheduled',
    header: 'Scheduled',
    cell: (task) => <Instant value={task.scheduled_at} />,
    width: 150,
    hidden: true,
    sortKey: 'scheduled_at',
  },
  {
    id: 'mode',
    header: 'Mode',
    cell: ({ mode }) => (mode === undefined ? '–' : mode === 'buy' ? 'Buys' : 'Holds'),
    width: 76,
    quiet: true,
    hidden: true,
  },
  {
    id: 'worker',
    header: 'Worker',
    cell: (task) => formatCount(task.worker_index ?? null),
    width: 72,
    align: 'right',
    hidden: true,
  },
  { id: 'job', header: 'Job', cell: (task) => <Job id={task.job_id} />, width: 84, hidden: true },
  {
    id: 'created',
    header: 'Created',
    cell: (task) => <Instant value={task.created_at} />,
    width: 150,
    quiet: true,
    hidden: true,
    sortKey: 'created_at',
  },
];

/** Columns that show more than the list's summary has. */
const ofWholeTasks = new Set(['site', 'basket', 'retries', 'run', 'mode', 'worker']);

/** Whether the columns chosen (null: as they come) need every field of the tasks. */
export const needsWholeTasks = (chosen: readonly string[] | null): boolean =>
  chosen?.some((id) => ofWholeTasks.has(id)) ?? false;

const Job = ({ id }: { id: number | null }) =>
  id === null ? (
    <>–</>
  ) : (
    <MuiLink component={Link} to={`/jobs?open=${id}`}>
      #{id}
    </MuiLink>
  );

/** Three lines under 600 px (picture 08). */
export const taskNarrow = (task: TaskSummary): NarrowRow => ({
  title: shortName(task),
  status: <StatusChip of="task" state={task.status} paused={task.paused} />,
  second: <Reason task={task} />,
  third: task.event_name ?? '–',
  end: task.seats_to_set === 1 ? '1 seat' : `${task.seats_to_set} seats`,
});

const beside: Readonly<Record<string, Partial<Column<TaskRow>>>> = {
  name: { width: 150 },
  status: { minWidth: 190 },
  event: { width: 120 },
  login: { hidden: true },
};

/** The columns while the drawer takes its part, or on a narrower screen: without the login. */
export const taskColumnsBeside: readonly Column<TaskRow>[] = taskColumns.map((column) => ({
  ...column,
  ...beside[column.id],
}));
