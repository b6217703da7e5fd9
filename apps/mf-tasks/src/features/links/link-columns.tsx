import type { LinkDto } from '@tessera/api';
import { CountdownText, formatCount, Instant, StatusChip, type Column, type NarrowRow } from '@tessera/ui';

const tasks = ({ assigned_to_task_ids: ids }: LinkDto): string =>
  ids.length === 0 ? 'None' : ids.map((id) => `#${id}`).join(', ');

/** The columns of the list; an unknown position is "–", never 0. */
export const linkColumns: readonly Column<LinkDto>[] = [
  { id: 'login', header: 'Login', cell: (link) => link.login_name, minWidth: 160, strong: true, fixed: true },
  { id: 'event', header: 'Event', cell: (link) => link.event_name, minWidth: 160, quiet: true },
  {
    id: 'status',
    header: 'Status',
    cell: (link) => <StatusChip of="link" state={link.status} />,
    width: 130,
  },
  {
    id: 'position',
    header: 'Position',
    cell: (link) => formatCount(link.position),
    width: 84,
    align: 'right',
  },
  {
    id: 'expires',
    header: 'Token expires',
    cell: (link) =>
      link.enqueue_token_expires ? (
        <CountdownText until={link.enqueue_token_expires} label={link.login_name} />
      ) : (
        '–'
      ),
    width: 120,
  },
  { id: 'tasks', header: 'Assigned tasks', cell: tasks, width: 140, quiet: true },
  { id: 'message', header: 'Message', cell: (link) => link.status_msg ?? '–', minWidth: 140, quiet: true },
  {
    id: 'updated',
    header: 'Updated',
    cell: (link) => <Instant value={link.updated_at} />,
    width: 140,
    quiet: true,
  },
];

/** Three lines under 600 px. */
export const linkNarrow = (link: LinkDto): NarrowRow => ({
  title: link.login_name,
  status: <StatusChip of="link" state={link.status} />,
  second: link.event_name,
  third: link.status_msg ?? `Tasks: ${tasks(link)}`,
  end: link.position === null ? '–' : `place ${formatCount(link.position)}`,
});
