import { useEditing, type TicketDto } from '@tessera/api';
import {
  ListPage,
  Money,
  StatusChip,
  toProblem,
  useListState,
  useSnackbar,
  type FilterDef,
} from '@tessera/ui';
import { useIsNarrow } from '../../use-is-narrow';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { placeOf, purchasedColumns } from './purchased-columns';
import { purchasedQuery, readTicket } from './purchased.api';
import { ReferenceDialog } from './reference-dialog';
import { ticketActions } from './ticket-actions';
import { useTicketCalls } from './use-ticket-calls';

const filters: readonly FilterDef[] = [
  {
    kind: 'choice',
    field: 'status',
    label: 'Status',
    options: [
      { value: 'ACTIVE', label: 'Active' },
      { value: 'USED', label: 'Used' },
      { value: 'CANCELLED', label: 'Cancelled' },
    ],
  },
];

/** Purchased tickets, newest first (specification section 2, Purchased tab). */
export function PurchasedTab() {
  const state = useListState(useSearchParams(), { filters, sort: '-created_at' });
  const snackbar = useSnackbar();
  const editor = useEditing(readTicket, (failure) => {
    console.error(failure);
    snackbar.fail(toProblem(failure));
  });
  const isNarrow = useIsNarrow();
  const calls = useTicketCalls(editor.open);
  const columns = useMemo(() => purchasedColumns(calls), [calls]);
  const { data, error, isFetching, refetch } = useQuery(purchasedQuery(state.query));
  return (
    <>
      <ListPage
        noun="tickets"
        state={state}
        columns={columns}
        rows={data?.rows}
        {...(data?.total == null ? {} : { total: data.total, totalCapped: data.capped })}
        fetching={isFetching}
        problem={error ? toProblem(error) : null}
        onRefresh={() => void refetch()}
        filters={filters}
        searchPlaceholder="Event, place, login, reference"
        searchWidth={250}
        empty={{ sentence: 'No tickets found' }}
        keyOf={({ id }) => id}
        nameOf={(ticket) => `${ticket.event_name ?? 'Unknown event'}, ${placeOf(ticket)}`}
        stamp={({ updated_at }) => updated_at}
        {...(isNarrow ? { rowMenu: (ticket: TicketDto) => ticketActions(calls, ticket) } : {})}
        narrow={(ticket) => ({
          title: ticket.event_name ?? '–',
          status: <StatusChip of="ticket" state={ticket.status} />,
          second: placeOf(ticket),
          third: ticket.login_email ?? '–',
          end: <Money amount={ticket.price} currency={ticket.currency} fallback="GBP" />,
        })}
      />
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
