import type { RowAction } from '@tessera/ui';
import type { TicketDto } from '@tessera/api';
import { Ban, ScanLine, SquarePen, Trash2 } from 'lucide-react';

/** What a ticket's row offers. */
export interface TicketCalls {
  markUsed: (ticket: TicketDto) => void;
  cancel: (ticket: TicketDto) => void;
  editReference: (ticket: TicketDto) => void;
  remove: (ticket: TicketDto) => void;
  /** Why nothing may be changed. */
  blocked: string | undefined;
}

/** Only ACTIVE tickets offer "Mark as Used" and "Cancel Ticket"; delete is offered for any (specification section 4). */
export function ticketActions(calls: TicketCalls, ticket: TicketDto): RowAction[] {
  const blocked = calls.blocked === undefined ? {} : { disabled: calls.blocked };
  const whileActive: RowAction[] = [
    { label: 'Mark as Used', icon: ScanLine, onSelect: () => calls.markUsed(ticket), ...blocked },
    { label: 'Cancel Ticket', icon: Ban, onSelect: () => calls.cancel(ticket), ...blocked },
  ];
  return [
    ...(ticket.status === 'ACTIVE' ? whileActive : []),
    { label: 'Edit reference', icon: SquarePen, onSelect: () => calls.editReference(ticket), ...blocked },
    { label: 'Delete', icon: Trash2, danger: true, onSelect: () => calls.remove(ticket), ...blocked },
  ];
}
