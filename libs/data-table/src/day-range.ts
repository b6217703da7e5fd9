import { dayBounds, isDay } from '@tessera/ui/panels';

/** Days of a date filter, both included; an empty one leaves that side open. */
export interface DayRange {
  from: string;
  to: string;
}

/** Days as they stand in the URL: "2026-11-20..2026-11-22", "2026-11-20..", "..2026-11-22". Null for anything else. */
export function parseDays(text: string | undefined): DayRange | null {
  const [from = '', to, ...more] = (text ?? '').split('..');
  if (to === undefined || more.length > 0 || from + to === '') return null;
  return [from, to].every((day) => day === '' || isDay(day)) ? { from, to } : null;
}

export const serializeDays = ({ from, to }: DayRange): string => (from || to ? `${from}..${to}` : '');

/** The instants that the days span on a zone's clock: from the first on, and before the one after the last. */
export function periodOf({ from, to }: DayRange, timeZone?: string): { from?: string; to?: string } {
  return {
    ...(from ? { from: dayBounds(from, timeZone).start } : {}),
    ...(to ? { to: dayBounds(to, timeZone).end } : {}),
  };
}
