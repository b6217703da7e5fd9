import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { paymentsClaim, paymentsConfirm, paymentsNext, paymentsRelease, useUser } from '@tessera/api';
import { describeError, useAction, useSnackbar } from '@tessera/ui';
import { failureText, withReasons } from '../../confirm-failures';
import { useReverse } from '../../records/records.api';
import { claimedByOther, type Consents, NotConfirmed, useRecording } from '../../records/use-recording';
import { useTexts } from '../../texts';
import type { PayableSeats } from './baskets';
import {
  type BasketDto,
  type BasketsOf,
  type ClaimedBasketDto,
  holdKeys,
  holdsNothing,
  isUnreachable,
  payQueue,
  ticketKeys,
} from './pay.api';

/** How often a claim of two minutes is extended while the page is open. */
const EXTEND_MS = 30_000;

/** Where a tab keeps the basket that it pays, so that it is claimed again after a reload. Leaving the page forgets it. */
const KEPT = 'tessera.paying';

/** What the person does: nothing; pays the basket; or lost it (`gone`: paid or removed by others). */
export type Desk =
  | { phase: 'idle' }
  | { phase: 'paying' | 'gone'; basket: ClaimedBasketDto }
  | { phase: 'taken'; basket: ClaimedBasketDto; who: string };

export interface PayDesk {
  desk: Desk;
  /** Whether a claim, a release or a confirmation is under way. */
  isBusy: boolean;
  /** Whether the last attempt to extend the claim got no response. */
  isOffline: boolean;
  /** The baskets that the person skipped since the page was opened. */
  skipped: readonly number[];
  /** Claims the next basket; with `again` also one that was skipped. */
  next: (again?: boolean) => Promise<void>;
  /** Claims this basket; with `override` also from somebody else. */
  take: (id: number, override?: boolean) => Promise<void>;
  /** Releases the basket and claims another one. */
  skip: () => Promise<void>;
  /** Releases the basket. */
  stop: () => Promise<void>;
  /** Records seats as paid, then claims the next basket. Resolves with whether it succeeded. */
  confirm: (paid: PayableSeats, reference: string) => Promise<boolean>;
}

