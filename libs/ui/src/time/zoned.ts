import {
  getLocalTimeZone,
  parseAbsolute,
  parseDate,
  parseDateTime,
  toCalendarDateTime,
  toZoned,
  type CalendarDateTime,
} from '@internationalized/date';

/** Parses, or answers null where the parser throws for what is no time. */
function read<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}

const minutesOf = (wall: CalendarDateTime): string => wall.toString().slice(0, 16);

/** An instant as wall time in a zone (the machine's own when absent): "2026-11-28T15:00"; empty for what is none. */
export const toWallTime = (iso: string, timeZone = getLocalTimeZone()): string => {
  const at = new Date(iso).getTime();
  if (Number.isNaN(at)) return '';
  return minutesOf(toCalendarDateTime(parseAbsolute(new Date(at).toISOString(), timeZone)));
};

/**
 * The instants at which a zone's clock shows this wall time ("2026-11-28T15:00"): none for an hour that a change of
 * clocks skips, two for one that comes twice, else one; earliest first, ISO 8601 UTC.
 */
export function fromWallTime(wall: string, timeZone = getLocalTimeZone()): string[] {
  const asked = read(() => parseDateTime(wall));
  if (asked === null) return [];
  const both = [toZoned(asked, timeZone, 'earlier'), toZoned(asked, timeZone, 'later')];
  const shown = both.filter((zoned) => minutesOf(toCalendarDateTime(zoned)) === minutesOf(asked));
  return [...new Set(shown.map((zoned) => zoned.toAbsoluteString()))];
}

/** Whether a text is a day of the calendar: "2026-11-28". */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && read(() => parseDate(text)) !== null;

/**
 * The first instant of a day ("2026-11-28") on a zone's clock and the first of the next one, ISO 8601 UTC. Where a change
 * of clocks skips midnight the day begins after it; where midnight comes twice, with the first.
 */
export function dayBounds(day: string, timeZone = getLocalTimeZone()): { start: string; end: string } {
  const date = parseDate(day);
  const start = (of: typeof date): string => toZoned(of, timeZone).toAbsoluteString();
  return { start: start(date), end: start(date.add({ days: 1 })) };
}
