import { useQuery } from '@tanstack/react-query';
import { Armchair } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type TicketDto, useEditing, useListBackend } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { formatSeats } from '@tessera/product-ui';
import { useSlotColumns } from '@tessera/product-ui/slots';
import { MoneyTotals, useAction } from '@tessera/ui';
import { useNameFilters } from '../../names/use-name-filters';
import { RecordSums } from '../../records/record-sums';
import { ReverseDialog } from '../../records/reverse-dialog';
import { RowSeatsDialog } from '../../seats/row-seats-dialog';
import { type TicketsTexts, useTexts } from '../../texts';
import { useIsNarrow, useIsTight } from '../../use-is-narrow';
import { OrderDrawer } from './order-drawer';
import { groupOrders, type Order } from './orders';
import { purchasedQuery, readTicket, sumsQuery } from './purchased.api';
import { orderSeats, OrderStatus, purchasedColumns } from './purchased-columns';
import { ReferenceDialog } from './reference-dialog';
import { orderActions } from './ticket-actions';
import { useTicketActions } from './use-ticket-actions';

const statusFilter = (t: TicketsTexts): FilterDef => ({
  kind: 'choice',
  field: 'status',
  label: t('purchased.status'),
  options: [
    { value: 'ACTIVE', label: t('purchased.active') },
    { value: 'USED', label: t('purchased.used') },
    { value: 'CANCELLED', label: t('purchased.cancelledState') },
  ],
});

/** Filters by the time of purchase, which the dashboard's tile links to. */
const boughtFilters = (t: TicketsTexts): readonly FilterDef[] => [
  { kind: 'date', field: 'created', label: t('purchased.bought') },
  { kind: 'instant', field: 'created_from', label: t('purchased.bought'), bound: 'from' },
  { kind: 'instant', field: 'created_to', label: t('purchased.bought'), bound: 'to' },
];

/** An order goes by the id of its first ticket. */
const keyOf = ({ key }: Order) => key;
const versionOf = ({ tickets }: Order) => tickets.map(({ updated_at }) => updated_at).join();

/** Purchased tickets by order, newest first, with what they cost. */
export function PurchasedTab() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const names = useNameFilters(params);
  const filters = useMemo(() => [statusFilter(t), ...names.filters, ...boughtFilters(t)], [names.filters, t]);
  const state = useListState([params, setParams], { filters, sort: '-created_at' });
  const editor = useEditing(readTicket, useAction({ log: true }).showError);
  const isNarrow = useIsNarrow();
  const isTight = useIsTight();
  const [reversed, setReversed] = useState<readonly TicketDto[]>([]);
  const handlers = useTicketActions(editor.open, setReversed);
  const [shown, setShown] = useState<Order | null>(null);
  const added = useSlotColumns('purchased.column', keyOf, versionOf);
  const columns = useMemo(
    () => [...purchasedColumns(t, handlers, { isTight, onSeats: setShown }), ...added],
    [handlers, isTight, t, added],
  );
  const expand = useMemo(() => orderSeats(t, handlers, isNarrow), [handlers, isNarrow, t]);
  const tickets = useQuery(purchasedQuery(state.query));
  const { data: sums } = useQuery(sumsQuery(state.query));
  const orders = useMemo(() => tickets.data && groupOrders(tickets.data.rows), [tickets.data]);
  const openId = state.open === null ? null : Number(state.open);
  const openKey = orders?.find(({ tickets }) => tickets.some(({ id }) => id === openId))?.key ?? null;
  const nameOf = ({ first, tickets }: Order) =>
    `${first.event_name ?? t('page.unknownEvent')}, ${formatSeats(tickets)}`;
  const menu = (order: Order): RowAction[] => [
    { label: t('seats.show'), icon: Armchair, onSelect: () => setShown(order) },
    ...orderActions(t, handlers, order),
  ];
  const [record] = reversed;
  return (
    <>
      <ListPage
        noun={t('purchased.noun')}
        state={state}
        columns={columns}
        {...toListProps(tickets)}
        rows={orders}
        shown={tickets.data?.rows.length}
        filters={filters}
        preloadFilters={names.onFilters}
        backend={useListBackend('tickets', '/api/tickets', state.query)}
        searchPlaceholder={t('purchased.search')}
        searchWidth={250}
        above={sums && sums.totals.length > 0 ? <RecordSums sums={sums} /> : null}
        empty={{ sentence: t('purchased.empty') }}
        keyOf={keyOf}
        nameOf={nameOf}
        versionOf={versionOf}
        expand={expand}
        onOpen={({ key }) => state.setOpen(key)}
        openKey={openKey}
        drawer={
          openId === null ? undefined : (
            <OrderDrawer
              ticketId={openId}
              handlers={handlers}
              onSeats={setShown}
              onClose={() => state.setOpen(null)}
            />
          )
        }
        rowMenu={isNarrow ? menu : undefined}
        narrow={(order) => ({
          title: order.first.event_name ?? '–',
          status: <OrderStatus order={order} />,
          second: formatSeats(order.tickets),
          third: order.first.login_name ?? '–',
          end: <MoneyTotals totals={order.totals} fallback="GBP" />,
        })}
      />
      {shown ? (
        <RowSeatsDialog
          seats={{
            eventId: shown.first.event_id,
            eventName: shown.first.event_name,
            area: shown.first.area,
            row: shown.first.row,
            keys: shown.tickets.map(({ id }) => `bought-${id}`),
          }}
          onClose={() => setShown(null)}
        />
      ) : null}
      {record ? (
        <ReverseDialog
          record={{
            ids: reversed.map(({ id }) => id),
            confirmed_by: record.confirmed_by,
            recorded_at: record.created_at,
            name: `${record.event_name ?? t('page.unknownEvent')}, ${formatSeats(reversed)}`,
          }}
          onClose={() => setReversed([])}
        />
      ) : null}
      {editor.editing?.row ? (
        <ReferenceDialog
          key={editor.editing.key}
          ticket={editor.editing.row}
          etag={editor.editing.etag}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
    </>
  );
}
