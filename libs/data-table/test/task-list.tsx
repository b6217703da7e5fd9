import { Button } from '@mui/material';
import { StatusChip } from '@tessera/ui';
import type { Column } from '../src/index';
import {
  ListPage,
  useListState,
  useSelection,
  type FilterDef,
  type ListPageProps,
  type ListState,
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

/** The columns of the list where a test gives no others. */
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
  { kind: 'number', field: 'seats_min', label: 'Seats', operator: 'at least' },
];

const keyOf = (task: Task) => task.id;
const nameOf = (task: Task) => task.name;

export interface TaskListProps extends Partial<Omit<ListPageProps<Task, string>, 'state'>> {
  start?: string;
  told?: (search: string) => void;
  asked?: (query: ListState['query']) => void;
}

const silent = () => undefined;

/** A list of tasks as a page makes one; what it asks the server and the URL is told. */
export function TaskList({ start = '', told = silent, asked, ...props }: TaskListProps) {
  const state = useListState(useParams(start, told), {
    filters: props.filters ?? filters,
    sort: '-created_at',
  });
  const selection = useSelection();
  asked?.(state.query);
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
      bulk={[{ label: 'Start', count: selection.keys.size, onSelect: silent }]}
      empty={{ sentence: 'No tasks yet.', action: <Button>New task</Button> }}
      {...props}
    />
  );
}
