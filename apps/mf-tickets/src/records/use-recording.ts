import { useCallback } from 'react';
import { ApiError } from '@tessera/api';
import { formatSeats } from '@tessera/product-ui';
import { formatInstant, type Question, useConfirm, useLocale } from '@tessera/ui';
import { type TicketsTexts, useTexts } from '../texts';

/** What the person said to questions about a call. */
export interface Consents {
  /** Records the payment in spite of older records of its seats, which are reversed, and of other holds. */
  replace?: true;
  /** Changes the basket although somebody else pays it. */
  override?: true;
}

interface KnownSeat {
  hold_id: number;
  area: string;
  row: string;
  seat: string;
  login_name: string;
}
interface TakenSeats {
  records: (KnownSeat & {
    recorded_at: string;
    recorded_by: string | null;
    ticket_reference: string | null;
  })[];
  held: (KnownSeat & { task_id: number | null })[];
  other_realms: number;
}

/** The seats of a payment that are recorded or held elsewhere, as a refused call says; null for any other error. */
function takenSeats(error: unknown): TakenSeats | null {
  if (!(error instanceof ApiError) || error.reason !== 'SEATS_TAKEN') return null;
  return { records: [], held: [], other_realms: 0, ...(error.context as Partial<TakenSeats>) };
}

/** Who else has claimed the basket, as a refused call says; null for any other error. */
export function claimedByOther(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.reason !== 'CLAIMED_BY_OTHER') return null;
  const { who } = error.context;
  return typeof who === 'string' ? who : '';
}

/** Asks whether a payment replaces what is known of its seats. */
function replaceQuestion(
  t: TicketsTexts,
  locale: ReturnType<typeof useLocale>,
  { records, held, other_realms }: TakenSeats,
): Question {
  const count = new Set([...records, ...held].map(({ hold_id }) => hold_id)).size + other_realms;
  return {
    title: t('records.replaceTitle', { count }),
    body: [
      t('records.replaceBody'),
      other_realms > 0 ? t('records.otherRealms', { count: other_realms }) : '',
    ]
      .filter(Boolean)
      .join(' '),
    consequences: [
      ...records.map((record) => ({
        text: t('records.replaced', { seat: formatSeats([record]) }),
        detail: [
          record.login_name,
          t('records.recordedAt', {
            time: formatInstant(record.recorded_at, { ...locale, style: 'date-time' }),
          }),
          record.recorded_by ?? t('ledger.worker'),
          record.ticket_reference,
        ]
          .filter(Boolean)
          .join(' · '),
      })),
      ...held.map((hold) => ({
        text: t('records.heldElsewhere', { seat: formatSeats([hold]) }),
        detail: hold.login_name,
      })),
    ],
    confirmLabel: t('records.replace'),
    danger: true,
  };
}

/** The person answered a question with Cancel: nothing was changed. */
export class NotConfirmed extends Error {}

/**
 * Returns a function that sends a call again with what the person says to its questions: whether it replaces older records,
 * and with `asksClaims` whether it changes a basket that somebody else pays. Rejects with `NotConfirmed` when they cancel.
 */
export function useRecording({ asksClaims }: { asksClaims: boolean }) {
  const t = useTexts();
  const locale = useLocale();
  const confirm = useConfirm();
  return useCallback(
    async <T>(send: (consents: Consents) => Promise<T>): Promise<T> => {
      const consents: Consents = {};
      for (;;) {
        try {
          return await send(consents);
        } catch (error) {
          const taken = consents.replace ? null : takenSeats(error);
          const who = asksClaims && !consents.override ? claimedByOther(error) : null;
          if (taken) {
            if (!(await confirm(replaceQuestion(t, locale, taken)))) throw new NotConfirmed();
            consents.replace = true;
          } else if (who !== null) {
            const question = {
              title: t('records.claimedTitle', { who }),
              body: t('records.claimedBody', { who }),
              confirmLabel: t('records.changeAnyway'),
              danger: true,
            };
            if (!(await confirm(question))) throw new NotConfirmed();
            consents.override = true;
          } else throw error;
        }
      }
    },
    [asksClaims, confirm, locale, t],
  );
}
