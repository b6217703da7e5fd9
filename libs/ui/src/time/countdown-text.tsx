import { Box } from '@mui/material';
import { useState } from 'react';
import { VisuallyHidden } from '../theme/visually-hidden';
import { text } from '../texts';
import { formatClock, formatCountdown } from './format';
import { useLocale } from './locale';
import { useSeconds } from './use-seconds';

/** Under this many seconds a hold is lapsing: row tint, bar and weight. */
export const lapsingSeconds = 120;

const announcement = (left: number) => {
  if (left > lapsingSeconds) return null;
  if (left > 60) return 'countdown.underTwo';
  return left > 0 ? 'countdown.underOne' : 'countdown.timeIsUp';
};

/** Seconds left until an instant on the server's clock; 0 when it has passed. */
export function useSecondsLeft(until: string | number | Date | null | undefined, now?: () => number): number {
  const clock = useLocale().now;
  const seconds = useSeconds(now ?? clock);
  if (until === null || until === undefined) return 0;
  return Math.max(0, Math.ceil(new Date(until).getTime() / 1000) - seconds);
}

export interface CountdownTextProps {
  until: string | number | Date;
  /** `words` "1m 47s" (cart), `clock` "01:47" (dashboard). */
  form?: 'words' | 'clock';
  /** The server's clock; that of LocaleProvider when absent. */
  now?: () => number;
  /** What it counts, said with the announcement: "Harbour City, North 104". */
  label?: string;
}

/** Time left, ticking by the second; a screen reader hears it at 2, 1 and 0 minutes alone. */
export function CountdownText({ until, form = 'words', now, label }: CountdownTextProps) {
  const left = useSecondsLeft(until, now);
  const said = announcement(left);
  // What already held when it appeared is no news.
  const [first] = useState(said);
  const lapsing = left > 0 && left <= lapsingSeconds;
  return (
    <Box
      component="span"
      sx={{
        fontWeight: 550,
        whiteSpace: 'nowrap',
        color: lapsing ? 'status.ochre.text' : left === 0 ? 'text.tertiary' : 'inherit',
      }}
    >
      <span role="timer" aria-live="off">
        {form === 'clock' ? formatClock(left) : formatCountdown(left)}
      </span>
      <VisuallyHidden role="status">
        {said && said !== first ? [label, text(said)].filter(Boolean).join(': ') : ''}
      </VisuallyHidden>
    </Box>
  );
}
