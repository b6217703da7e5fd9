import type { WaitDto, WaitingPlaceDto } from '@tessera/api';
import { formatDuration } from '@tessera/ui';
import type { TasksTexts } from '../texts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** "in 4–7 min", "in 20–50 s", "in 1 h 05–1 h 40", "in 4 min or more". */
export function describeWait(t: TasksTexts, { earliest_s, latest_s }: WaitDto): string {
  if (latest_s === null)
    return t('waiting.atLeast', { earliest: formatDuration(round(earliest_s, Math.floor)) });
  if (latest_s < 10) return t('waiting.soon');
  const unit = latest_s < 2 * MINUTE ? 'seconds' : latest_s < 2 * HOUR ? 'minutes' : 'hours';
  const earliest = inUnit[unit](earliest_s, Math.floor);
  const latest = inUnit[unit](latest_s, Math.ceil);
  if (unit === 'hours')
    return t('waiting.inHours', { earliest: formatDuration(earliest), latest: formatDuration(latest) });
  return t(unit === 'seconds' ? 'waiting.inSeconds' : 'waiting.inMinutes', { earliest, latest });
}

type Rounding = (value: number) => number;

/** Seconds in tens, minutes whole, hours as seconds in whole five minutes. */
const inUnit = {
  seconds: (value: number, to: Rounding) => to(value / 10) * 10,
  minutes: (value: number, to: Rounding) => to(value / MINUTE),
  hours: (value: number, to: Rounding) => to(value / (5 * MINUTE)) * 5 * MINUTE,
};

/** Seconds in tens below two minutes, else in whole minutes. */
const round = (value: number, to: Rounding): number =>
  value < 2 * MINUTE ? to(value / 10) * 10 : to(value / MINUTE) * MINUTE;

/** The estimate of a place; a dash when too little is known, which in a queue of seconds is always. */
export function describeEstimate(t: TasksTexts, { status, wait, pace }: WaitingPlaceDto): string {
  if (status !== 'waiting') return '–';
  if (wait) return describeWait(t, wait);
  return pace === 0 ? t('waiting.standsStill') : '–';
}

/** "82 per min", "4.5 per min"; "–" when unknown. */
export const describePace = (t: TasksTexts, pace: number | null): string =>
  pace === null ? '–' : t('waiting.perMinute', { pace: pace < 10 ? pace : Math.round(pace) });
