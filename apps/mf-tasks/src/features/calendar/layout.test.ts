import * as fc from 'fast-check';
import { dayBounds } from '@tessera/ui/panels';
import { dayOf, daysOf, instantAt, minutesOf, rangeOf } from './calendar-days';
import { placeDay } from './layout';

const zones = [
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Pacific/Apia',
];
const zone = fc.constantFrom(...zones);
const minute = fc
  .integer({ min: Date.UTC(2011, 0, 1) / 60_000, max: Date.UTC(2036, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000).toISOString());
const day = minute.map((iso) => iso.slice(0, 10));

test('an instant is on exactly one day, within its bounds', () => {
  fc.assert(
    fc.property(minute, zone, (iso, timeZone) => {
      const { start, end } = dayBounds(dayOf(iso, timeZone), timeZone);
      expect(Date.parse(start)).toBeLessThanOrEqual(Date.parse(iso));
      expect(Date.parse(iso)).toBeLessThan(Date.parse(end));
    }),
  );
});

test('what is dropped where it stands keeps its time; a time that occurs twice becomes the first', () => {
  fc.assert(
    fc.property(minute, zone, (iso, timeZone) => {
      const place = (at: string) => [dayOf(at, timeZone), minutesOf(at, timeZone)] as const;
      const back = instantAt(...place(iso), timeZone);
      expect(place(back)).toEqual(place(iso));
      expect(Date.parse(back)).toBeLessThanOrEqual(Date.parse(iso));
    }),
  );
});

test('a later place in a day is never an earlier time', () => {
  fc.assert(
    fc.property(day, zone, fc.nat(1439), fc.nat(1439), (on, timeZone, one, other) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)];
      const at = (minutes: number) => Date.parse(instantAt(on, minutes, timeZone));
      // Within a day that has an hour twice, the first of the two counts.
      if (at(first) > at(second)) throw new Error(`${on} ${timeZone}: ${first} is after ${second}`);
    }),
  );
});

test('a place that the clock skips is the next time that there is', () => {
  expect(instantAt('2026-03-29', 90, 'Europe/London')).toBe('2026-03-29T01:00:00.000Z');
  expect(instantAt('2026-10-25', 90, 'Europe/London')).toBe('2026-10-25T00:30:00.000Z');
  // A day that this zone never had.
  expect(instantAt('2011-12-30', 600, 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z');
});

test('a week has the hours that its clock changes leave it', () => {
  const hours = (on: string, timeZone: string) => {
    const { from, to } = rangeOf(daysOf('week', on), timeZone);
    return (Date.parse(to) - Date.parse(from)) / 3_600_000;
  };
  expect(daysOf('week', '2026-11-27')).toEqual(expect.arrayContaining(['2026-11-23', '2026-11-29']));
  expect([hours('2026-03-26', 'Europe/London'), hours('2026-10-22', 'Europe/London')]).toEqual([167, 169]);
});

test('entries side by side never cover one another, and none is lost', () => {
  const span = fc.record({ start: fc.nat(1439), minutes: fc.integer({ min: 1, max: 2000 }) });
  fc.assert(
    fc.property(fc.array(span, { maxLength: 40 }), fc.integer({ min: 1, max: 4 }), (spans, most) => {
      const { placed, hidden } = placeDay(spans, most);
      expect(placed.length + hidden.reduce((sum, { count }) => sum + count, 0)).toBe(spans.length);
      for (const each of placed) {
        expect(each.lane).toBeLessThan(each.lanes);
        expect(each.lanes).toBeLessThanOrEqual(most);
        expect(each.top).toBeGreaterThanOrEqual(0);
        expect(each.top + each.height).toBeLessThanOrEqual(1440);
      }
      const boxes = placed.map(({ top, height, lane, lanes }) => ({
        top,
        bottom: top + height,
        left: lane / lanes,
        right: (lane + 1) / lanes,
      }));
      for (const [index, a] of boxes.entries()) {
        for (const b of boxes.slice(index + 1)) {
          const overlap =
            a.top < b.bottom && b.top < a.bottom && a.left < b.right - 1e-9 && b.left < a.right - 1e-9;
          expect(overlap).toBe(false);
        }
      }
    }),
  );
});
