import ical, { ICalAlarmType, ICalEventStatus, ICalEventTransparency } from 'ical-generator';
import type { CalendarKind } from './calendar.dto';
import type { CalendarRow } from './calendar.repository';
import { type CalendarWords, english } from './calendar-words';
import { german } from './texts/de/calendar-words';

/** What a calendar file says besides its entries. */
export interface CalendarFileOptions {
  /** The console's address, e.g. `https://console.example`. */
  origin: string;
  /** Minutes before each on-sale at which the calendar program reminds. */
  minutes: readonly number[];
  /** Of the person's preferences; null: they chose none. */
  language: string | null;
}

const MINUTE_MS = 60_000;
/** Minutes that an entry lasts; a job lasts to its last start when that is later. */
const lasts: Record<CalendarKind, number> = { on_sale: 30, kick_off: 120, job: 15 };
/** How often calendar programs are asked to look again, in seconds. */
const REFRESH_S = 15 * 60;

/**
 * A calendar file (RFC 5545). It is the same text for the same rows, since DTSTAMP is when a row changed, so that a
 * program that has it gets 304. Times are in UTC, which every program shows in its own zone.
 */
export function calendarFile(
  rows: readonly CalendarRow[],
  { origin, minutes, language }: CalendarFileOptions,
): string {
  const words = calendarWords(language);
  const calendar = ical({
    name: 'Tessera',
    prodId: { company: 'Tessera', product: 'Calendar', language: words.language },
    ttl: REFRESH_S,
  });
  const { host } = new URL(origin);
  for (const row of rows.map(withoutControls)) {
    const at = new Date(row.at);
    const end = Math.max(at.getTime() + lasts[row.kind] * MINUTE_MS, new Date(row.ends_at ?? at).getTime());
    const event = calendar.createEvent({
      id: `${row.id.replace(':', '-')}@${host}`,
      start: at,
      end: new Date(end),
      stamp: row.updated_at,
      lastModified: row.updated_at,
      sequence: row.version,
      summary: `${words.kinds[row.kind]}: ${row.name}`,
      description: describe(row, words),
      location: row.site_name,
      url: `${origin}${pathOf(row)}`,
      categories: [{ name: words.kinds[row.kind] }],
      status: ICalEventStatus.CONFIRMED,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
    if (row.kind !== 'on_sale') continue;
    for (const each of minutes) {
      event.createAlarm({
        type: ICalAlarmType.display,
        trigger: each * 60,
        description: `${words.kinds.on_sale}: ${row.name}`,
      });
    }
  }
  return calendar.toString();
}

/** Strict programs reject a whole file for one control character. */
const withoutControls = (row: CalendarRow): CalendarRow => ({
  ...row,
  name: inOneLine(row.name),
  event_name: inOneLine(row.event_name),
  site_name: inOneLine(row.site_name),
});
const inOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

const describe = (
  { kind, event_name, site_name, tasks, status }: CalendarRow,
  words: CalendarWords,
): string =>
  [
    ...(kind === 'job' ? [event_name] : []),
    site_name,
    `${words.tasks(tasks)} · ${words.statuses[status as keyof CalendarWords['statuses']]}`,
  ].join('\n');

/** The page of an entry. */
const pathOf = ({ kind, job_id, at }: CalendarRow): string =>
  kind === 'job' ? `/jobs/${job_id}` : `/calendar?view=day&date=${new Date(at).toISOString().slice(0, 10)}`;

/** The words in the language of a person's preferences; English in any other. */
const calendarWords = (language: string | null): CalendarWords =>
  /^de\b/i.test(language ?? '') ? german : english;
