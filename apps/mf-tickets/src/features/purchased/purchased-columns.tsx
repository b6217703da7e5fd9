import type { TicketDto } from '@tessera/api';
import type { Column, Expand } from '@tessera/data-table';
import { formatSeats } from '@tessera/product-ui';
import { Instant, Money, MoneyTotals, StatusChip } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { SeatsLink } from '../../seats/seats-link';
import type { TicketsTexts } from '../../texts';
import { type Order, referencesOf } from './orders';
import type { TicketHandlers } from './ticket-actions';
import { OrderButtons, TicketButtons } from './ticket-buttons';

export interface PurchasedLayout {
  isTight: boolean;
  onSeats: (order: Order) => void;
}

/** Columns of purchased tickets, an order a row. */
export const purchasedColumns = (
  t: TicketsTexts,
  handlers: TicketHandlers,
  { isTight, onSeats }: PurchasedLayout,
): Column<Order>[] => [
  {
    id: 'event',
    header: t('purchased.event'),
    sortKey: 'event_name',
    minWidth: isTight ? 116 : 180,
    fixed: true,
    strong: true,
    cell: ({ first }) => first.event_name ?? '–',
  },
  {
    id: 'location',
    header: t('purchased.location'),
    minWidth: isTight ? 184 : 190,
    cell: (order) => <SeatsLink onClick={() => onSeats(order)}>{formatSeats(order.tickets)}</SeatsLink>,
  },
  {
    id: 'login',
    header: t('purchased.login'),
    sortKey: 'login_name',
    minWidth: isTight ? 96 : 130,
    quiet: true,
    cell: ({ first: { login_name, login_email } }) => (
      <span title={login_email ?? undefined}>{login_name ?? '–'}</span>
    ),
  },
  {
    id: 'recorded',
    header: t('purchased.recorded'),
    sortKey: 'created_at',
    hidden: 'tight',
    width: 140,
    cell: ({ first }) => <Instant value={first.created_at} />,
  },
  {
    id: 'reference',
    header: t('purchased.reference'),
    hidden: 'tight',
    width: 110,
    cell: (order) => referencesOf(order) || '–',
  },
  {
    id: 'price',
    header: t('purchased.price'),
    sortKey: 'price',
    align: 'right',
    width: isTight ? 82 : 88,
    cell: ({ totals }) => <MoneyTotals totals={totals} fallback="GBP" />,
  },
  {
    id: 'status',
    header: t('purchased.status'),
    sortKey: 'status',
    width: 104,
    cell: (order) => <OrderStatus order={order} />,
  },
  {
    id: 'actions',
    header: t('purchased.actions'),
    align: 'right',
    width: 156,
    fixed: true,
    actions: true,
    cell: (order) => <OrderButtons order={order} handlers={handlers} />,
  },
];

/** The tickets of an order: seat, price, status, reference and actions. */
export const orderSeats = (
  t: TicketsTexts,
  handlers: TicketHandlers,
  isNarrow: boolean,
): Expand<Order, TicketDto> => ({
  rows: ({ tickets }) => tickets,
  key: ({ id }) => id,
  columns: [
    {
      id: 'seat',
      header: t('purchased.seat'),
      width: isNarrow ? undefined : 230,
      cell: (ticket) => <b>{formatSeats([ticket])}</b>,
    },
    {
      id: 'price',
      header: t('purchased.price'),
      align: 'right',
      width: isNarrow ? 76 : 100,
      cell: ({ price, currency }) => <Money amount={price} currency={currency} fallback="GBP" />,
    },
    ...(isNarrow
      ? []
      : [
          {
            id: 'status',
            header: t('purchased.status'),
            width: 128,
            cell: ({ status }: TicketDto) => <StatusChip of="ticket" state={status} />,
          },
          {
            id: 'reference',
            header: t('purchased.reference'),
            cell: ({ ticket_reference }: TicketDto) => ticket_reference ?? '–',
          },
        ]),
    {
      id: 'actions',
      header: t('purchased.actions'),
      align: 'right',
      width: 164,
      cell: (ticket) => <TicketButtons ticket={ticket} handlers={handlers} />,
    },
  ],
});

/** The status that an order's tickets share, or each of them. */
export function OrderStatus({ order }: { order: Order }) {
  const statuses = [...new Set(order.tickets.map(({ status }) => status))];
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5, maxWidth: 1 }}>
      {statuses.map((status) => (
        <StatusChip key={status} of="ticket" state={status} />
      ))}
    </Box>
  );
}
