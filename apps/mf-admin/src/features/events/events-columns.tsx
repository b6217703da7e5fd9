import type { CountedEventDto, EventDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { formatCount, Instant, StatusChip } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import type { AdminTexts } from '../../texts';

/** The kick-off in milliseconds since the epoch; null when unknown. */
export const kickOffTime = ({ ko }: EventDto): number | null => (ko === null ? null : ko * 1000);

/** Columns of a site's events. The kick-off is shown in the venue's time zone and, if it differs, in the user's. */
export const createEventColumns = (
  t: AdminTexts,
  venueTimeZone: string | null | undefined,
  isSameTimeZone: boolean,
): Column<CountedEventDto>[] => [
  {
    id: 'name',
    header: t('events.event'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 215,
    cell: ({ name }) => name,
  },
  {
    id: 'on_sale_at',
    header: t('events.onSale'),
    width: 132,
    cell: ({ on_sale_at }) => <Instant value={on_sale_at} timeZone={venueTimeZone ?? undefined} />,
  },
  {
    id: 'ko',
    width: 132,
    header: t('events.kickOffVenue'),
    sortKey: 'ko',
    cell: (event) => <Instant value={kickOffTime(event)} timeZone={venueTimeZone ?? undefined} />,
  },
  {
    id: 'ko_own',
    width: 132,
    header: t('events.yourTime'),
    hidden: isSameTimeZone || 'tight',
    quiet: true,
    cell: (event) => <Instant value={kickOffTime(event)} />,
  },
  {
    id: 'category',
    header: t('events.category'),
    hidden: true,
    width: 88,
    cell: ({ category }) => category ?? '–',
  },
  {
    id: 'status',
    width: 124,
    header: t('words.status'),
    sortKey: 'status',
    cell: ({ status }) => <StatusChip of="event" state={status} />,
  },
  {
    id: 'waiting',
    hidden: 'tight',
    width: 68,
    header: t('events.waiting'),
    align: 'right',
    cell: ({ waiting_count }) => formatCount(waiting_count),
  },
  {
    id: 'holds',
    width: 66,
    header: t('events.holds'),
    align: 'right',
    cell: ({ hold_count }) => formatCount(hold_count),
  },
  {
    id: 'bought',
    width: 68,
    header: t('events.bought'),
    align: 'right',
    cell: ({ ticket_count }) => formatCount(ticket_count),
  },
  {
    id: 'max_per_customer',
    header: t('events.perCustomer'),
    align: 'right',
    hidden: 'tight',
    width: 100,
    cell: ({ max_per_customer }) => formatCount(max_per_customer),
  },
  {
    id: 'guid',
    hidden: 'tight',
    minWidth: 100,
    header: t('events.guid'),
    quiet: true,
    cell: ({ guid }) => (
      <Box component="code" sx={{ fontFamily: '"IBM Plex Mono", monospace', fontSize: 12 }}>
        {guid}
      </Box>
    ),
  },
  {
    id: 'price_type',
    header: t('events.priceType'),
    hidden: true,
    width: 120,
    cell: ({ price_type }) => price_type ?? '–',
  },
];
