import type { LedgerLine } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { formatSeats } from '@tessera/product-ui';
import { Instant, Money, StatusChip } from '@tessera/ui';
import type { useTexts } from '../../texts';

/** What became of the record: reversed or deleted, else the ticket's status. */
export const ledgerState = ({ reversed_at, deleted, status }: LedgerLine) =>
  reversed_at !== null ? 'REVERSED' : deleted ? 'DELETED' : status;

/** Columns of the ledger; references and related records are hidden by default. */
export const ledgerColumns = (t: ReturnType<typeof useTexts>): Column<LedgerLine>[] => [
  {
    id: 'bought_at',
    header: t('ledger.boughtAt'),
    sortKey: 'bought_at',
    width: 144,
    fixed: true,
    cell: ({ bought_at }) => <Instant value={bought_at} />,
  },
  {
    id: 'customer',
    header: t('ledger.customer'),
    sortKey: 'customer_identity',
    minWidth: 100,
    strong: true,
    cell: ({ customer_identity }) => customer_identity,
  },
  {
    id: 'buyer',
    header: t('ledger.buyer'),
    sortKey: 'buyer',
    hidden: 'tight',
    minWidth: 150,
    cell: ({ buyer }) => buyer ?? '–',
  },
  {
    id: 'event',
    header: t('ledger.event'),
    sortKey: 'event_name',
    minWidth: 160,
    cell: ({ event_name }) => event_name,
  },
  { id: 'seat', header: t('ledger.seat'), minWidth: 124, cell: (line) => formatSeats([line]) },
  {
    id: 'price',
    header: t('ledger.price'),
    sortKey: 'price',
    align: 'right',
    width: 80,
    cell: ({ price, currency }) => <Money amount={price} currency={currency} fallback="GBP" />,
  },
  {
    id: 'status',
    header: t('ledger.status'),
    width: 120,
    cell: (line) => <StatusChip of="ticket" state={ledgerState(line)} />,
  },
  {
    id: 'notes',
    header: t('ledger.notes'),
    hidden: 'tight',
    minWidth: 120,
    quiet: true,
    cell: ({ over_limit, over_budget, late, deleted, reversed_by, reversal_reason, replaced_by }) =>
      [
        over_limit && t('ledger.overLimit'),
        over_budget && t('ledger.overBudget'),
        late && t('ledger.late'),
        deleted && t('ledger.deleted'),
        reversed_by !== null && t('ledger.reversedBy', { who: reversed_by }),
        replaced_by !== null && t('ledger.replacedBy', { id: replaced_by }),
        reversal_reason,
      ]
        .filter(Boolean)
        .join(', ') || '–',
  },
  {
    id: 'login',
    header: t('ledger.login'),
    sortKey: 'login_name',
    hidden: true,
    minWidth: 180,
    cell: ({ login_name, login_email }) => <span title={login_email}>{login_name}</span>,
  },
  {
    id: 'reference',
    header: t('ledger.reference'),
    hidden: true,
    minWidth: 140,
    cell: ({ ticket_reference }) => ticket_reference ?? '–',
  },
  {
    id: 'order',
    header: t('ledger.order'),
    hidden: true,
    minWidth: 200,
    cell: ({ order_key }) => order_key ?? '–',
  },
  {
    id: 'task',
    header: t('ledger.task'),
    hidden: true,
    minWidth: 160,
    cell: ({ task_name }) => task_name ?? '–',
  },
];
