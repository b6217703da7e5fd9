import fc from 'fast-check';
import { added, next, reach, stay, type RowsInSight } from '../src/rows-in-sight';

const range = (most: number) =>
  fc
    .tuple(fc.nat(most), fc.integer({ min: 1, max: 60 }))
    .map(([from, many]): RowsInSight => ({ from, to: from + many }));
const around = ({ from, to }: RowsInSight, by: number): RowsInSight => ({
  from: Math.max(0, from - by),
  to: to + by,
});
const places = ({ from, to }: RowsInSight) => Array.from({ length: to - from }, (_, at) => from + at);
describe('rows in sight', () => {
  it('come a few at a time, what is shown before what is near it, until all of them are there', () => {
    fc.assert(
      fc.property(range(300), range(300), fc.integer({ min: 1, max: 32 }), (drawn, shown, most) => {
        const near = around(shown, 8);
        let now = drawn;
        for (let step = 0; step < 200 && (now.from !== near.from || now.to !== near.to); step += 1) {
          const after = next(now, shown, near, most);
          expect(added(now, after)).toBeLessThanOrEqual(most);
          const isShown = (place: number) => place >= shown.from && place < shown.to;
          const missing = places(shown).some((place) => place < now.from || place >= now.to);
          const fresh = places(after).filter((place) => place < now.from || place >= now.to);
          if (missing) expect(fresh.every(isShown)).toBe(true);
          now = after;
        }
        expect(now).toEqual(near);
      }),
    );
  });

  it('stay so many where all are laid out anew: of those that are shown, and no others', () => {
    fc.assert(
      fc.property(range(300), fc.integer({ min: 1, max: 64 }), (shown, most) => {
        const drawn = around(shown, 8);
        const left = stay(drawn, 8, most);
        expect(added(drawn, left)).toBe(0);
        expect(left.to - left.from).toBeLessThanOrEqual(most);
        expect(left.to).toBeGreaterThan(left.from);
        expect(left.from).toBe(drawn.from === 0 ? 0 : shown.from);
        expect(left.to).toBeLessThanOrEqual(shown.to);
      }),
    );
  });

  it('stay as far as they are the same when the list holds others', () => {
    const list = (keys: readonly number[]) => ({ count: keys.length, keyAt: (place: number) => keys[place] });
    const numbers = (from: number, many: number) => Array.from({ length: many }, (_, at) => from + at);
    const drawn = { from: 10, to: 50 };
    const before = list(numbers(0, 100));
    expect(reach(before, list(numbers(0, 200)), drawn)).toBe(50);
    expect(reach(before, list(numbers(2, 100)), drawn)).toBe(50);
    expect(reach(before, list(numbers(1000, 100)), drawn)).toBe(14);
    // At the end of what was loaded: what comes after it does so in steps, what was there stays.
    expect(reach(list(numbers(0, 20)), list(numbers(0, 120)), drawn)).toBe(24);
  });
});
