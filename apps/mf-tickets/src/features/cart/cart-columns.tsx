import type { CartedTicketDto } from '@tessera/api';
import type { Column, Expand } from '@tessera/data-table';
import { CountdownText, Instant, Money, MoneyTotals } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { CountdownTiles } from '@tessera/ui/panels';
import { SeatsLink } from '../../seats/seats-link';
import { type TicketsTexts, useTexts } from '../../texts';
import type { CartActions } from './cart-actions';
import { GroupActions, RemoveButton } from './group-actions';
import { type CartGroup, holdSeconds } from './groups';

/** Area and row: "North 104 - 17". */
export const cartLocation = ({ area, row }: CartedTicketDto): string =>
  [area, row].filter(Boolean).join(' - ') || '–';

/** The layout of the rows. */
export interface CartLayout {
  /** Whether there is no room for tiles next to the countdown. */
  isTight: boolean;
  /** Key of the group that expires first; what comes next for it is the primary button. */
  first: string | undefined;
  /** Shows the group's row of seats. */
  onSeats: (group: CartGroup) => void;
}

/** Columns of the cart; where there is little room the login is below the event. */
export function cartColumns(
  t: TicketsTexts,
  actions: CartActions,
  { isTight, first, onSeats }: CartLayout,
): Column<CartGroup>[] {
  return [
    {
      id: 'event',
      header: t('cart.event'),
      sortKey: 'event_name',
      minWidth: 166,
      fixed: true,
      strong: true,
      truncatesItself: isTight,
      cell: ({ first }) => (isTight ? <EventAndLogin ticket={first} /> : (first.event_name ?? '–')),
    },
    {
      id: 'location',
      header: t('cart.location'),
      sortKey: 'area',
      width: isTight ? 112 : 150,
      cell: ({ first }) => cartLocation(first),
    },
    {
      id: 'seats',
      header: t('cart.seats'),
      ...(isTight ? { width: 84 } : { minWidth: 100 }),
      cell: (group) => <Seats group={group} onClick={() => onSeats(group)} />,
    },
    {
      id: 'login',
      header: t('cart.login'),
      sortKey: 'login_name',
      hidden: isTight,
      quiet: true,
      minWidth: 140,
      cell: ({ first }) => <span title={first.login_email ?? undefined}>{first.login_name ?? '–'}</span>,
    },
    {
      id: 'price',
      header: t('cart.total'),
      sortKey: 'price',
      align: 'right',
      width: isTight ? 78 : 96,
      strong: true,
      cell: ({ totals }) => <MoneyTotals totals={totals} />,
    },
    {
      id: 'expires',
      header: t('cart.expires'),
      sortKey: 'expires_at',
      width: isTight ? 84 : 150,
      cell: (group) => <Expires group={group} now={actions.now} tiles={!isTight} />,
    },
    {
      id: 'actions',
      header: t('cart.actions'),
      align: 'right',
      width: isTight ? 172 : 276,
      fixed: true,
      actions: true,
      cell: (group) => (
        <GroupActions group={group} actions={actions} isFirst={group.key === first} isTight={isTight} />
      ),
    },
  ];
}

/** The seats of a group: Seat, Price, Created At and Actions. */
export function cartSeats(
  t: TicketsTexts,
  actions: CartActions,
  isNarrow: boolean,
): Expand<CartGroup, CartedTicketDto> {
  return {
    rows: (group) => group.tickets,
    key: (ticket) => ticket.id,
    columns: [
      {
        id: 'seat',
        header: t('cart.seat'),
        ...(isNarrow ? { width: 56 } : { width: 170 }),
        cell: ({ seat }) => <b>{seat ?? '–'}</b>,
      },
      {
        id: 'price',
        header: t('cart.price'),
        align: 'right',
        width: isNarrow ? 76 : 110,
        cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
      },
      {
        id: 'created_at',
        header: t('cart.createdAt'),
        cell: ({ created_at }) => <Instant value={created_at} style="date-time-seconds" />,
      },
      {
        id: 'actions',
        header: t('cart.actions'),
        align: 'right',
        width: 84,
        cell: (ticket, group) => (
          <RemoveButton
            label={t('cart.removeSeat', { seat: ticket.seat ?? '' })}
            blocked={actions.blocked}
            onClick={() => actions.removeTicket(ticket, group)}
          />
        ),
      },
    ],
  };
}

function EventAndLogin({ ticket: { event_name, login_name, login_email } }: { ticket: CartedTicketDto }) {
  const cut = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' } as const;
  return (
    <Box component="span" sx={{ display: 'block', lineHeight: '18px' }}>
      <Box component="span" sx={cut}>
        {event_name ?? '–'}
      </Box>
      <Box
        component="span"
        title={login_email ?? undefined}
        sx={{ ...cut, typography: 'caption', color: 'text.secondary' }}
      >
        {login_name ?? '–'}
      </Box>
    </Box>
  );
}

function Seats({ group, onClick }: { group: CartGroup; onClick: () => void }) {
  const seats = group.tickets.map(({ seat }) => seat ?? '–').join(', ');
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Box
        component="b"
        sx={{
          border: 1,
          borderColor: 'line.main',
          borderRadius: '4px',
          px: '6px',
          lineHeight: '18px',
          fontWeight: 600,
        }}
      >
        {group.tickets.length}
      </Box>
      <SeatsLink onClick={onClick}>{seats}</SeatsLink>
    </Box>
  );
}

function Expires({ group, now, tiles }: { group: CartGroup; now: () => number; tiles: boolean }) {
  const t = useTexts();
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1.5,
        width: 1,
        justifyContent: 'space-between',
      }}
    >
      <CountdownText
        until={group.expiresAt}
        now={now}
        label={`${group.first.event_name ?? t('cart.hold')}, ${cartLocation(group.first)}`}
      />
      {tiles ? <CountdownTiles until={group.expiresAt} totalSeconds={holdSeconds(group)} now={now} /> : null}
    </Box>
  );
}
