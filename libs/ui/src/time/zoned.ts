import {
  type CalendarDateTime,
  getLocalTimeZone,
  parseAbsolute,
  parseDate,
  parseDateTime,
  toCalendarDateTime,
  toZoned,
} from '@internationalized/date';

/** Returns null where a parser throws. */
function parseOrNull<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}

const formatToMinute = (wall: CalendarDateTime): string => wall.toString().slice(0, 16);

/** Converts an instant to wall time in a zone (the machine's by default): "2026-11-28T15:00"; empty for an invalid one. */
export const toWallTime = (iso: string, timeZone = getLocalTimeZone()): string => {
  const at = new Date(iso).getTime();
  if (Number.isNaN(at)) return '';
  return formatToMinute(toCalendarDateTime(parseAbsolute(new Date(at).toISOString(), timeZone)));
};

/**
 * Converts a wall time ("2026-11-28T15:00") in a zone to instants (ISO 8601 UTC), earliest first: none for a time that a
 * clock change skips, two for one that occurs twice, else one.
 */
export function fromWallTime(wall: string, timeZone = getLocalTimeZone()): string[] {
  const parsed = parseOrNull(() => parseDateTime(wall));
  if (parsed === null) return [];
  const candidates = [toZoned(parsed, timeZone, 'earlier'), toZoned(parsed, timeZone, 'later')];
  const matching = candidates.filter(
    (zoned) => formatToMinute(toCalendarDateTime(zoned)) === formatToMinute(parsed),
  );
  return [...new Set(matching.map((zoned) => zoned.toAbsoluteString()))];
}

/** Whether a text is a calendar date: "2026-11-28". */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && parseOrNull(() => parseDate(text)) !== null;

/**
 * Returns the first instant of a day ("2026-11-28") in a zone and of the next day, ISO 8601 UTC. Where a clock change skips
 * midnight the day begins after it; where midnight occurs twice, with the first.
 */
export function dayBounds(day: string, timeZone = getLocalTimeZone()): { start: string; end: string } {
  const date = parseDate(day);
  const start = (of: typeof date): string => toZoned(of, timeZone).toAbsoluteString();
  return { start: start(date), end: start(date.add({ days: 1 })) };
}
