import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keysOf, purchasesReverse, serverNow, useUser } from '@tessera/api';

/** For how long a person reverses their own record without a reason. */
const OWN_MS = 15 * 60_000;

/** A record of a purchase, as far as its reversal needs it. */
export interface RecordFacts {
  /** Its tickets. */
  ids: readonly number[];
  /** Who recorded it; null: a worker, or a deleted user. */
  confirmed_by: number | null;
  recorded_at: string;
  /** Its seat or seats, as the dialog names them. */
  name: string;
}

/** Whether the user must give a reason: for somebody else's record, and for their own after 15 minutes. */
export function useNeedsReason(): (record: RecordFacts) => boolean {
  const { id } = useUser();
  return ({ confirmed_by, recorded_at }) =>
    confirmed_by !== id || serverNow() - Date.parse(recorded_at) > OWN_MS;
}

/** Reverses records of purchases; everything that shows seats or purchases is read again. */
export function useReverse(): (ids: readonly number[], reason?: string) => Promise<void> {
  const client = useQueryClient();
  return useMemo(
    () => async (ids, reason) => {
      await purchasesReverse({ body: { ticket_ids: [...ids], ...(reason ? { reason } : {}) } });
      for (const topic of ['tickets', 'ledger', 'holds', 'pay_queue'])
        void client.invalidateQueries({ queryKey: keysOf(topic).all() });
    },
    [client],
  );
}
