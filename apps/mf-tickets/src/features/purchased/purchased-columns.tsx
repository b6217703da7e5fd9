import { Money, StatusChip, type Column } from '@tessera/ui';
import type { TicketDto } from '@tessera/api';
import type { TicketCalls } from './ticket-actions';
import { TicketButtons } from './ticket-buttons';

/** Area, row and seat of a ticket. */
export const placeOf = ({ area, row, seat }: TicketDto): string =>
  [area, row, seat].filter(Boolean).join(', ') || '–';

/** Columns of purchased tickets (specification section 2, Purchased tab); the reference is there on demand. */
export const purchasedColumns = (calls: TicketCalls): Column<TicketDto>[] => [
  {
    id: 'event',
    header: 'Event',
    sortKey: 'event_name',
    minWidth: 220,
    fixed: true,
    strong: true,
    cell: (ticket) => ticket.event_name ?? '–',
  },
  { id: 'location', header: 'Location (area, row, seat)', minWidth: 180, cell: placeOf },
  {
    id: 'login',
    header: 'Login',
    sortKey: 'login_email',
    minWidth: 190,
    quiet: true,
    cell: ({ login_email }) => login_email ?? '–',
  },
  {
    id: 'price',
    header: 'Price',
    sortKey: 'price',
    align: 'right',
    width: 110,
    cell: ({ price, currency }) => <Money amount={price} currency={currency} fallback="GBP" />,
  },
  {
    id: 'status',
    header: 'Status',
    sortKey: 'status',
    width: 130,
    cell: ({ status }) => <StatusChip of="ticket" state={status} />,
  },
  {
    id: 'reference',
    header: 'Reference',
    hidden: true,
    minWidth: 140,
    cell: ({ ticket_reference }) => ticket_reference ?? '–',
  },
  {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    width: 150,
    fixed: true,
    cell: (ticket) => <TicketButtons ticket={ticket} calls={calls} />,
  },
];
