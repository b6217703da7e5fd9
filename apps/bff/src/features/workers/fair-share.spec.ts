import fc from 'fast-check';
import { fairLevel } from './fair-share';

const given = (loads: { active: number; ready: number }[], level: number) =>
  loads.map(({ active, ready }) => Math.min(ready, Math.max(0, level - active)));

describe('fair share between realms', () => {
  it('gives ten of twenty slots to the realm with ten tasks', () => {
    const loads = [
      { active: 0, ready: 10_000 },
      { active: 0, ready: 10 },
    ];
    expect(given(loads, fairLevel(loads, 20))).toEqual([10, 10]);
  });

  it('uses the whole capacity, and gives a realm at most one more than another that waits', () => {
    const load = fc.record({ active: fc.nat(50), ready: fc.nat(200) });
    fc.assert(
      fc.property(
        fc.array(load, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 100 }),
        (loads, capacity) => {
          const level = fairLevel(loads, capacity);
          const out = given(loads, level);
          const waiting = loads.reduce((sum, { ready }) => sum + ready, 0);
          expect(out.reduce((sum, n) => sum + n, 0)).toBeGreaterThanOrEqual(Math.min(capacity, waiting));
          if (level > 1)
            expect(given(loads, level - 1).reduce((sum, n) => sum + n, 0)).toBeLessThan(capacity);
        },
      ),
    );
  });
});
