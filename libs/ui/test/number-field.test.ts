import { formatNumber, parseNumber } from '../src/form/number-field';

describe('a number', () => {
  it.each([
    ['en-GB', '1,200', 1200],
    ['en-GB', '12.5', 12.5],
    ['en-GB', '-1,234,567.25', -1_234_567.25],
    ['en-GB', '12,5', NaN],
    ['en-GB', '1,2000', NaN],
    ['en-GB', '1.2.3', NaN],
    ['en-GB', 'four', NaN],
    ['de-DE', '1.200', 1200],
    ['de-DE', '12,5', 12.5],
    ['de-DE', '1200', 1200],
    ['de-DE', '12.5', NaN],
  ])('parses in %s "%s" as %d', (locale, typed, number) => {
    expect(parseNumber(typed, locale)).toBe(number);
  });

  it('is formatted as it is typed', () => {
    expect(formatNumber(1200.5, 'de-DE')).toBe('1200,5');
    expect(formatNumber(1200.5, 'en-GB')).toBe('1200.5');
    expect(parseNumber(formatNumber(0.1 + 0.2, 'de-DE'), 'de-DE')).toBe(0.1 + 0.2);
  });
});
