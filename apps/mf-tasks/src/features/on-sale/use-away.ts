import { useEffect, useEffectEvent, useState } from 'react';
import { type Changes, changesSince, type Frame } from './room-frames';

/** Milliseconds without a key or a pointer after which somebody has looked away. */
const IDLE_MS = 60_000;
const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export interface Away extends Changes {
  /** For how long nobody looked, in seconds. */
  seconds: number;
}

/**
 * What changed while the page was hidden or nobody used it, known once somebody is back; null when nothing did, or after
 * it was dismissed. `since`: when somebody looked last before that, also after it was dismissed.
 */
export function useAway(now: Frame | undefined): {
  away: Away | null;
  since: number | null;
  dismiss: () => void;
} {
  const [away, setAway] = useState<Away | null>(null);
  const [since, setSince] = useState<number | null>(null);
  const [left, setLeft] = useState<Frame | null>(null);
  const leave = useEffectEvent(() => setLeft((before) => before ?? now ?? null));
  const comeBack = useEffectEvent(() => {
    if (!left || !now) return;
    const changes = changesSince(left, now);
    setLeft(null);
    setSince(left.at);
    if (changes) setAway({ ...changes, seconds: Math.round((now.at - left.at) / 1000) });
  });
  useEffect(() => {
    let timer = setTimeout(leave, IDLE_MS);
    const onSign = () => {
      clearTimeout(timer);
      timer = setTimeout(leave, IDLE_MS);
      comeBack();
    };
    const onVisibility = () => (document.hidden ? leave() : onSign());
    for (const sign of signs) window.addEventListener(sign, onSign, { passive: true });
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, onSign);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, []);
  return { away, since, dismiss: () => setAway(null) };
}
