import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { keysOf, purchasesReverse, serverNow, useMayAct, useUser } from '@tessera/api';
import { mayReverseWithoutReason } from '@tessera/domain';
import { useTexts } from '../texts';

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

/** Whether the user must give a reason. */
export function useNeedsReason(): (record: RecordFacts) => boolean {
  const { id } = useUser();
  return ({ confirmed_by, recorded_at }) =>
    !mayReverseWithoutReason(id, { confirmed_by, age_ms: serverNow() - Date.parse(recorded_at) });
}

/** Why the user may not reverse a record; undefined when they may, as far as the page knows. */
export function useReversalBlocked(): (record: Pick<RecordFacts, 'confirmed_by'>) => string | undefined {
  const t = useTexts();
  const { id, separateReversal = false } = useUser();
  const [own, others] = [useMayAct('reverseOwn'), useMayAct('reverseOthers')];
  return useCallback(
    ({ confirmed_by }) => {
      if (!own) return t('records.blocked');
      if (confirmed_by === id) return separateReversal ? t('records.separate') : undefined;
      return others ? undefined : t('records.ofOthers');
    },
    [id, others, own, separateReversal, t],
  );
}

/** Reverses records of purchases; everything that shows seats or purchases is read again. */
export function useReverse(): (ids: readonly number[], reason?: string) => Promise<void> {
  const client = useQueryClient();
  return useMemo(
    () => async (ids, reason) => {
      await purchasesReverse({ body: { ticket_ids: [...ids], reason: reason || undefined } });
      for (const topic of ['tickets', 'ledger', 'holds', 'pay_queue'])
        void client.invalidateQueries({ queryKey: keysOf(topic).all() });
    },
    [client],
  );
}
