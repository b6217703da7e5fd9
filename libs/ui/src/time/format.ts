import { text } from '../texts';
import { currentLocale } from '../texts/catalogue';

export type InstantStyle =
  'time' | 'time-seconds' | 'date' | 'date-time' | 'date-time-seconds' | 'weekday-time';

export interface FormatOptions {
  /** BCP 47; the current language's by default. */
  locale?: string;
  /** IANA name; the browser's zone by default. */
  timeZone?: string;
  style?: InstantStyle;
}

const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const seconds = { ...time, second: '2-digit' } as const;
const day = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const styles: Record<InstantStyle | 'year', Intl.DateTimeFormatOptions> = {
  year: { year: 'numeric' },
  time,
  'time-seconds': seconds,
  date: day,
  'date-time': { ...day, ...time },
  'date-time-seconds': { ...day, ...seconds },
  'weekday-time': { weekday: 'short', ...time },
};

const formats = new Map<string, Intl.DateTimeFormat>();
function format(
  locale: string,
  timeZone: string | undefined,
  style: keyof typeof styles,
): Intl.DateTimeFormat {
  const key = `${locale}|${timeZone ?? ''}|${style}`;
  const known = formats.get(key);
  if (known) return known;
  const created = new Intl.DateTimeFormat(locale, { ...styles[style], timeZone });
  formats.set(key, created);
  return created;
}

/** Formats an instant (ISO 8601, epoch milliseconds or Date); "–" when unknown. */
export function formatInstant(
  value: string | number | Date | null | undefined,
  { locale = currentLocale(), timeZone, style = 'date-time' }: FormatOptions = {},
): string {
  if (value === null || value === undefined || value === '') return '–';
  const date = value instanceof Date ? value : new Date(value);
  if (Number.isNaN(date.getTime())) return '–';
  const formatted = format(locale, timeZone, style).format(date);
  // The year is appended, since locales punctuate a format with the year differently.
  return style === 'date' ? `${formatted} ${format(locale, timeZone, 'year').format(date)}` : formatted;
}

/** Formats a duration: "2 s", "6 min", "3 h 27", "4 d"; "–" when unknown. */
export function formatDuration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return '–';
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return text('duration.seconds', { seconds: s });
  const minutes = Math.floor(s / 60);
  if (minutes < 60) return text('duration.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return text('duration.days', { days: Math.floor(hours / 24) });
  if (minutes % 60 === 0) return text('duration.hours', { hours });
  return text('duration.hoursMinutes', { hours, minutes: String(minutes % 60).padStart(2, '0') });
}

/** Formats the remaining seconds as "1m 47s" in every language, or "Expired". */
export function formatCountdown(seconds: number): string {
  const left = Math.ceil(seconds);
  if (left <= 0) return text('countdown.over');
  return `${Math.floor(left / 60)}m ${String(left % 60).padStart(2, '0')}s`;
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Formats the remaining seconds as "01:47", "02:14:33" from an hour on, or "3 d 04:10:00" from a day on. */
export function formatClock(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const minutes = `${two(Math.floor((left % 3600) / 60))}:${two(left % 60)}`;
  if (left < 3600) return minutes;
  const hours = `${two(Math.floor((left % 86_400) / 3600))}:${minutes}`;
  return left < 86_400 ? hours : `${text('duration.days', { days: Math.floor(left / 86_400) })} ${hours}`;
}
