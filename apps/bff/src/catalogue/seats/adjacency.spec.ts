import * as fc from 'fast-check';
import { findAdjacentRuns } from './adjacency';

/** The runs as labels. */
const runsOf = (...labels: string[]): string[][] =>
  findAdjacentRuns(labels).map((run) => run.map((index) => labels[index] ?? ''));

describe('adjacent seats of a row', () => {
  it.each([
    ['numbers that follow one another', ['12', '13', '14'], [['12', '13', '14']]],
    ['any order of the seats', ['14', '12', '13'], [['12', '13', '14']]],
    ['nothing over a gap', ['12', '14'], []],
    [
      'two runs beside a gap',
      ['1', '2', '4', '5'],
      [
        ['1', '2'],
        ['4', '5'],
      ],
    ],
    ['a seat with a letter beside its number', ['12', '12A'], [['12', '12A']]],
    ['letters that follow one another', ['12A', '12b'], [['12A', '12b']]],
    ['neither side of a seat with a letter that may have another one after it', ['12A', '13'], []],
    ['nothing across a seat with a letter that lies between', ['12', '12A', '13'], [['12', '12A']]],
    ['no odd neighbours, since the numbering is unknown', ['11', '13', '15'], []],
    ['leading zeros', ['007', '8'], [['007', '8']]],
    ['the same prefix', ['Seat 4', 'seat 5', 'B6'], [['Seat 4', 'seat 5']]],
    ['no seats without a number', ['', 'Box', 'A', 'B'], []],
    ['no negative numbers', ['1-2', '1-3'], []],
    ['a seat that is held twice, once', ['5', '5'], []],
    ['both holders of a seat beside another', ['5', '5', '6'], [['5', '5', '6']]],
  ])('finds %s', (_, labels, runs) => {
    expect(runsOf(...labels)).toEqual(runs);
  });

  const label = fc.oneof(
    fc.nat(40).map(String),
    fc.tuple(fc.nat(40), fc.constantFrom('', 'A', 'B', 'c')).map(([number, suffix]) => `${number}${suffix}`),
    fc
      .tuple(fc.constantFrom('A', 'Seat ', 'box-'), fc.nat(20))
      .map(([prefix, number]) => `${prefix}${number}`),
    fc.string({ maxLength: 8, unit: 'grapheme' }),
  );
  const row = fc.array(label, { maxLength: 60 });

  it('puts each seat in at most one run, and the same seats together in whatever order they come', () => {
    const shuffledRow = row.chain((labels) =>
      fc.tuple(
        fc.constant(labels),
        fc.shuffledSubarray(labels, { minLength: labels.length, maxLength: labels.length }),
      ),
    );
    fc.assert(
      fc.property(shuffledRow, ([labels, shuffled]) => {
        const indexes = findAdjacentRuns(labels).flat();
        expect(new Set(indexes).size).toBe(indexes.length);
        const names = (of: readonly string[]) =>
          runsOf(...of)
            .map((run) => [...run].sort().join('|'))
            .sort();
        expect(names(shuffled)).toEqual(names(labels));
      }),
    );
  });

  it('claims nothing for plain numbers but what differs by one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(500), { maxLength: 80 }), (numbers) => {
        const together = new Set(
          runsOf(...numbers.map(String)).flatMap((run) =>
            run.slice(1).map((seat, index) => `${run[index]} ${seat}`),
          ),
        );
        const expected = numbers
          .filter((number) => numbers.includes(number + 1))
          .map((number) => `${number} ${number + 1}`);
        expect(together).toEqual(new Set(expected));
      }),
    );
  });

  it('never joins more seats when another one becomes known', () => {
    fc.assert(
      fc.property(row, label, (labels, another) => {
        const runs = findAdjacentRuns([...labels, another]);
        for (const before of findAdjacentRuns(labels)) {
          // A seat in between can split a run, as 12A does to 12 and 13; the rest of it stays in runs.
          const runsAfter = runs.filter((run) => run.some((index) => before.includes(index)));
          expect(runsAfter.length).toBeLessThanOrEqual(2);
        }
      }),
    );
  });
});
