import type { EventDto } from '@tessera/api';
import { Box } from '@mui/material';
import { formatCount, Instant, StatusChip, type Column } from '@tessera/ui';

/** A kick-off (epoch seconds) as an instant in ms; null when unknown. */
export const kickOff = ({ ko }: EventDto): number | null => (ko === null ? null : ko * 1000);

/** Columns of a site's events: the kick-off in the venue's time and in one's own. */
export const eventsColumns = (venueZone: string | null | undefined): Column<EventDto>[] => [
  {
    id: 'name',
    header: 'Event',
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 220,
    cell: ({ name }) => name,
  },
  {
    id: 'ko',
    header: 'Kick-off, venue',
    sortKey: 'ko',
    width: 160,
    cell: (event) => <Instant value={kickOff(event)} {...(venueZone ? { timeZone: venueZone } : {})} />,
  },
  {
    id: 'ko_own',
    header: 'Your time',
    width: 150,
    quiet: true,
    cell: (event) => <Instant value={kickOff(event)} />,
  },
  { id: 'category', header: 'Category', width: 110, cell: ({ category }) => category ?? '–' },
  {
    id: 'status',
    header: 'Status',
    sortKey: 'status',
    width: 130,
    cell: ({ status }) => <StatusChip of="event" state={status} />,
  },
  {
    id: 'max_per_customer',
    header: 'Per customer',
    align: 'right',
    width: 110,
    cell: ({ max_per_customer }) => formatCount(max_per_customer),
  },
  {
    id: 'guid',
    header: 'GUID',
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
    header: 'Price type',
    hidden: true,
    width: 120,
    cell: ({ price_type }) => price_type ?? '–',
  },
];
