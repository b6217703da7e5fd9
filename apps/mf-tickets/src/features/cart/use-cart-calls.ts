import { serverNow, useCan, type CartedTicketDto } from '@tessera/api';
import { formatMoney, toProblem, useConfirm, useSnackbar } from '@tessera/ui';
import { useMemo } from 'react';
import type { CartCalls } from './cart-columns';
import { useConfirmPurchase, useRemoveGroup, useRemoveTicket } from './cart.api';
import { totalsOf, type CartGroup } from './groups';

const count = (seats: number): string => (seats === 1 ? '1 seat' : `${seats} seats`);

/** Seats, event and sum in words, said below a question. */
function describe(groups: readonly CartGroup[]): string {
  const tickets = groups.flatMap((group) => group.tickets);
  const events = [...new Set(tickets.map(({ event_name }) => event_name ?? 'an unknown event'))].join(', ');
  const sum = totalsOf(tickets)
    .map(({ amount, currency }) => formatMoney(amount, currency))
    .join(' + ');
  return `${count(tickets.length)} for ${events}${sum ? `, ${sum}` : ''}.`;
}

/**
 * What people do in the cart. Each asks first, in the specification's words (section 2); failures are logged and
 * shown in a snackbar (contract section 6). `done` runs after each success.
 */
export function useCartCalls(done: () => void): CartCalls {
  const mayWrite = useCan('write');
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { mutateAsync: purchase } = useConfirmPurchase();
  const { mutateAsync: removeGroup } = useRemoveGroup();
  const { mutateAsync: removeTicket } = useRemoveTicket();

  return useMemo(() => {
    const attempt = async (work: () => Promise<string>) => {
      try {
        snackbar.show(await work());
        done();
      } catch (error) {
        console.error(error);
        snackbar.fail(toProblem(error));
      }
    };
    return {
      now: serverNow,
      blocked: mayWrite ? undefined : 'Changing the cart needs the permission write:own',
      markPurchased: async (groups) => {
        const body = `${describe(groups)} This records that you have paid for them at the site.`;
        const title = 'Are you sure you want to mark these tickets as purchased?';
        if (!(await confirm({ title, body, confirmLabel: 'Mark as purchased' }))) return;
        await attempt(async () => {
          const answer = await purchase(groups.flatMap(({ tickets }) => tickets.map(({ id }) => id)));
          const left = answer.failed.length;
          return `${count(answer.confirmed.length)} marked as purchased${left ? `, ${count(left)} could not be` : ''}`;
        });
      },
      removeGroups: async (groups) => {
        const title = 'Are you sure you want to remove all tickets in this group from cart?';
        if (
          !(await confirm({ title, body: describe(groups), confirmLabel: 'Remove from cart', danger: true }))
        )
          return;
        await attempt(async () => {
          for (const group of groups) await removeGroup(group);
          return `${count(groups.flatMap(({ tickets }) => tickets).length)} removed from cart`;
        });
      },
      removeTicket: async (ticket: CartedTicketDto, group: CartGroup) => {
        const title = 'Are you sure you want to remove this ticket from cart?';
        const body = describe([{ ...group, tickets: [ticket] }]);
        if (!(await confirm({ title, body, confirmLabel: 'Remove from cart', danger: true }))) return;
        await attempt(async () => {
          await removeTicket(ticket.id);
          return 'Seat removed from cart';
        });
      },
    };
  }, [confirm, done, mayWrite, purchase, removeGroup, removeTicket, snackbar]);
}
