import type { TaskDto } from '@tessera/api';
import type { Column, NarrowRow } from '@tessera/data-table';
import { TruncateMiddle } from '@tessera/data-table/list-page';
import { formatCount, formatDuration, Instant, StatusChip } from '@tessera/ui';
import { JobLink, PoolName, RealmName, TemplateName } from '../../lookups/names';
import { rowFields, type TaskRow, type TaskSummary } from '../../task-types';
import type { TasksTexts } from '../../texts';
import { Ago, Basket, Reason, Status } from './task-cells';
import { currentBasket, currentPosition } from './task-current';

/** The name without the event's name in front, which has its own column. */
const shortName = ({ name, event_name }: Pick<TaskSummary, 'name' | 'event_name'>): string => {
  const front = `${event_name} · `;
  return event_name && name.startsWith(front) ? name.slice(front.length) : name;
};

/** Columns shown by default; without those marked `tight` where space is short. */
const defaultColumns = (t: TasksTexts): Column<TaskRow>[] => [
  {
    id: 'name',
    header: t('words.name'),
    cell: (task) => <TruncateMiddle title={task.name}>{shortName(task)}</TruncateMiddle>,
    minWidth: 142,
    strong: true,
    truncatesItself: true,
    fixed: true,
    sortKey: 'name',
  },
  {
    id: 'number',
    header: t('tasks.number'),
    cell: ({ id }) => `#${id}`,
    width: 72,
    align: 'right',
    quiet: true,
  },
  {
    id: 'status',
    header: t('tasks.statusAndReason'),
    cell: (task) => <Status task={task} t={t} />,
    minWidth: 210,
    sortKey: 'status',
  },
  {
    id: 'event',
    header: t('words.event'),
    cell: (task) => task.event_name ?? '–',
    minWidth: 100,
    quiet: true,
    sortKey: 'event_name',
  },
  {
    id: 'login',
    header: t('words.login'),
    cell: (task) => <span title={task.login_email ?? undefined}>{task.login_name ?? '–'}</span>,
    minWidth: 170,
    sortKey: 'login_name',
  },
  {
    id: 'seats',
    header: t('words.seats'),
    cell: (task) => task.seats_to_set,
    width: 52,
    align: 'right',
    sortKey: 'seats_to_set',
  },
  {
    id: 'place',
    header: t('tasks.position'),
    cell: (task) => formatCount(currentPosition(task)),
    width: 70,
    align: 'right',
    sortKey: 'queue_it_event_position',
  },
  {
    id: 'basket',
    header: t('tasks.basket'),
    cell: (task) => <Basket href={currentBasket(task)} />,
    width: 64,
    hidden: 'tight',
  },
  {
    id: 'retries',
    header: t('tasks.retries'),
    cell: (task) => task.retry_count ?? '–',
    width: 60,
    align: 'right',
    sortKey: 'retry_count',
    hidden: 'tight',
  },
  {
    id: 'active',
    header: t('tasks.lastActive'),
    cell: (task) => <Ago value={task.last_active ?? null} />,
    width: 88,
    align: 'right',
    quiet: true,
    sortKey: 'last_active',
  },
  {
    id: 'scheduled',
    header: t('words.scheduled'),
    cell: (task) => <Instant value={task.scheduled_at} />,
    width: 84,
    sortKey: 'scheduled_at',
    hidden: 'tight',
  },
];

/** Columns that can be added in the columns menu. */
const optionalColumns = (t: TasksTexts): Column<TaskRow>[] => [
  {
    id: 'site',
    header: t('words.site'),
    cell: (task) => task.site_name ?? '–',
    width: 140,
    quiet: true,
  },
  {
    id: 'run',
    header: t('tasks.runTime'),
    cell: (task) => (task.run_duration === undefined ? '–' : formatDuration(task.run_duration)),
    width: 72,
    align: 'right',
  },
  {
    id: 'mode',
    header: t('tasks.mode'),
    cell: ({ mode }) => (mode === undefined ? '–' : t(`words.${mode}`)),
    width: 76,
    quiet: true,
  },
  {
    id: 'worker',
    header: t('tasks.worker'),
    cell: (task) => formatCount(task.worker_index ?? null),
    width: 72,
    align: 'right',
  },
  { id: 'job', header: t('words.job'), cell: (task) => <JobLink id={task.job_id ?? null} />, width: 84 },
  {
    id: 'template',
    header: t('words.template'),
    cell: (task) => <TemplateName id={task.template_id ?? null} />,
    width: 150,
    quiet: true,
  },
  {
    id: 'pool',
    header: t('words.pool'),
    cell: (task) => <PoolName id={task.pool_id ?? null} />,
    width: 130,
    quiet: true,
  },
  { id: 'proxy', header: t('tasks.proxy'), cell: (task) => task.proxy ?? '–', width: 120, quiet: true },
  {
    id: 'created',
    header: t('words.created'),
    cell: (task) => <Instant value={task.created_at ?? null} />,
    width: 150,
    quiet: true,
    sortKey: 'created_at',
  },
];

const realmColumn = (t: TasksTexts): Column<TaskRow> => ({
  id: 'realm',
  header: t('words.realm'),
  cell: (task) => <RealmName id={task.realm_id} />,
  width: 140,
  quiet: true,
});

/** Where space is short a task still has its login; its position is in the reason. */
const drawerLayout: Readonly<Record<string, Partial<Column<TaskRow>>>> = {
  name: { minWidth: 134 },
  status: { minWidth: 226 },
  event: { minWidth: 112 },
  login: { minWidth: 122 },
  seats: { width: 52 },
  number: { hidden: true },
  place: { hidden: true },
  active: { hidden: true },
};

export interface TaskColumnsOptions {
  /** Whether space is short: on a narrow screen or beside the drawer. */
  tight: boolean;
  /** Whether the list has tasks of several realms. */
  withRealm: boolean;
}

/** The columns of the list; `hidden` ones can be added in the columns menu. */
export function taskColumns(t: TasksTexts, { tight, withRealm }: TaskColumnsOptions): Column<TaskRow>[] {
  const optional = [...optionalColumns(t), ...(withRealm ? [realmColumn(t)] : [])];
  const all = [...defaultColumns(t), ...optional.map((column) => ({ ...column, hidden: true }))];
  return tight ? all.map((column) => ({ ...column, ...drawerLayout[column.id] })) : all;
}

/** The field of each column that isn't among `rowFields`. */
const columnFields: Readonly<Record<string, keyof TaskDto>> = {
  site: 'site_name',
  basket: 'basket',
  retries: 'retry_count',
  run: 'run_duration',
  active: 'last_active',
  mode: 'mode',
  worker: 'worker_index',
  job: 'job_id',
  template: 'template_id',
  pool: 'pool_id',
  proxy: 'proxy',
  created: 'created_at',
};
const defaultFieldColumns = ['basket', 'retries', 'active'];

/** The fields to request for the chosen columns (null for the default ones), comma-separated. */
export const fieldsFor = (chosen: readonly string[] | null): string =>
  [...rowFields, ...(chosen ?? defaultFieldColumns).flatMap((id) => columnFields[id] ?? [])].join(',');

/** The row's three lines below 600 px. */
export const taskNarrow =
  (t: TasksTexts) =>
  (task: TaskSummary): NarrowRow => ({
    title: <TruncateMiddle>{shortName(task)}</TruncateMiddle>,
    status: <StatusChip of="task" state={task.status} paused={task.paused} />,
    second: <Reason task={task} t={t} />,
    third: [task.login_name ?? '–', task.event_name].filter(Boolean).join(' · '),
    end: t('words.seatCount', { count: task.seats_to_set }),
  });
