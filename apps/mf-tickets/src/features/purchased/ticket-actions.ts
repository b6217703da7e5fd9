import { Ban, ScanLine, SquarePen, Trash2, Undo2 } from 'lucide-react';
import type { TicketDto } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { mayMarkTicket } from '@tessera/domain';
import type { TicketsTexts } from '../../texts';
import type { Order } from './orders';

/** The handlers of a ticket's actions. */
export interface TicketHandlers {
  markUsed: (ticket: TicketDto) => void;
  cancel: (ticket: TicketDto) => void;
  editReference: (ticket: TicketDto) => void;
  /** Takes back a record that was false: one ticket, or all of an order. */
  reverse: (tickets: readonly TicketDto[]) => void;
  remove: (ticket: TicketDto) => void;
  /** The reason why nothing may be changed, if any. */
  blocked: string | undefined;
  /** The reason why its record may not be reversed, if any. */
  reversalBlocked: (ticket: Pick<TicketDto, 'confirmed_by'>) => string | undefined;
}

/** Only ACTIVE tickets offer "Mark as Used" and "Cancel Ticket"; delete is offered for any. */
export function ticketActions(t: TicketsTexts, handlers: TicketHandlers, ticket: TicketDto): RowAction[] {
  const blocked = handlers.blocked === undefined ? {} : { disabled: handlers.blocked };
  const whileActive: RowAction[] = [
    {
      label: t('purchased.markUsed'),
      icon: ScanLine,
      onSelect: () => handlers.markUsed(ticket),
      ...blocked,
    },
    { label: t('purchased.cancel'), icon: Ban, onSelect: () => handlers.cancel(ticket), ...blocked },
  ];
  return [
    ...(mayMarkTicket(ticket) ? whileActive : []),
    {
      label: t('purchased.editReference'),
      icon: SquarePen,
      onSelect: () => handlers.editReference(ticket),
      ...blocked,
    },
    {
      label: t('records.reverse'),
      icon: Undo2,
      danger: true,
      onSelect: () => handlers.reverse([ticket]),
      disabled: handlers.reversalBlocked(ticket),
    },
    {
      label: t('purchased.delete'),
      icon: Trash2,
      danger: true,
      onSelect: () => handlers.remove(ticket),
      ...blocked,
    },
  ];
}

/** The actions of an order's one ticket. Of several, the reversal of their record: the others are at each ticket. */
export function orderActions(
  t: TicketsTexts,
  handlers: TicketHandlers,
  { tickets, first }: Order,
): RowAction[] {
  if (tickets.length === 1) return ticketActions(t, handlers, first);
  return [
    {
      label: t('records.reverseSeats', { count: tickets.length }),
      icon: Undo2,
      danger: true,
      onSelect: () => handlers.reverse(tickets),
      disabled: handlers.reversalBlocked(first),
    },
  ];
}
