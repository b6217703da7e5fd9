import { useMemo } from 'react';
import { type TicketDto, useMayWrite } from '@tessera/api';
import { formatSeats } from '@tessera/product-ui';
import { useAction } from '@tessera/ui';
import { useReversalBlocked } from '../../records/records.api';
import { type TicketsTexts, useTexts } from '../../texts';
import { useDeleteTicket, useRestoreTicket, useUpdateTicket } from './purchased.api';
import type { TicketHandlers } from './ticket-actions';

const describe = (t: TicketsTexts, ticket: TicketDto): string =>
  t('purchased.described', {
    event: ticket.event_name ?? t('page.unknownEvent'),
    location: formatSeats([ticket]),
  });

/**
 * The actions on a ticket; failures are logged and shown in a snackbar.
 * `editReference` and `reverse` open the caller's forms.
 */
export function useTicketActions(
  editReference: (ticketId: number) => void,
  reverse: TicketHandlers['reverse'],
): TicketHandlers {
  const t = useTexts();
  const mayWrite = useMayWrite();
  const reversalBlocked = useReversalBlocked();
  const { confirmAndRun, withUndo } = useAction({ log: true });
  const { mutateAsync: update } = useUpdateTicket();
  const { mutateAsync: remove } = useDeleteTicket();
  const { mutateAsync: restore } = useRestoreTicket();

  return useMemo(() => {
    // The server allows the same user to undo for a few seconds longer than the message is shown.
    const activeAgain = ({ id }: TicketDto) => ({
      restore: () => update({ id, body: { status: 'ACTIVE' } }),
      message: t('purchased.activeAgain'),
    });
    return {
      blocked: mayWrite ? undefined : t('purchased.blocked'),
      reversalBlocked,
      editReference: ({ id }) => editReference(id),
      reverse,
      markUsed: async (ticket) => {
        const question = {
          title: t('purchased.usedTitle'),
          body: t('purchased.usedBody', { ticket: describe(t, ticket) }),
          confirmLabel: t('purchased.markUsed'),
        };
        const work = () => update({ id: ticket.id, body: { status: 'USED' } });
        await confirmAndRun(question, work, withUndo(t('purchased.markedUsed'), activeAgain(ticket)));
      },
      cancel: async (ticket) => {
        const question = {
          title: t('purchased.cancelTitle'),
          body: t('purchased.cancelBody', { ticket: describe(t, ticket) }),
          confirmLabel: t('purchased.cancel'),
          cancelLabel: t('purchased.keep'),
          danger: true,
        };
        const work = () => update({ id: ticket.id, body: { status: 'CANCELLED' } });
        await confirmAndRun(question, work, withUndo(t('purchased.cancelled'), activeAgain(ticket)));
      },
      remove: async (ticket) => {
        const title = t('purchased.deleteTitle');
        const question = {
          title,
          body: describe(t, ticket),
          confirmLabel: t('purchased.delete'),
          danger: true,
        };
        const back = { restore: () => restore(ticket.id), message: t('purchased.restored') };
        await confirmAndRun(question, () => remove(ticket.id), withUndo(t('purchased.deleted'), back));
      },
    };
  }, [
    confirmAndRun,
    editReference,
    mayWrite,
    remove,
    restore,
    reversalBlocked,
    reverse,
    t,
    withUndo,
    update,
  ]);
}
