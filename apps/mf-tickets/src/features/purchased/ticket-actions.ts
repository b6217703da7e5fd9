import { Ban, ScanLine, SquarePen, Trash2, Undo2 } from 'lucide-react';
import type { TicketDto } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import type { TicketsTexts } from '../../texts';

/** The handlers of a ticket's actions. */
export interface TicketHandlers {
  markUsed: (ticket: TicketDto) => void;
  cancel: (ticket: TicketDto) => void;
  editReference: (ticket: TicketDto) => void;
  /** Takes back a record that was false. */
  reverse: (ticket: TicketDto) => void;
  remove: (ticket: TicketDto) => void;
  /** The reason why nothing may be changed, if any. */
  blocked: string | undefined;
}

/** An action of a ticket; `labelled`: its button shows its label next to the icon. */
export interface TicketAction extends RowAction {
  labelled?: boolean;
}

/** Only ACTIVE tickets offer "Mark as Used" and "Cancel Ticket"; delete is offered for any. */
export function ticketActions(t: TicketsTexts, handlers: TicketHandlers, ticket: TicketDto): TicketAction[] {
  const blocked = handlers.blocked === undefined ? {} : { disabled: handlers.blocked };
  const whileActive: TicketAction[] = [
    {
      label: t('purchased.markUsed'),
      icon: ScanLine,
      labelled: true,
      onSelect: () => handlers.markUsed(ticket),
      ...blocked,
    },
    { label: t('purchased.cancel'), icon: Ban, onSelect: () => handlers.cancel(ticket), ...blocked },
  ];
  return [
    ...(ticket.status === 'ACTIVE' ? whileActive : []),
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
      onSelect: () => handlers.reverse(ticket),
      ...blocked,
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
