import { formatDuration } from '@tessera/ui';
import type { TasksTexts } from './texts';

/** Seconds with a decimal below a minute, else minutes and hours; "–" for none. */
export const secondsText = (t: TasksTexts, seconds: number | null): string =>
  seconds === null
    ? '–'
    : Math.abs(seconds) < 60
      ? t('words.seconds', { seconds: Math.round(seconds * 10) / 10 })
      : formatDuration(Math.round(seconds));
