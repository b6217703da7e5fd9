import { useQuery } from '@tanstack/react-query';
import { Armchair } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type TicketDto, useEditing, useListBackend } from '@tessera/api';
import { type FilterDef, ListPage, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { describeError, Money, StatusChip, useAction } from '@tessera/ui';
import { useNameFilters } from '../../names/use-name-filters';
import { ReverseDialog } from '../../records/reverse-dialog';
import { RowSeatsDialog } from '../../seats/row-seats-dialog';
import { type TicketsTexts, useTexts } from '../../texts';
import { useIsNarrow, useIsTight } from '../../use-is-narrow';
import { purchasedQuery, readTicket } from './purchased.api';
import { purchasedColumns, ticketLocation } from './purchased-columns';
import { ReferenceDialog } from './reference-dialog';
import { ticketActions } from './ticket-actions';
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

/** Purchased tickets, newest first. */
export function PurchasedTab() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const names = useNameFilters(params);
  const filters = useMemo(() => [statusFilter(t), ...names.filters, ...boughtFilters(t)], [names.filters, t]);
  const state = useListState([params, setParams], { filters, sort: '-created_at' });
  const editor = useEditing(readTicket, useAction({ log: true }).showError);
  const isNarrow = useIsNarrow();
  const isTight = useIsTight();
  const [reversed, setReversed] = useState<TicketDto | null>(null);
  const handlers = useTicketActions(editor.open, setReversed);
  const [shown, setShown] = useState<TicketDto | null>(null);
  const columns = useMemo(() => purchasedColumns(t, handlers, isTight, setShown), [handlers, isTight, t]);
  const { data, error, isFetching, refetch } = useQuery(purchasedQuery(state.query));
  return (
    <>
      <ListPage
        noun={t('purchased.noun')}
        state={state}
        columns={columns}
        rows={data?.rows}
        {...(data?.total == null ? {} : { total: data.total, totalCapped: data.capped })}
        fetching={isFetching}
        error={error ? describeError(error) : null}
        onRefresh={() => void refetch()}
        filters={filters}
        preloadFilters={names.onFilters}
        backend={useListBackend('tickets', '/api/tickets', state.query)}
        searchPlaceholder={t('purchased.search')}
        searchWidth={250}
        empty={{ sentence: t('purchased.empty') }}
        keyOf={({ id }) => id}
        nameOf={(ticket) => `${ticket.event_name ?? t('page.unknownEvent')}, ${ticketLocation(ticket)}`}
        versionOf={({ updated_at }) => updated_at}
        {...(isNarrow
          ? {
              rowMenu: (ticket: TicketDto) => [
                { label: t('seats.show'), icon: Armchair, onSelect: () => setShown(ticket) },
                ...ticketActions(t, handlers, ticket),
              ],
            }
          : {})}
        narrow={(ticket) => ({
          title: ticket.event_name ?? '–',
          status: <StatusChip of="ticket" state={ticket.status} />,
          second: ticketLocation(ticket),
          third: ticket.login_name ?? '–',
          end: <Money amount={ticket.price} currency={ticket.currency} fallback="GBP" />,
        })}
      />
      {shown ? (
        <RowSeatsDialog
          seats={{
            eventId: shown.event_id,
            eventName: shown.event_name,
            area: shown.area,
            row: shown.row,
            keys: [`bought-${shown.id}`],
          }}
          onClose={() => setShown(null)}
        />
      ) : null}
      {reversed ? (
        <ReverseDialog
          record={{
            id: reversed.id,
            confirmed_by: reversed.confirmed_by,
            recorded_at: reversed.created_at,
            name: `${reversed.event_name ?? t('page.unknownEvent')}, ${ticketLocation(reversed)}`,
          }}
          onClose={() => setReversed(null)}
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
