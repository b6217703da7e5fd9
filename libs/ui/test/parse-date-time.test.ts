import fc from 'fast-check';
import { parseDateTime } from '../src/form/parse-date-time';

const instant = Date.parse('2026-11-21T14:32:40Z');
/** Saturday, in Berlin. */
const now = { wall: '2026-11-21T15:32', utcWall: '2026-11-21T14:32', instant };
const read = (text: string, locale = 'en-GB') => parseDateTime(text, now, locale);
const wall = (text: string) => ({ wall: text, utc: false });

test.each([
  ['2026-11-28 15:00', '2026-11-28T15:00'],
  ['2026-11-28T15:00', '2026-11-28T15:00'],
  ['28/11/2026 15:00', '2026-11-28T15:00'],
  ['28.11.2026, 9:05', '2026-11-28T09:05'],
  ['28 Nov 2026, 15:00', '2026-11-28T15:00'],
  ['Sat 28 November 2026 3pm', '2026-11-28T15:00'],
  ['28 nov 12:30 am', '2026-11-28T00:30'],
  ['28/11 15:00', '2026-11-28T15:00'],
  ['3 Jan 15:00', '2027-01-03T15:00'],
  ['today 18:00', '2026-11-21T18:00'],
  ['Tomorrow, 9:30', '2026-11-22T09:30'],
  ['15:33', '2026-11-21T15:33'],
  ['15:32', '2026-11-22T15:32'],
])('parses %s as %s', (text, expected) => {
  expect(read(text)).toEqual(wall(expected));
});

test.each([
  ['28. Dez. 2026 15:00', '2026-12-28T15:00'],
  ['3. März 2027, 9:00', '2027-03-03T09:00'],
  ['morgen 9:30', '2026-11-22T09:30'],
])('parses %s in German', (text, expected) => {
  expect(read(text, 'de-DE')).toEqual(wall(expected));
});

test.each([
  ['now', 0],
  ['+15 min', 15],
  ['+15', 15],
  ['+2h', 120],
  ['+1 day', 1440],
])('parses %s relative to the current minute', (text, minutes) => {
  expect(read(text)).toEqual({ instant: Date.parse('2026-11-21T14:32:00Z') + minutes * 60_000 });
});

test.each([
  ['2026-11-28 15:00 UTC', '2026-11-28T15:00'],
  ['2026-11-28T15:00:00Z', '2026-11-28T15:00'],
  ['15:00 utc', '2026-11-21T15:00'],
])('parses %s as UTC', (text, expected) => {
  expect(read(text)).toEqual({ wall: expected, utc: true });
});

test.each([
  '',
  'soon',
  '28 Nov 2026',
  '31/02/2026 15:00',
  '2026-11-28 25:00',
  '28 Foo 15:00',
  '13pm',
  '+2 moons',
])('refuses %j', (text) => {
  expect(read(text)).toBeNull();
});

test('parses what the field formats, in both languages', () => {
  const format = (locale: string) =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: 'UTC',
    });
  const formats = { 'en-GB': format('en-GB'), 'de-DE': format('de-DE') };
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2100, 0) / 60_000 }),
      fc.constantFrom('en-GB' as const, 'de-DE' as const),
      (minute, locale) => {
        const at = new Date(minute * 60_000);
        expect(read(formats[locale].format(at), locale)).toEqual(wall(at.toISOString().slice(0, 16)));
      },
    ),
  );
});

test('never throws on any text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      read(text);
    }),
  );
});
