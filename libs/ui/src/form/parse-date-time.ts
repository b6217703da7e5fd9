/** A wall time ("2026-11-28T15:00") in the field's zone or in UTC, or an instant. */
export type ParsedDateTime = { wall: string; utc: boolean } | { instant: number };

const padTwo = (n: number): string => String(n).padStart(2, '0');
const minute = 60_000;
const units: readonly (readonly [RegExp, number])[] = [
  [/^m(in(utes?|uten?)?)?$/, minute],
  [/^(h|hours?|std|stunden?)$/, 60 * minute],
  [/^(d|days?|tage?n?)$/, 24 * 60 * minute],
];

/** Returns the months' numbers by the first three letters of their names, in a language and in English. */
function getMonthNumbers(locale: string): Map<string, number> {
  const names = ['en-GB', locale].flatMap((language) =>
    (['short', 'long'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return Array.from({ length: 12 }, (_, i) => {
        const name = format
          .format(Date.UTC(2026, i, 1))
          .toLowerCase()
          .replace('.', '');
        return [name.slice(0, 3), i + 1] as const;
      });
    }),
  );
  return new Map(names);
}

function parseTime(text: string): { rest: string; time: string } | null {
  const found = /(?:^|[\sT,])(\d{1,2})(?::(\d{2})(?::\d{2})?)?\s*([ap]m)?\s*$/i.exec(text);
  if (!found || (found[2] === undefined && found[3] === undefined)) return null;
  const half = found[3]?.toLowerCase();
  const typedHour = Number(found[1]);
  if (half && (typedHour < 1 || typedHour > 12)) return null;
  const hour = half ? (typedHour % 12) + (half === 'pm' ? 12 : 0) : typedHour;
  const minutes = Number(found[2] ?? 0);
  if (hour > 23 || minutes > 59) return null;
  return { rest: text.slice(0, found.index).trim(), time: `${padTwo(hour)}:${padTwo(minutes)}` };
}

/** Adds days to a date "2026-11-28". */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 24 * 60 * minute).toISOString().slice(0, 10);

function toIsoDate(year: number, month: number, day: number): string | null {
  const text = `${year}-${padTwo(month)}-${padTwo(day)}`;
  const at = new Date(`${text}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
}

/** Parses a date, day before month unless the year comes first; without a year the next such date. */
function date(text: string, today: string, locale: string): string | null {
  const lowerCased = text.toLowerCase();
  if (/^(today|heute)$/.test(lowerCased)) return today;
  if (/^(tomorrow|morgen)$/.test(lowerCased)) return addDays(today, 1);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(lowerCased);
  if (iso) return toIsoDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})[./](\d{1,2})[./]?\s*(\d{4})?$/.exec(lowerCased);
  const withMonthName = /^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.?\s+(\p{L}+)\.?,?\s*(\d{4})?$/u.exec(lowerCased);
  const parts = numeric ?? withMonthName;
  if (!parts) return null;
  const month = numeric ? Number(parts[2]) : getMonthNumbers(locale).get((parts[2] ?? '').slice(0, 3));
  if (month === undefined) return null;
  const year = Number(parts[3] ?? today.slice(0, 4));
  const found = toIsoDate(year, month, Number(parts[1]));
  return found !== null && parts[3] === undefined && found < today
    ? toIsoDate(year + 1, month, Number(parts[1]))
    : found;
}

/**
 * Parses a date and time as people type it: "28 Nov 2026 15:00", "28/11 15:00", "2026-11-28 15:00", "tomorrow 9:30",
 * "15:00" (the next one), "3pm", "now", "+15 min"; a trailing "UTC" or "Z" means UTC.
 *
 * @param now the current wall time in the field's zone, "2026-11-21T14:32", in UTC, and as epoch milliseconds
 * @returns null for invalid text and for a date without a time; a time alone is the next such time
 */
export function parseDateTime(
  text: string,
  now: { wall: string; utcWall: string; instant: number },
  locale: string,
): ParsedDateTime | null {
  const typed = text.trim().replace(/\s+/g, ' ');
  if (/^(now|jetzt)$/i.test(typed)) return { instant: floorToMinute(now.instant) };
  const offset = /^\+\s*(\d{1,4})\s*(\p{L}*)$/u.exec(typed.toLowerCase());
  if (offset) {
    const unit = units.find(([name]) => name.test(offset[2] || 'm'));
    return unit ? { instant: floorToMinute(now.instant) + Number(offset[1]) * unit[1] } : null;
  }
  const utc = /(?:\s*utc|(?<=\d)z)$/i.test(typed);
  const wallNow = utc ? now.utcWall : now.wall;
  const [today = '', clockNow = ''] = wallNow.split('T');
  const found = parseTime(typed.replace(/(?:\s*utc|(?<=\d)z)$/i, ''));
  if (!found) return null;
  const rest = found.rest.replace(/[,\s]+$/, '');
  if (rest === '') {
    const day = found.time > clockNow ? today : addDays(today, 1);
    return { wall: `${day}T${found.time}`, utc };
  }
  const day = date(rest, today, locale);
  return day === null ? null : { wall: `${day}T${found.time}`, utc };
}

const floorToMinute = (at: number): number => Math.floor(at / minute) * minute;
