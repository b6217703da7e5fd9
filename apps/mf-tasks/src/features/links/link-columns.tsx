import type { LinkDto } from '@tessera/api';
import type { Column, NarrowRow } from '@tessera/data-table';
import { CountdownText, formatCount, Instant, StatusChip } from '@tessera/ui';
import { withHidden } from '../../hidden-columns';
import type { TasksTexts } from '../../texts';

const tasks = (t: TasksTexts, { assigned_to_task_ids: ids }: LinkDto): string =>
  ids.length === 0 ? t('links.none') : ids.map((id) => `#${id}`).join(', ');

const allColumns = (t: TasksTexts): Column<LinkDto>[] => [
  {
    id: 'login',
    header: t('words.login'),
    cell: (link) => link.login_name,
    minWidth: 140,
    strong: true,
    fixed: true,
  },
  { id: 'event', header: t('words.event'), cell: (link) => link.event_name, minWidth: 140, quiet: true },
  {
    id: 'status',
    header: t('words.status'),
    cell: (link) => <StatusChip of="link" state={link.status} />,
    width: 130,
  },
  {
    id: 'position',
    header: t('links.position'),
    cell: (link) => formatCount(link.position),
    width: 84,
    align: 'right',
  },
  {
    id: 'expires',
    header: t('links.expires'),
    cell: (link) =>
      link.enqueue_token_expires ? (
        <CountdownText until={link.enqueue_token_expires} label={link.login_name} />
      ) : (
        '–'
      ),
    width: 120,
  },
  { id: 'tasks', header: t('links.assigned'), cell: (link) => tasks(t, link), width: 140, quiet: true },
  {
    id: 'message',
    header: t('links.message'),
    cell: (link) => link.status_msg ?? '–',
    minWidth: 140,
    quiet: true,
  },
  {
    id: 'updated',
    header: t('words.updated'),
    cell: (link) => <Instant value={link.updated_at} />,
    width: 140,
    quiet: true,
  },
];

/** The columns of the list; `tight` on narrow screens. An unknown position is "–", never 0. */
export const linkColumns = (t: TasksTexts, tight: boolean): Column<LinkDto>[] =>
  withHidden(allColumns(t), tight ? ['message', 'updated'] : []);

/** The row's three lines below 600 px. */
export const linkNarrow =
  (t: TasksTexts) =>
  (link: LinkDto): NarrowRow => ({
    title: link.login_name,
    status: <StatusChip of="link" state={link.status} />,
    second: link.event_name,
    third: link.status_msg ?? t('links.tasks', { tasks: tasks(t, link) }),
    end: link.position === null ? '–' : t('links.positionNumber', { position: link.position }),
  });
