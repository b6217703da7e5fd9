import { fromWallTime, toWallTime } from '@tessera/ui/forms';
import { dayBounds } from '@tessera/ui/panels';

/** The views of the calendar. */
export const views = ['day', 'week', 'agenda'] as const;
export type View = (typeof views)[number];

/** Days that an agenda lists. */
const AGENDA_DAYS = 14;
/** Minutes to which a dragged job moves. */
export const STEP_MINUTES = 5;

const DAY_MS = 86_400_000;

/** The day ("2026-11-28") some days later, or earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The Monday of the day's week. */
const startOfWeek = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The days that a view shows when it is at a day. */
export function daysOf(view: View, day: string): string[] {
  const first = view === 'week' ? startOfWeek(day) : day;
  const count = { day: 1, week: 7, agenda: AGENDA_DAYS }[view];
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

/** The first instant of these days and of the day after them. */
export function rangeOf(days: readonly string[], timeZone: string): { from: string; to: string } {
  const first = days[0] ?? '';
  return {
    from: new Date(dayBounds(first, timeZone).start).toISOString(),
    to: new Date(dayBounds(days.at(-1) ?? first, timeZone).end).toISOString(),
  };
}

/** The day of an instant in a zone. */
export const dayOf = (iso: string, timeZone: string): string => toWallTime(iso, timeZone).slice(0, 10);

/**
 * The clock's minutes since midnight at an instant. On a day with 25 hours two instants have the same, on one with 23 hours
 * some minutes have no instant: the grid shows what the clock on the wall shows.
 */
export function minutesOf(iso: string, timeZone: string): number {
  const [hours = '0', minutes = '0'] = toWallTime(iso, timeZone).slice(11).split(':');
  return Number(hours) * 60 + Number(minutes);
}

const wallTime = (day: string, minutes: number): string => {
  const date = addDays(day, Math.floor(minutes / 1440));
  const inDay = ((minutes % 1440) + 1440) % 1440;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date}T${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
};

/**
 * The instant at which a clock shows these minutes of a day: the earlier one when it shows them twice, the next that exists
 * when a clock change skips them.
 */
export function instantAt(day: string, minutes: number, timeZone: string): string {
  // No clock change skips more than a day.
  for (let later = 0; later <= 2 * 1440; later += 1) {
    const [instant] = fromWallTime(wallTime(day, minutes + later), timeZone);
    if (instant !== undefined) return new Date(instant).toISOString();
  }
  throw new Error(`No time at ${day} in ${timeZone}`);
}
