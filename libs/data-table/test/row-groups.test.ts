import fc from 'fast-check';
import { RowGroups } from '../src/row-groups';
import type { Item } from '../src/table-items';

type Groups = RowGroups<number, never>;
type Shown = Parameters<Groups['group']>[0][number];
const row = (key: number): Item<number, never> => ({ kind: 'row', row: key, index: key, key });
const rows = (from: number, many: number) => Array.from({ length: many }, (_, at) => row(from + at));
const gap = (key: string): Shown => ({ kind: 'gap', key, height: 36 });
const keysOf = (groups: ReturnType<Groups['group']>) =>
  groups.map(({ items }) => items.map(({ key }) => key));
const placesOf = (groups: ReturnType<Groups['group']>) =>
  new Map(groups.flatMap((group) => group.items.map(({ key }) => [key, group.key] as const)));

/** What happens to a list: some come at a place of it, some go. */
const changes = fc.array(
  fc.oneof(
    fc.record({ come: fc.integer({ min: 1, max: 9 }), at: fc.nat(60) }),
    fc.record({ go: fc.integer({ min: 1, max: 9 }), at: fc.nat(60) }),
  ),
  { maxLength: 40 },
);

describe('row groups', () => {
  it('are of a few rows each, in their order, the room for others apart', () => {
    const groups = new RowGroups<number, never>();
    const shown = [row(0), gap('gap to sight'), ...rows(8, 6), gap('gap after 14')];
    expect(keysOf(groups.group(shown))).toEqual([
      [0],
      ['gap to sight'],
      [8, 9, 10, 11],
      [12, 13],
      ['gap after 14'],
    ]);
    // Who scrolls on sees the last group filled, and a new one begun.
    expect(keysOf(groups.group(rows(12, 8)))).toEqual([
      [12, 13, 14, 15],
      [16, 17, 18, 19],
    ]);
    // And who scrolls back the ones that there were.
    expect(keysOf(groups.group(rows(4, 8)))).toEqual([
      [4, 5, 6, 7],
      [8, 9, 10, 11],
    ]);
  });

  it('are the same objects as long as they hold the same', () => {
    const groups = new RowGroups<number, never>();
    const shown = rows(4, 8);
    const [first, second] = groups.group(shown.slice(0, 6));
    const again = groups.group([...shown, gap('gap after 12')]);
    expect(again[0]).toBe(first);
    expect(again[1]).not.toBe(second);
    const after = groups.group(shown.with(1, { ...row(5), row: -5 }));
    expect(after[0]).not.toBe(first);
    expect(after[1]).toBe(again[1]);
  });

  it('keep a row where it is, whatever comes and goes beside it', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const groups = new RowGroups<number, never>();
        let made = 40;
        let shown = rows(0, made);
        let before = groups.group(shown);
        for (const change of all) {
          const at = Math.min(change.at, shown.length);
          shown =
            'come' in change
              ? [...shown.slice(0, at), ...rows(made, change.come), ...shown.slice(at)]
              : [...shown.slice(0, at), ...shown.slice(at + change.go)];
          if ('come' in change) made += change.come;
          const after = groups.group(shown);
          expect(keysOf(after).flat()).toEqual(shown.map(({ key }) => key));
          expect(new Set(after.map(({ key }) => key)).size).toBe(after.length);
          const were = placesOf(before);
          for (const [key, place] of placesOf(after)) expect(place).toBe(were.get(key) ?? place);
          expect(groups.group(shown)).toEqual(after);
          before = after;
        }
      }),
    );
  });

  it('hold every row once whatever the order comes to be, and are the same when asked again', () => {
    const orders = fc.array(fc.shuffledSubarray(Array.from({ length: 30 }, (_, key) => key)), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(orders, (all) => {
        const groups = new RowGroups<number, never>();
        for (const order of all) {
          const shown = order.map(row);
          const after = groups.group(shown);
          expect(keysOf(after).flat()).toEqual(order);
          expect(new Set(after.map(({ key }) => key)).size).toBe(after.length);
          expect(groups.group(shown)).toEqual(after);
        }
      }),
    );
  });
});
