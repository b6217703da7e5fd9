import { Box } from '@mui/material';
import { useState } from 'react';
import { text } from '../texts';
import { VisuallyHidden } from '../theme/visually-hidden';
import { formatClock, formatCountdown } from './format';
import { useLocale } from './locale';
import { useSeconds } from './use-seconds';

/** A hold with this many seconds left or fewer is about to lapse, and highlighted. */
export const lapsingSeconds = 120;

const announcementFor = (left: number) => {
  if (left > lapsingSeconds) return null;
  if (left > 60) return 'countdown.underTwo';
  return left > 0 ? 'countdown.underOne' : 'countdown.timeIsUp';
};

/** Returns the seconds left until an instant by the server's clock; 0 afterwards. */
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
  /** The server's clock; LocaleProvider's by default. */
  now?: () => number;
  /** What expires, for the announcement: "Harbour City, North 104". */
  label?: string;
}

/** A countdown by seconds, ochre below two minutes and red in the last one; screen readers announce it at 2, 1 and 0 minutes only. */
export function CountdownText({ until, form = 'words', now, label }: CountdownTextProps) {
  const left = useSecondsLeft(until, now);
  const announced = announcementFor(left);
  // A state that exists from the start isn't announced.
  const [initial] = useState(announced);
  const hue = left > 60 ? 'ochre' : 'cinnabar';
  const isUrgent = left > 0 && left <= lapsingSeconds;
  return (
    <Box
      component="span"
      className={isUrgent ? `urgent ${hue}` : undefined}
      sx={({ vars: { palette } }) => ({
        fontWeight: isUrgent ? 700 : 550,
        whiteSpace: 'nowrap',
        color: isUrgent ? palette.status[hue].text : left === 0 ? palette.text.tertiary : 'inherit',
        // A shadow takes no space, so that nothing moves when it appears.
        ...(isUrgent
          ? {
              backgroundColor: palette.status[hue].tint,
              boxShadow: `0 0 0 3px ${palette.status[hue].tint}`,
              borderRadius: '2px',
            }
          : {}),
      })}
    >
      <span role="timer" aria-live="off">
        {form === 'clock' ? formatClock(left) : formatCountdown(left)}
      </span>
      <VisuallyHidden role="status">
        {announced && announced !== initial ? [label, text(announced)].filter(Boolean).join(': ') : ''}
      </VisuallyHidden>
    </Box>
  );
}
