import fc from 'fast-check';
import { decimalsOf, isExactAmount, sumAmounts, toAmount, toMinor } from './money';

it.each([
  ['GBP', 2],
  ['EUR', 2],
  ['HUF', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['KWD', 3],
  ['TND', 3],
  [null, 2],
])('%s has %i decimals', (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
});

it('keeps an amount in minor units and back', () => {
  const currency = fc.constantFrom('GBP', 'JPY', 'KWD', null);
  fc.assert(
    fc.property(currency, fc.nat({ max: 999_999_999_999 }), (code, minor) => {
      const amount = toAmount(minor, code);
      expect(toMinor(amount, code)).toBe(minor);
      expect(isExactAmount(amount, code)).toBe(true);
    }),
  );
});

it('adds exactly', () => {
  expect(sumAmounts([0.1, 0.2])).toBe(0.3);
  expect(sumAmounts([1.005, 2.001])).toBe(3.006);
  expect(sumAmounts([1200, 800])).toBe(2000);
  expect(sumAmounts([])).toBe(0);
});

it('refuses amounts with more decimals', () => {
  expect(isExactAmount(42.5, 'GBP')).toBe(true);
  expect(isExactAmount(42.505, 'GBP')).toBe(false);
  expect(isExactAmount(42.5, 'JPY')).toBe(false);
  expect(isExactAmount(42.505, 'KWD')).toBe(true);
});
