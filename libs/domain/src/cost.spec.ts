import fc from 'fast-check';
import { costOf, namesIn, type PriceList, type PriceRange } from './cost';
import { decimalsOf, isExactAmount } from './money';

const anything = { levels: null, areas: null };
const list = (ranges: readonly PriceRange[], fields: Partial<PriceList> = {}): PriceList => ({
  currency: 'GBP',
  fee_per_seat: 0,
  fee_per_order: 0,
  ranges,
  ...fields,
});
const range = (min: number, max: number, level = '', area = ''): PriceRange => ({ level, area, min, max });

it('adds the fee of each seat and of each order', () => {
  const prices = list([range(48, 62)], { fee_per_seat: 1.5, fee_per_order: 2.25 });
  // 2 × (48 + 1.50) + 2.25 = 101.25; 2 × (62 + 1.50) + 2.25 = 129.25
  expect(costOf(prices, anything, 2, 1)).toEqual({ currency: 'GBP', min: 101.25, max: 129.25 });
  expect(costOf(prices, anything, 2, 20)).toEqual({ currency: 'GBP', min: 2025, max: 2585 });
});

it.each([
  ['any level', null, [26, 53]],
  ['the level chosen', ['standard'], [38, 38]],
  ['several levels', ['standard', 'premium'], [38, 53]],
])('takes the prices of %s', (_, levels, [min, max]) => {
  const prices = list([range(53, 53, 'premium'), range(38, 38, 'standard'), range(26, 26, 'value')]);
  expect(costOf(prices, { levels, areas: null }, 1, 1)).toEqual({ currency: 'GBP', min, max });
});

it('takes the prices of the areas chosen, and those of every area', () => {
  const prices = list([range(10, 20, '', 'North'), range(30, 40, '', 'East'), range(15, 25, 'box')]);
  expect(costOf(prices, { levels: null, areas: ['East'] }, 1, 1)).toEqual({
    currency: 'GBP',
    min: 15,
    max: 40,
  });
});

it('knows no price without a list, and where no range applies', () => {
  expect(costOf(null, anything, 2, 1)).toBeNull();
  expect(costOf(list([]), anything, 2, 1)).toBeNull();
  expect(costOf(list([range(1, 2, 'premium')]), { levels: ['value'], areas: null }, 2, 1)).toBeNull();
});

it('knows seats that cost nothing from those without a price', () => {
  expect(costOf(list([range(0, 0)]), anything, 2, 3)).toEqual({ currency: 'GBP', min: 0, max: 0 });
});

it('counts yen without decimals and dinars with three', () => {
  const fees = { fee_per_seat: 110, fee_per_order: 330 };
  expect(costOf(list([range(6500, 9800)], { currency: 'JPY', ...fees }), anything, 2, 3)).toEqual({
    currency: 'JPY',
    min: 40650,
    max: 60450,
  });
  const dinars = list([range(1.005, 2.345)], { currency: 'KWD', fee_per_seat: 0.125, fee_per_order: 0.001 });
  expect(costOf(dinars, anything, 3, 1)).toEqual({ currency: 'KWD', min: 3.391, max: 7.411 });
});

describe('any plan', () => {
  const currency = fc.constantFrom('GBP', 'EUR', 'JPY', 'KWD');
  const amounts = (code: string) => fc.nat({ max: 2_000_000 }).map((minor) => minor / 10 ** decimalsOf(code));
  const lists = currency.chain((code) =>
    fc.record({
      currency: fc.constant(code),
      fee_per_seat: amounts(code),
      fee_per_order: amounts(code),
      ranges: fc.array(
        fc
          .tuple(amounts(code), amounts(code), fc.constantFrom('', 'A', 'B'), fc.constantFrom('', 'N', 'S'))
          .map(([a, b, level, area]) => range(Math.min(a, b), Math.max(a, b), level, area)),
        { maxLength: 6 },
      ),
    }),
  );
  const names = (...all: string[]) => fc.option(fc.subarray(all, { minLength: 1 }));
  const choices = fc.record({ levels: names('A', 'B'), areas: names('N', 'S') });
  const seats = fc.integer({ min: 1, max: 100 });
  const tasks = fc.integer({ min: 1, max: 10_000 });

  it('costs to the penny what its tasks cost, each alone', () => {
    fc.assert(
      fc.property(lists, choices, seats, fc.integer({ min: 1, max: 50 }), (prices, choice, each, count) => {
        const one = costOf(prices, choice, each, 1);
        const all = costOf(prices, choice, each, count);
        if (!one || !all) return expect([one, all]).toEqual([null, null]);
        const minor = 10 ** decimalsOf(prices.currency);
        expect(Math.round(all.min * minor)).toBe(count * Math.round(one.min * minor));
        expect(Math.round(all.max * minor)).toBe(count * Math.round(one.max * minor));
      }),
    );
  });

  it('costs at least the minimum, in the currency of its prices and with its decimals', () => {
    fc.assert(
      fc.property(lists, choices, seats, tasks, (prices, choice, each, count) => {
        const cost = costOf(prices, choice, each, count);
        if (!cost) return;
        expect(cost.currency).toBe(prices.currency);
        expect(cost.min).toBeLessThanOrEqual(cost.max);
        expect(isExactAmount(cost.min, cost.currency) && isExactAmount(cost.max, cost.currency)).toBe(true);
      }),
    );
  });

  it('has no narrower cost the more it may choose from', () => {
    fc.assert(
      fc.property(lists, choices, seats, (prices, choice, each) => {
        const some = costOf(prices, choice, each, 1);
        const every = costOf(prices, anything, each, 1);
        if (!some) return;
        expect(every).not.toBeNull();
        expect(every?.min).toBeLessThanOrEqual(some.min);
        expect(every?.max).toBeGreaterThanOrEqual(some.max);
      }),
    );
  });
});

it.each([
  [null, null],
  [undefined, null],
  ['', null],
  [{}, null],
  ['premium, value', ['premium', 'value']],
  [['premium', ' '], ['premium']],
  [{ premium: 'Premium', value: false, standard: 0, box: 1 }, ['premium', 'box']],
])('reads the names in the choice %j', (choice, expected) => {
  expect(namesIn(choice)).toEqual(expected);
});
