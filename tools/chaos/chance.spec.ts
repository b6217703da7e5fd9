import { Chance } from './chance.ts';

const draws = (seed: number): number[] => {
  const chance = new Chance(seed);
  return Array.from({ length: 200 }, () => chance.next());
};

it('draws the same again for a seed, and something else for another', () => {
  expect(draws(7)).toEqual(draws(7));
  expect(draws(7)).not.toEqual(draws(8));
});

it('draws from all of the range, and picks each item', () => {
  const values = draws(1);
  expect(Math.min(...values)).toBeLessThan(0.1);
  expect(Math.max(...values)).toBeGreaterThan(0.9);
  expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
  const chance = new Chance(1);
  expect(new Set(Array.from({ length: 100 }, () => chance.pick(['a', 'b', 'c']))).size).toBe(3);
});
