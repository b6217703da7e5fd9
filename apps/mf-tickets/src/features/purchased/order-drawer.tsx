import { useQuery } from '@tanstack/react-query';
import { Armchair, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError, type TicketDto, useUser } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { formatSeats } from '@tessera/product-ui';
import { useSlotTabs } from '@tessera/product-ui/slots';
import { describeError, ErrorAlert, Instant, Money, MoneyTotals, StatusChip } from '@tessera/ui';
import { Box, Button, Link as TextLink, Skeleton, Typography } from '@tessera/ui/mui';
import { DescriptionList, DrawerPanel, NavTabs } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { type Order, referencesOf, toOrder } from './orders';
import { orderQuery } from './purchased.api';
import { OrderStatus } from './purchased-columns';
import type { TicketHandlers } from './ticket-actions';
import { TicketButtons } from './ticket-buttons';

export interface OrderDrawerProps {
  /** One of its tickets. */
  ticketId: number;
  handlers: TicketHandlers;
  onSeats: (order: Order) => void;
  onClose: () => void;
}

/** One order beside the list: who bought what when, its tickets with their actions, and its reversal. */
export function OrderDrawer({ ticketId, handlers, onSeats, onClose }: OrderDrawerProps) {
  const t = useTexts();
  const { data, error, refetch } = useQuery(orderQuery(ticketId));
  const order = data && toOrder(data);
  // It was shown, and has been reversed or deleted since.
  const isGone = data !== undefined && error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  return (
    <DrawerPanel
      title={order ? (order.first.event_name ?? t('page.unknownEvent')) : t('purchased.order')}
      {...(order ? { status: <OrderStatus order={order} />, subtitle: formatSeats(order.tickets) } : {})}
      onClose={onClose}
    >
      {error ? <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} /> : null}
      {order ? (
        <OrderSections order={order} handlers={handlers} onSeats={onSeats} />
      ) : error ? null : (
        <Skeleton variant="rounded" height={160} />
      )}
    </DrawerPanel>
  );
}

/** The order alone, or as the first of several tabs where modules add some. */
function OrderSections({ order, ...rest }: OrderDetailsProps) {
  const t = useTexts();
  const [shown, setShown] = useState('order');
  const added = useSlotTabs('ticket.tab', order.first.id);
  const details = <OrderDetails order={order} {...rest} />;
  const tab = added.find(({ id }) => id === shown);
  if (added.length === 0) return details;
  return (
    <>
      <NavTabs
        label={t('purchased.sections')}
        value={tab?.id ?? 'order'}
        onChange={setShown}
        items={[
          { value: 'order', label: t('purchased.order') },
          ...added.map(({ id, label }) => ({ value: id, label })),
        ]}
      />
      <Box
        role="tabpanel"
        aria-labelledby={`tab-${tab?.id ?? 'order'}`}
        sx={{ display: 'grid', gap: 2, minWidth: 0 }}
      >
        {tab?.content ?? details}
      </Box>
    </>
  );
}

type OrderDetailsProps = Pick<OrderDrawerProps, 'handlers' | 'onSeats'> & { order: Order };

function OrderDetails({ order, handlers, onSeats }: OrderDetailsProps) {
  const t = useTexts();
  const { first, tickets } = order;
  const count = tickets.length;
  const buyer = useBuyer(first);
  const notes = [
    tickets.some(({ late }) => late) && t('purchased.late'),
    tickets.some(({ over_limit }) => over_limit) && t('purchased.overLimit'),
    tickets.some(({ over_budget }) => over_budget) && t('purchased.overBudget'),
  ].filter(Boolean);
  const reversalBlocked = handlers.reversalBlocked(order.first);
  return (
    <>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        <Button
          startIcon={<Armchair size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => onSeats(order)}
        >
          {t('seats.show')}
        </Button>
        <span title={reversalBlocked}>
          <Button
            color="error"
            disabled={reversalBlocked !== undefined}
            startIcon={<Undo2 size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => handlers.reverse(tickets)}
          >
            {t('records.reverseSeats', { count })}
          </Button>
        </span>
      </Box>
      <DescriptionList
        items={[
          { term: t('purchased.total'), value: <MoneyTotals totals={order.totals} fallback="GBP" /> },
          { term: t('purchased.login'), value: first.login_name },
          ...(first.login_email && first.login_email !== first.login_name
            ? [{ term: t('purchased.email'), value: first.login_email }]
            : []),
          { term: t('purchased.reference'), value: referencesOf(order) },
          {
            term: t('purchased.recorded'),
            value: <Instant value={first.created_at} style="date-time-seconds" />,
          },
          { term: t('purchased.recordedBy'), value: buyer },
          ...(first.task_id === null
            ? []
            : [
                {
                  term: t('purchased.task'),
                  value: <Reference to={`/tasks?open=${first.task_id}`}>{`#${first.task_id}`}</Reference>,
                },
              ]),
          ...(first.job_id === null
            ? []
            : [
                {
                  term: t('purchased.job'),
                  value: <Reference to={`/jobs/${first.job_id}`}>{`#${first.job_id}`}</Reference>,
                },
              ]),
          ...(notes.length > 0 ? [{ term: t('purchased.notes'), value: notes.join('; ') }] : []),
        ]}
      />
      <Box>
        <Typography component="h3" variant="h5">
          {t('purchased.orderSeats', { count })}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {tickets.map((ticket) => (
            <Seat key={ticket.id} ticket={ticket} handlers={handlers} />
          ))}
        </Box>
      </Box>
    </>
  );
}

function Seat({ ticket, handlers }: { ticket: TicketDto; handlers: TicketHandlers }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr) auto auto',
        alignItems: 'center',
        columnGap: 1.5,
        py: 1,
        borderBottom: 1,
        borderColor: 'line.subtle',
      }}
    >
      <Typography variant="body2" sx={{ fontWeight: 550 }}>
        {formatSeats([ticket])}
      </Typography>
      <Typography variant="body2">
        <Money amount={ticket.price} currency={ticket.currency} fallback="GBP" />
      </Typography>
      <StatusChip of="ticket" state={ticket.status} />
      <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {ticket.ticket_reference ?? '–'}
      </Typography>
      <Box sx={{ gridColumn: 'span 2', justifySelf: 'end' }}>
        <TicketButtons ticket={ticket} handlers={handlers} />
      </Box>
    </Box>
  );
}

const Reference = ({ to, children }: { to: string; children: string }) => (
  <TextLink component={Link} to={to}>
    {children}
  </TextLink>
);

/** Who recorded a ticket, as far as every reader of the list may know it. */
function useBuyer({ confirmed_by }: TicketDto): string {
  const t = useTexts();
  const { id } = useUser();
  if (confirmed_by === null) return t('purchased.byWorker');
  return confirmed_by === id ? t('purchased.byYou') : t('purchased.byPerson');
}
