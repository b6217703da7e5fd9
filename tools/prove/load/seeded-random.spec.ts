import { SeededRandom } from './seeded-random.ts';

const draws = (seed: number): number[] => {
  const random = new SeededRandom(seed);
  return Array.from({ length: 200 }, () => random.next());
};

it('repeats its numbers for the same seed only', () => {
  expect(draws(7)).toEqual(draws(7));
  expect(draws(7)).not.toEqual(draws(8));
});

it('covers the whole range and picks every item', () => {
  const values = draws(1);
  expect(Math.min(...values)).toBeLessThan(0.1);
  expect(Math.max(...values)).toBeGreaterThan(0.9);
  expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
  const random = new SeededRandom(1);
  expect(new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c']))).size).toBe(3);
});
