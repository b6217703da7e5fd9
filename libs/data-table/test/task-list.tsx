import { Button } from '@mui/material';
import { StatusChip } from '@tessera/ui';
import type { Column } from '../src/index';
import {
  BulkBar,
  type FilterDef,
  ListPage,
  type ListPageProps,
  type ListState,
  type Selection,
  useListState,
  useSelected,
  useSelection,
} from '../src/lists';
import { useParams } from './frame';

export interface Task {
  id: number;
  name: string;
  status: string;
  seats: number;
}

export const tasks: Task[] = Array.from({ length: 5 }, (_, i) => ({
  id: i + 1,
  name: `HC north 0${i + 1}`,
  status: i === 0 ? 'carted' : 'queued',
  seats: i + 1,
}));

/** The default columns. */
export const columns: Column<Task>[] = [
  { id: 'name', header: 'Name', cell: (task) => task.name, sortKey: 'name', fixed: true },
  { id: 'status', header: 'Status', cell: (task) => <StatusChip of="task" state={task.status} /> },
  { id: 'seats', header: 'Seats', cell: (task) => task.seats, align: 'right', sortKey: 'seats' },
  { id: 'proxy', header: 'Proxy', cell: () => 'plain', hidden: true },
];

const filters: FilterDef[] = [
  {
    kind: 'choice',
    field: 'status',
    label: 'Status',
    options: [
      { value: 'bought', label: 'Bought' },
      { value: 'failed', label: 'Failed' },
    ],
  },
  { kind: 'number', field: 'seats_min', label: 'Seats' },
];

const keyOf = (task: Task) => task.id;
const nameOf = (task: Task) => task.name;

export interface TaskListProps extends Partial<Omit<ListPageProps<Task, string>, 'state'>> {
  start?: string;
  onUrlChange?: (search: string) => void;
  onQuery?: (query: ListState['query']) => void;
}

const ignore = () => undefined;

function TaskBulkBar({ selection }: { selection: Selection }) {
  const { keys } = useSelected(selection);
  return <BulkBar actions={[{ label: 'Start', count: keys.size, onSelect: ignore }]} />;
}

/** A list of tasks as on a page; reports its query and the query strings that it sets. */
export function TaskList({ start = '', onUrlChange = ignore, onQuery, ...props }: TaskListProps) {
  const state = useListState(useParams(start, onUrlChange), {
    filters: props.filters ?? filters,
    sort: '-created_at',
  });
  const selection = useSelection();
  onQuery?.(state.query);
  return (
    <ListPage<Task, string>
      noun="tasks"
      state={state}
      columns={columns}
      rows={tasks}
      total={45}
      keyOf={keyOf}
      nameOf={nameOf}
      filters={filters}
      onOpen={(task) => state.setOpen(task.id)}
      openKey={state.open}
      selection={selection}
      bulkBar={<TaskBulkBar selection={selection} />}
      empty={{ sentence: 'No tasks yet.', action: <Button>New task</Button> }}
      {...props}
    />
  );
}
