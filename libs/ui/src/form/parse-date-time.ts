/** What was typed: a wall time ("2026-11-28T15:00") in the field's zone or in UTC, or an instant. */
export type TypedTime = { wall: string; utc: boolean } | { instant: number };

const two = (n: number): string => String(n).padStart(2, '0');
const minute = 60_000;
const units: readonly (readonly [RegExp, number])[] = [
  [/^m(in(utes?|uten?)?)?$/, minute],
  [/^(h|hours?|std|stunden?)$/, 60 * minute],
  [/^(d|days?|tage?n?)$/, 24 * 60 * minute],
];

/** Names of months, short and long, in a language and in English. */
function months(locale: string): Map<string, number> {
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

function clock(text: string): { rest: string; time: string } | null {
  const found = /(?:^|[\sT,])(\d{1,2})(?::(\d{2})(?::\d{2})?)?\s*([ap]m)?\s*$/i.exec(text);
  if (!found || (found[2] === undefined && found[3] === undefined)) return null;
  const half = found[3]?.toLowerCase();
  const said = Number(found[1]);
  if (half && (said < 1 || said > 12)) return null;
  const hour = half ? (said % 12) + (half === 'pm' ? 12 : 0) : said;
  const minutes = Number(found[2] ?? 0);
  if (hour > 23 || minutes > 59) return null;
  return { rest: text.slice(0, found.index).trim(), time: `${two(hour)}:${two(minutes)}` };
}

/** The day after so many, of a date "2026-11-28". */
const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 24 * 60 * minute).toISOString().slice(0, 10);

function dated(year: number, month: number, day: number): string | null {
  const text = `${year}-${two(month)}-${two(day)}`;
  const at = new Date(`${text}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null;
}

/** A date in words or figures, day before month unless the year comes first; without a year the next such day. */
function date(text: string, today: string, locale: string): string | null {
  const words = text.toLowerCase();
  if (/^(today|heute)$/.test(words)) return today;
  if (/^(tomorrow|morgen)$/.test(words)) return plusDays(today, 1);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words);
  if (iso) return dated(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const figures = /^(\d{1,2})[./](\d{1,2})[./]?\s*(\d{4})?$/.exec(words);
  const named = /^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.?\s+(\p{L}+)\.?,?\s*(\d{4})?$/u.exec(words);
  const parts = figures ?? named;
  if (!parts) return null;
  const month = figures ? Number(parts[2]) : months(locale).get((parts[2] ?? '').slice(0, 3));
  if (month === undefined) return null;
  const year = Number(parts[3] ?? today.slice(0, 4));
  const found = dated(year, month, Number(parts[1]));
  return found !== null && parts[3] === undefined && found < today
    ? dated(year + 1, month, Number(parts[1]))
    : found;
}

/**
 * Reads a point in time as people type it: "28 Nov 2026 15:00", "28/11 15:00", "2026-11-28 15:00", "tomorrow 9:30",
 * "15:00" (the next one), "3pm", "now", "+15 min"; "UTC" or "Z" at the end says UTC.
 *
 * @param now the clock in the zone typed in, "2026-11-21T14:32", and as epoch milliseconds
 * @param utcNow the same clock in UTC
 * @returns null for what can't be read; a time without a date or a date without a time is no point in time, but a time
 * alone is the next such time
 */
export function readTyped(
  text: string,
  now: { wall: string; utcWall: string; instant: number },
  locale: string,
): TypedTime | null {
  const typed = text.trim().replace(/\s+/g, ' ');
  if (/^(now|jetzt)$/i.test(typed)) return { instant: floorMinute(now.instant) };
  const ahead = /^\+\s*(\d{1,4})\s*(\p{L}*)$/u.exec(typed.toLowerCase());
  if (ahead) {
    const unit = units.find(([name]) => name.test(ahead[2] || 'm'));
    return unit ? { instant: floorMinute(now.instant) + Number(ahead[1]) * unit[1] } : null;
  }
  const utc = /(?:\s*utc|(?<=\d)z)$/i.test(typed);
  const wallNow = utc ? now.utcWall : now.wall;
  const [today = '', clockNow = ''] = wallNow.split('T');
  const found = clock(typed.replace(/(?:\s*utc|(?<=\d)z)$/i, ''));
  if (!found) return null;
  const rest = found.rest.replace(/[,\s]+$/, '');
  if (rest === '') {
    const day = found.time > clockNow ? today : plusDays(today, 1);
    return { wall: `${day}T${found.time}`, utc };
  }
  const day = date(rest, today, locale);
  return day === null ? null : { wall: `${day}T${found.time}`, utc };
}

const floorMinute = (at: number): number => Math.floor(at / minute) * minute;
