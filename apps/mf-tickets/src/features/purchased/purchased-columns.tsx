import type { TicketDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { Money, StatusChip } from '@tessera/ui';
import { SeatsLink } from '../../seats/seats-link';
import type { TicketsTexts } from '../../texts';
import type { TicketHandlers } from './ticket-actions';
import { TicketButtons } from './ticket-buttons';

/** Area, row and seat of a ticket. */
export const ticketLocation = ({ area, row, seat }: TicketDto): string =>
  [area, row, seat].filter(Boolean).join(', ') || '–';

/** Columns of purchased tickets; the reference is hidden by default. */
export const purchasedColumns = (
  t: TicketsTexts,
  handlers: TicketHandlers,
  isTight: boolean,
  onSeats: (ticket: TicketDto) => void,
): Column<TicketDto>[] => [
  {
    id: 'event',
    header: t('purchased.event'),
    sortKey: 'event_name',
    minWidth: isTight ? 122 : 220,
    fixed: true,
    strong: true,
    cell: (ticket) => ticket.event_name ?? '–',
  },
  {
    id: 'location',
    header: t('purchased.location'),
    minWidth: isTight ? 122 : 180,
    cell: (ticket) => <SeatsLink onClick={() => onSeats(ticket)}>{ticketLocation(ticket)}</SeatsLink>,
  },
  {
    id: 'login',
    header: t('purchased.login'),
    sortKey: 'login_name',
    minWidth: isTight ? 104 : 190,
    quiet: true,
    cell: ({ login_name, login_email }) => <span title={login_email ?? undefined}>{login_name ?? '–'}</span>,
  },
  {
    id: 'price',
    header: t('purchased.price'),
    sortKey: 'price',
    align: 'right',
    width: isTight ? 68 : 110,
    cell: ({ price, currency }) => <Money amount={price} currency={currency} fallback="GBP" />,
  },
  {
    id: 'status',
    header: t('purchased.status'),
    sortKey: 'status',
    width: isTight ? 104 : 130,
    cell: ({ status }) => <StatusChip of="ticket" state={status} />,
  },
  {
    id: 'reference',
    header: t('purchased.reference'),
    hidden: true,
    minWidth: 140,
    cell: ({ ticket_reference }) => ticket_reference ?? '–',
  },
  {
    id: 'actions',
    header: t('purchased.actions'),
    align: 'right',
    width: 262,
    fixed: true,
    actions: true,
    cell: (ticket) => <TicketButtons ticket={ticket} handlers={handlers} />,
  },
];
