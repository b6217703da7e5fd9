import { serverNow, useCan, type CartedTicketDto } from '@tessera/api';
import { formatTotals, totalsByCurrency, useAction, type Outcome, type Question } from '@tessera/ui';
import { useMemo } from 'react';
import { useTexts, type TicketsTexts } from '../../texts';
import type { CartCalls } from './cart-columns';
import { useConfirmPurchase, useRemoveGroup, useRemoveTicket } from './cart.api';
import type { CartGroup } from './groups';

const count = (t: TicketsTexts, seats: number): string => t('cart.seatCount', { count: seats });

/** Seats, event and sum in words, said below a question. */
function describe(t: TicketsTexts, groups: readonly CartGroup[]): string {
  const tickets = groups.flatMap((group) => group.tickets);
  const events = [...new Set(tickets.map(({ event_name }) => event_name ?? t('cart.unknownEvent')))].join(
    ', ',
  );
  const totals = totalsByCurrency(tickets);
  const said = { seats: count(t, tickets.length), events };
  return totals.length > 0
    ? t('cart.describedWithSum', { ...said, sum: formatTotals(totals) })
    : t('cart.described', said);
}

/**
 * What people do in the cart. Each asks first, in the specification's words (section 2); failures are logged and
 * shown in a snackbar (contract section 6). `done` runs after each success.
 */
export function useCartCalls(done: () => void): CartCalls {
  const t = useTexts();
  const mayWrite = useCan('write');
  const { ask } = useAction({ log: true });
  const { mutateAsync: purchase } = useConfirmPurchase();
  const { mutateAsync: removeGroup } = useRemoveGroup();
  const { mutateAsync: removeTicket } = useRemoveTicket();

  return useMemo(() => {
    const carry = async <T>(question: Question, work: () => Promise<T>, said: Outcome<T>) => {
      if (await ask(question, work, said)) done();
    };
    return {
      now: serverNow,
      blocked: mayWrite ? undefined : t('cart.blocked'),
      markPurchased: async (groups) => {
        const body = t('cart.purchaseBody', { seats: describe(t, groups) });
        const title = t('cart.purchaseTitle');
        const ids = groups.flatMap(({ tickets }) => tickets.map(({ id }) => id));
        await carry(
          { title, body, confirmLabel: t('cart.purchase') },
          () => purchase(ids),
          ({ confirmed, failed: { length: left } }) =>
            left
              ? t('cart.purchasedSome', { seats: count(t, confirmed.length), left: count(t, left) })
              : t('cart.purchased', { seats: count(t, confirmed.length) }),
        );
      },
      removeGroups: async (groups) => {
        const title = t('cart.removeGroupTitle');
        await carry(
          { title, body: describe(t, groups), confirmLabel: t('cart.remove'), danger: true },
          async () => {
            for (const group of groups) await removeGroup(group);
          },
          t('cart.removed', { seats: count(t, groups.flatMap(({ tickets }) => tickets).length) }),
        );
      },
      removeTicket: async (ticket: CartedTicketDto, group: CartGroup) => {
        const title = t('cart.removeTitle');
        const body = describe(t, [{ ...group, tickets: [ticket] }]);
        const question = { title, body, confirmLabel: t('cart.remove'), danger: true };
        await carry(question, () => removeTicket(ticket.id), t('cart.seatRemoved'));
      },
    };
  }, [ask, done, mayWrite, purchase, removeGroup, removeTicket, t]);
}
