import { useCan, type TicketChangeDto, type TicketDto } from '@tessera/api';
import { toProblem, useConfirm, useSnackbar, type SnackbarMessage } from '@tessera/ui';
import { useMemo } from 'react';
import { placeOf } from './purchased-columns';
import { useDeleteTicket, useRestoreTicket, useUpdateTicket } from './purchased.api';
import type { TicketCalls } from './ticket-actions';

const describe = (ticket: TicketDto): string =>
  `${ticket.event_name ?? 'Unknown event'}: ${placeOf(ticket)}.`;

/**
 * What people do with a ticket; failures are logged and shown in a snackbar (contract section 6).
 * `editReference` opens the caller's form.
 */
export function useTicketCalls(editReference: (ticketId: number) => void): TicketCalls {
  const mayWrite = useCan('write');
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { mutateAsync: update } = useUpdateTicket();
  const { mutateAsync: remove } = useDeleteTicket();
  const { mutateAsync: restore } = useRestoreTicket();

  return useMemo(() => {
    const attempt = async (work: () => Promise<unknown>, said: SnackbarMessage | string) => {
      try {
        await work();
        snackbar.show(said);
      } catch (error) {
        console.error(error);
        snackbar.fail(toProblem(error));
      }
    };
    const setStatus = (ticket: TicketDto, status: TicketChangeDto['status'], said: string) =>
      attempt(() => update({ id: ticket.id, body: { status } }), said);
    return {
      blocked: mayWrite ? undefined : 'Changing tickets needs the permission write:own',
      editReference: ({ id }) => editReference(id),
      markUsed: (ticket) => setStatus(ticket, 'USED', 'Ticket marked as used'),
      cancel: async (ticket) => {
        const body = `${describe(ticket)} This only marks it here: it is no refund, and it can't be undone.`;
        const asked = {
          title: 'Cancel this ticket?',
          body,
          confirmLabel: 'Cancel Ticket',
          cancelLabel: 'Keep it',
          danger: true,
        };
        if (await confirm(asked)) await setStatus(ticket, 'CANCELLED', 'Ticket cancelled');
      },
      remove: async (ticket) => {
        const title = 'Are you sure you want to delete this ticket?';
        if (!(await confirm({ title, body: describe(ticket), confirmLabel: 'Delete', danger: true }))) return;
        const undo = () => void attempt(() => restore(ticket.id), 'Ticket is back');
        await attempt(() => remove(ticket.id), {
          message: 'Ticket deleted',
          action: { label: 'Undo', onSelect: undo },
        });
      },
    };
  }, [confirm, editReference, mayWrite, remove, restore, snackbar, update]);
}