/** One person's place in the pay queue. */
export function usePayDesk({ eventId, jobId }: BasketsOf, rows: readonly BasketDto[] | undefined): PayDesk {
  const t = useTexts();
  const client = useQueryClient();
  const { id: userId, separateReversal = false } = useUser();
  const { show, showError } = useSnackbar();
  const { withUndo } = useAction();
  const recording = useRecording({ asksClaims: false });
  const reverse = useReverse();
  const [desk, setDesk] = useState<Desk>({ phase: 'idle' });
  const [isBusy, setBusy] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const [skipped, setSkipped] = useState<readonly number[]>([]);
  const current = desk.phase === 'idle' ? null : desk.basket.id;
  const claimed = desk.phase === 'paying' ? desk.basket.id : null;
  const held = useRef<number | null>(null);
  const [kept] = useState(() => Number(sessionStorage.getItem(KEPT)));
  useEffect(() => {
    held.current = claimed;
    if (claimed === null) sessionStorage.removeItem(KEPT);
    else sessionStorage.setItem(KEPT, String(claimed));
  }, [claimed]);

  const reload = useCallback(
    (...keys: readonly (readonly unknown[])[]) =>
      [payQueue.all(), ...keys].forEach((queryKey) => void client.invalidateQueries({ queryKey })),
    [client],
  );
  const isRunning = useRef(false);
  const run = useCallback(
    async (
      work: () => Promise<void>,
      onError = (error: unknown) => showError(describeError(error)),
    ): Promise<boolean> => {
      // Keys work while buttons are disabled, and a request that is repeated can take a minute.
      if (isRunning.current) return false;
      isRunning.current = true;
      setBusy(true);
      try {
        await work();
        setOffline(false);
        return true;
      } catch (error) {
        if (!(error instanceof NotConfirmed)) onError(error);
        return false;
      } finally {
        isRunning.current = false;
        setBusy(false);
      }
    },
    [showError],
  );

  const hasLeft = useRef(false);
  const claimNext = useCallback(
    async (except: readonly number[]) => {
      const body = {
        except_ids: [...except],
        event_id: eventId ?? undefined,
        job_id: jobId ?? undefined,
      };
      const { basket } = (await paymentsNext({ body })).data;
      if (hasLeft.current && basket) leaveToOthers(basket.id);
      setDesk(basket ? { phase: 'paying', basket } : { phase: 'idle' });
      reload();
    },
    [eventId, jobId, reload],
  );
  const claim = useCallback(
    async (id: number, override = false) => {
      const { data } = await paymentsClaim({ path: { id }, body: override ? { override } : {} });
      if (hasLeft.current) leaveToOthers(id);
      setDesk({ phase: 'paying', basket: data });
      setSkipped((before) => before.filter((other) => other !== id));
      reload();
    },
    [reload],
  );

  // Nothing is said of a basket that somebody else has by now, or that isn't held any more.
  const claimKept = useEffectEvent(() => {
    if (kept > 0)
      void run(
        () => claim(kept),
        () => undefined,
      );
  });
  useEffect(() => claimKept(), []);

  // The claim is extended while the page is open, also behind the site's own tab.
  useEffect(() => {
    if (claimed === null) return;
    let isOver = false;
    const extend = async () => {
      try {
        const { data } = await paymentsClaim({ path: { id: claimed }, body: {} });
        if (hasLeft.current) leaveToOthers(claimed);
        if (isOver) return;
        setOffline(false);
        setDesk((before) =>
          before.phase === 'paying' && before.basket.id === claimed ? { ...before, basket: data } : before,
        );
      } catch (error) {
        if (isOver) return;
        setOffline(isUnreachable(error));
        const who = claimedByOther(error);
        setDesk((before) => (before.phase === 'paying' ? afterRefusal(before, error, who) : before));
      }
    };
    const timer = setInterval(() => void extend(), EXTEND_MS);
    const onVisible = () => {
      if (document.visibilityState === 'visible') void extend();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('online', onVisible);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('online', onVisible);
    };
  }, [claimed]);

  // The live stream says at once that somebody else has the basket.
  const shown = rows?.find(({ id }) => id === claimed)?.claim;
  useEffect(() => {
    if (!shown || shown.user_id === userId) return;
    setDesk((before) => {
      // The list may still show who had the basket before this claim.
      if (before.phase !== 'paying' || shown.claimed_at <= (before.basket.claim?.claimed_at ?? ''))
        return before;
      return { phase: 'taken', basket: before.basket, who: shown.who };
    });
  }, [shown, userId]);

  // Release the basket when the user leaves the page.
  useEffect(() => {
    const leave = () => {
      if (held.current !== null) leaveToOthers(held.current);
      held.current = null;
    };
    hasLeft.current = false;
    window.addEventListener('pagehide', leave);
    return () => {
      hasLeft.current = true;
      window.removeEventListener('pagehide', leave);
      leave();
      sessionStorage.removeItem(KEPT);
    };
  }, []);

  return useMemo(() => {
    const release = async () => {
      if (claimed !== null) await paymentsRelease({ path: { id: claimed } });
    };
    const undoFor = (id: number, message: string) =>
      withUndo(message, {
        restore: async () => {
          const other = held.current;
          await claim(id);
          if (other !== null && other !== id) await paymentsRelease({ path: { id: other } });
        },
        message: t('pay.taken'),
      });
    return {
      desk,
      isBusy,
      isOffline,
      skipped,
      next: async (again = false) => {
        if (again) setSkipped([]);
        await run(() => claimNext(again ? [] : skipped));
      },
      take: async (id, override) => {
        await run(async () => {
          if (claimed !== null && claimed !== id) await release();
          await claim(id, override);
        });
      },
      skip: async () => {
        if (current === null) return;
        const except = [...skipped, current];
        setSkipped(except);
        await run(async () => {
          await release();
          await claimNext(except);
          show(undoFor(current, t('pay.skipped')));
        });
      },
      stop: async () => {
        if (current === null) return;
        await run(async () => {
          await release();
          setDesk({ phase: 'idle' });
          reload();
          if (claimed !== null) show(undoFor(current, t('pay.stopped')));
        });
      },
      confirm: (paid, reference) =>
        run(async () => {
          if (current === null) return;
          const body = {
            hold_ids: paid.seats.map(({ id }) => id),
            ticket_reference: reference,
            late: paid.late || undefined,
            override: desk.phase === 'taken' || undefined,
          };
          const send = (consents: Consents) =>
            paymentsConfirm({ path: { id: current }, body: { ...body, ...consents } });
          const answer = await recording(send).catch((error: unknown) => {
            const who = claimedByOther(error);
            if (who !== null)
              setDesk((before) => (before.phase === 'paying' ? afterRefusal(before, error, who) : before));
            throw withReasons(t, error, paid.late);
          });
          const { confirmed, failed } = answer.data;
          const recorded = t('pay.recorded', { count: confirmed.length, reference });
          const rest = failed.length > 0 ? ` ${failureText(t, failed, paid.late)}` : '';
          const undo = {
            restore: () => reverse(confirmed.map(({ id }) => id)),
            message: t('pay.recordUndone'),
          };
          const message = `${recorded}${rest}`;
          show({ ...(separateReversal ? { message } : withUndo(message, undo)), key: 'pay' });
          held.current = null;
          reload(holdKeys.all(), ticketKeys.all());
          if (hasLeft.current) return;
          await claimNext(skipped).catch((error: unknown) => {
            setDesk({ phase: 'idle' });
            throw error;
          });
        }),
    };
  }, [
    claim,
    claimNext,
    claimed,
    current,
    desk,
    isBusy,
    isOffline,
    recording,
    reload,
    reverse,
    run,
    separateReversal,
    show,
    skipped,
    t,
    withUndo,
  ]);
}

/** Releases a basket, also while the window closes. A claim that stays ends after two minutes. */
function leaveToOthers(id: number): void {
  void paymentsRelease({ path: { id }, keepalive: true }).catch(() => undefined);
}

/** The desk after a refused extension: the basket was taken by somebody else, or isn't held any more. */
function afterRefusal(
  before: Extract<Desk, { phase: 'paying' | 'gone' }>,
  error: unknown,
  who: string | null,
): Desk {
  if (who !== null) return { phase: 'taken', basket: before.basket, who };
  return holdsNothing(error) ? { phase: 'gone', basket: before.basket } : before;
}
