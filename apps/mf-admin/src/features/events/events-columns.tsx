import type { EventDto } from '@tessera/api';
import { Box } from '@mui/material';
import { formatCount, Instant, StatusChip, type Column } from '@tessera/ui';
import type { AdminTexts } from '../../texts';

/** A kick-off (epoch seconds) as an instant in ms; null when unknown. */
export const kickOff = ({ ko }: EventDto): number | null => (ko === null ? null : ko * 1000);

/** Columns of a site's events: the kick-off in the venue's time and in one's own. */
export const eventsColumns = (t: AdminTexts, venueZone: string | null | undefined): Column<EventDto>[] => [
  {
    id: 'name',
    header: t('events.event'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 220,
    cell: ({ name }) => name,
  },
  {
    id: 'ko',
    header: t('events.kickOffVenue'),
    sortKey: 'ko',
    width: 160,
    cell: (event) => <Instant value={kickOff(event)} {...(venueZone ? { timeZone: venueZone } : {})} />,
  },
  {
    id: 'ko_own',
    header: t('events.ownTime'),
    width: 150,
    quiet: true,
    cell: (event) => <Instant value={kickOff(event)} />,
  },
  { id: 'category', header: t('events.category'), width: 110, cell: ({ category }) => category ?? '–' },
  {
    id: 'status',
    header: t('words.status'),
    sortKey: 'status',
    width: 130,
    cell: ({ status }) => <StatusChip of="event" state={status} />,
  },
  {
    id: 'max_per_customer',
    header: t('events.perCustomer'),
    align: 'right',
    width: 110,
    cell: ({ max_per_customer }) => formatCount(max_per_customer),
  },
  {
    id: 'guid',
    header: t('events.guid'),
    minWidth: 200,
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
