import type { EventDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { Instant, StatusChip } from '@tessera/ui';
import type { ModuleTexts } from '../texts';

/** The kick-off in milliseconds since the epoch; null when unknown. */
export const kickOffTime = ({ ko }: EventDto): number | null => (ko === null ? null : ko * 1000);

/** Columns of the events; an `id` is permanent, because saved views contain it. */
export const createEventColumns = (t: ModuleTexts): Column<EventDto>[] => [
  {
    id: 'name',
    header: t('events.event'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 215,
    cell: ({ name }) => name,
  },
  { id: 'site', header: t('events.site'), minWidth: 160, cell: ({ site_name }) => site_name },
  {
    id: 'ko',
    header: t('events.kickOff'),
    sortKey: 'ko',
    width: 150,
    cell: (event) => <Instant value={kickOffTime(event)} />,
  },
  {
    id: 'status',
    header: t('events.status'),
    sortKey: 'status',
    width: 140,
    cell: ({ status }) => <StatusChip of="event" state={status} />,
  },
];
