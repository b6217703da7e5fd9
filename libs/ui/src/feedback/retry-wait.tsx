import { useTexts } from '../texts';
import { formatDuration } from '../time/format';
import { useSeconds } from '../time/use-seconds';
import type { ErrorInfo } from './problem';

/** Seconds until the server takes another try; 0 when it takes one at once. */
export function useRetryWait({ retryAt }: ErrorInfo): number {
  const seconds = useSeconds(Date.now);
  return retryAt === undefined ? 0 : Math.max(0, Math.ceil(retryAt / 1000) - seconds);
}

/** "Try again in 47 s.", or nothing once it is over; a screen reader isn't told of each second. */
export function RetryWait({ error }: { error: ErrorInfo }) {
  const t = useTexts();
  const wait = useRetryWait(error);
  if (wait === 0) return null;
  return (
    <span role="timer" aria-live="off">
      {t('tryAgainIn', { time: formatDuration(wait) })}
    </span>
  );
}
