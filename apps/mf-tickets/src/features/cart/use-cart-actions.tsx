import { useMemo, useState } from 'react';
import { type CartedTicketDto, serverNow, useMayAct, useMayWrite } from '@tessera/api';
import { formatSeats } from '@tessera/product-ui';
import {
  formatInstant,
  formatTotals,
  type Question,
  type SuccessMessage,
  totalsByCurrency,
  useAction,
  useLocale,
} from '@tessera/ui';
import { PlainTextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { failureText, withReasons } from '../../confirm-failures';
import { useRecording } from '../../records/use-recording';
import { type TicketsTexts, useTexts } from '../../texts';
import { type ConfirmAnswer, useConfirmPurchase, useRemoveGroup, useRemoveTicket } from './cart.api';
import type { CartActions } from './cart-actions';
import { type CartGroup, lateConfirmable } from './groups';

const seatsText = (t: TicketsTexts, count: number): string => t('cart.seatCount', { count });
const seatsOf = (groups: readonly CartGroup[]) => groups.flatMap(({ tickets }) => tickets);

/** Seats, events and total as text, for a question's body. */
function describe(t: TicketsTexts, groups: readonly CartGroup[]): string {
  const tickets = seatsOf(groups);
  const events = [...new Set(tickets.map(({ event_name }) => event_name ?? t('cart.unknownEvent')))].join(
    ', ',
  );
  const totals = totalsByCurrency(tickets);
  const values = { seats: seatsText(t, tickets.length), events };
  return totals.length > 0
    ? t('cart.describedWithSum', { ...values, sum: formatTotals(totals) })
    : t('cart.described', values);
}

/** A line per group: its seats, with login and total. */
const seatLines = (t: TicketsTexts, groups: readonly CartGroup[]): Question['consequences'] =>
  groups.map(({ first, tickets, totals }) => ({
    count: tickets.length,
    text: `${first.event_name ?? t('page.unknownEvent')}, ${formatSeats(tickets)}`,
    detail: [first.login_name ?? t('cart.unknownLogin'), formatTotals(totals)].join(' · '),
  }));

/** The success message: what was recorded, and what wasn't with the reasons. */
const purchaseSummary = (t: TicketsTexts, { confirmed, failed }: ConfirmAnswer, late: boolean): string => {
  const recorded = t('cart.purchased', { seats: seatsText(t, confirmed.length) });
  if (failed.length === 0) return recorded;
  return `${recorded}. ${t('cart.notPurchased', { reasons: failureText(t, failed, late) })}`;
};

/**
 * The actions in the cart. Each asks for confirmation; failures are logged and shown in a snackbar. `done` runs after each
 * success.
 */
export function useCartActions(done: () => void): CartActions {
  const t = useTexts();
  const locale = useLocale();
  const mayWrite = useMayWrite();
  const mayPay = useMayAct('pay');
  const { confirmAndRun } = useAction({ log: true });
  const { mutateAsync: confirm } = useConfirmPurchase();
  const { mutateAsync: removeGroup } = useRemoveGroup();
  const { mutateAsync: removeTicket } = useRemoveTicket();

  const recording = useRecording({ asksClaims: true });

  return useMemo(() => {
    const confirmThen = async <T,>(
      question: Question,
      work: () => Promise<T>,
      message: SuccessMessage<T>,
    ) => {
      if (await confirmAndRun(question, work, message)) done();
    };
    /** Asks for confirmation and the order reference, then records the seats as purchased. */
    const recordPurchase = (
      texts: Pick<Question, 'confirmLabel'> & { note: string },
      groups: readonly CartGroup[],
      late: boolean,
    ) => {
      let reference = '';
      const note = (
        <PurchaseNote onReference={(text) => (reference = text.trim())}>{texts.note}</PurchaseNote>
      );
      return confirmThen(
        {
          title: t('cart.purchaseTitle'),
          body: note,
          consequences: seatLines(t, groups),
          confirmLabel: texts.confirmLabel,
        },
        async () => {
          try {
            const ids = seatsOf(groups).map(({ id }) => id);
            return await recording((consents) => confirm({ ids, late, reference, ...consents }));
          } catch (error) {
            throw withReasons(t, error, late);
          }
        },
        (answer) => purchaseSummary(t, answer, late),
      );
    };
    return {
      now: serverNow,
      blocked: mayWrite ? undefined : t('cart.blocked'),
      payBlocked: mayPay ? undefined : t('pay.blocked'),
      markPurchased: async (groups) => {
        const seats = seatsOf(groups);
        const sum = formatTotals(totalsByCurrency(seats));
        const note = t('cart.purchaseBody', { seats: seatsText(t, seats.length), sum });
        await recordPurchase({ note, confirmLabel: t('cart.purchase') }, groups, false);
      },
      confirmLate: async (group) => {
        const late = lateConfirmable(group, serverNow());
        if (!late) return;
        const at = formatInstant(late.expiresAt, { ...locale, style: 'time-seconds' });
        const seats = seatsText(t, late.tickets.length);
        const note = t('cart.lateBody', { seats, sum: formatTotals(late.totals), at });
        await recordPurchase({ note, confirmLabel: t('cart.paidBefore') }, [late], true);
      },
      removeGroups: async (groups) => {
        const title = t('cart.removeGroupTitle');
        await confirmThen(
          { title, body: describe(t, groups), confirmLabel: t('cart.remove'), danger: true },
          async () => {
            for (const group of groups)
              await recording(({ override }) => removeGroup({ group, override: override || undefined }));
          },
          t('cart.removed', { seats: seatsText(t, seatsOf(groups).length) }),
        );
      },
      removeTicket: async (ticket: CartedTicketDto, group: CartGroup) => {
        const title = t('cart.removeTitle');
        const body = describe(t, [{ ...group, tickets: [ticket] }]);
        const question = { title, body, confirmLabel: t('cart.remove'), danger: true };
        const work = () =>
          recording(({ override }) => removeTicket({ id: ticket.id, override: override || undefined }));
        await confirmThen(question, work, t('cart.seatRemoved'));
      },
    };
  }, [confirmAndRun, confirm, done, locale, mayPay, mayWrite, recording, removeGroup, removeTicket, t]);
}

interface PurchaseNoteProps {
  /** The note about what is recorded. */
  children: string;
  onReference: (reference: string) => void;
}

/** The body of the question: what is recorded, and a field for the site's order reference. */
function PurchaseNote({ children, onReference }: PurchaseNoteProps) {
  const t = useTexts();
  const [reference, setReference] = useState('');
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <div>{children}</div>
      <PlainTextField
        label={t('cart.reference')}
        optional
        maxLength={120}
        autoComplete="off"
        value={reference}
        onChange={(value) => {
          setReference(value);
          onReference(value);
        }}
      />
    </Box>
  );
}
