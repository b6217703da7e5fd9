import { toAmount, toMinor } from './money';

/** What a seat may cost. An empty level or area stands for every one. */
export interface PriceRange {
  level: string;
  area: string;
  min: number;
  max: number;
}

/** The prices of a site or an event, in one currency, with the fees on top of them. */
export interface PriceList {
  currency: string;
  fee_per_seat: number;
  fee_per_order: number;
  ranges: readonly PriceRange[];
}

/** The levels and areas that a task may choose from; null: all. */
export interface SeatChoice {
  levels: readonly string[] | null;
  areas: readonly string[] | null;
}

/** What seats cost at least and at most, fees included. */
export interface Cost {
  currency: string;
  min: number;
  max: number;
}

/** The names in a choice of levels or areas, as workers read it: text, a list, or a map without what is false or 0. */
export function namesIn(choice: unknown): string[] | null {
  const named =
    typeof choice === 'string'
      ? choice.split(',')
      : Array.isArray(choice)
        ? choice.map(String)
        : Object.entries(choice ?? {}).flatMap(([name, value]) =>
            value === false || value === 0 ? [] : [name],
          );
  const names = named.map((name) => name.trim()).filter((name) => name !== '');
  return names.length === 0 ? null : names;
}

const allows = (names: readonly string[] | null, name: string): boolean =>
  name === '' || names === null || names.includes(name);

/**
 * What tasks cost that buy `seats` seats each, every one in an order of its own. All ranges that apply to the choice count, as
 * the worker may get any of these seats. Null: no price is known.
 */
export function costOf(
  list: PriceList | null,
  { levels, areas }: SeatChoice,
  seats: number,
  tasks: number,
): Cost | null {
  const ranges = list?.ranges.filter(({ level, area }) => allows(levels, level) && allows(areas, area)) ?? [];
  if (!list || ranges.length === 0) return null;
  const { currency } = list;
  const minor = (amount: number) => toMinor(amount, currency);
  const total = (price: number) =>
    toAmount(
      tasks * (seats * (minor(price) + minor(list.fee_per_seat)) + minor(list.fee_per_order)),
      currency,
    );
  return {
    currency,
    min: total(Math.min(...ranges.map(({ min }) => min))),
    max: total(Math.max(...ranges.map(({ max }) => max))),
  };
}
