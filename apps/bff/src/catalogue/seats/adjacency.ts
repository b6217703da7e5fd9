/** A seat's label in three parts: `Seat 12A` is `SEAT`, 12 and `A`. */
type SeatNumber = { prefix: string; number: number; suffix: string };

/** Letters and punctuation before the digits, the digits, and at most one letter after them. */
const LABEL = /^([^\d]{0,20}?)\s*(\d{1,9})\s*-?([A-Z]?)$/;

/** Reads a seat's label; null when it has no number, so that nothing is known about its neighbours. */
function readSeatNumber(label: string): SeatNumber | null {
  const [, prefix, digits, suffix] = LABEL.exec(label.trim().toUpperCase()) ?? [];
  if (prefix === undefined || digits === undefined) return null;
  return { prefix: prefix.trim(), number: Number(digits), suffix: suffix ?? '' };
}

const letterAfter = (suffix: string): string =>
  suffix === '' ? 'A' : String.fromCharCode(suffix.charCodeAt(0) + 1);

/**
 * Whether two positions of a row that follow one another in its order are surely side by side: 12 and 13 when no 12A lies
 * between them, 12 and 12A, 12A and 12B. Not 11 and 13, since a row may be numbered in odd and even halves or not, and not 12A
 * and 13, between which there may be a 12B.
 */
function isBeside(before: SeatNumber, after: SeatNumber): boolean {
  if (before.number === after.number) return after.suffix === letterAfter(before.suffix);
  return after.number === before.number + 1 && before.suffix === '' && after.suffix === '';
}

const compareNumbers = (a: SeatNumber, b: SeatNumber): number =>
  (a.prefix < b.prefix ? -1 : Number(a.prefix > b.prefix)) ||
  a.number - b.number ||
  (a.suffix < b.suffix ? -1 : Number(a.suffix > b.suffix));

/**
 * The rule of adjacency, of the seats of one row. Returns the runs of seats that are surely side by side, each with the indexes
 * of its labels in the order of their numbers. Seats with one label (held twice) have one position. A seat without a number
 * and one without a neighbour are in no run.
 */
export function findAdjacentRuns(labels: readonly string[]): number[][] {
  const numbered = labels
    .flatMap((label, index) => {
      const read = readSeatNumber(label);
      return read ? [{ ...read, index }] : [];
    })
    .sort(compareNumbers);
  const runs: { indexes: number[]; positions: number }[] = [];
  let before: SeatNumber | undefined;
  for (const seat of numbered) {
    const run = runs.at(-1);
    if (run && before && compareNumbers(before, seat) === 0) {
      run.indexes.push(seat.index);
    } else if (run && before?.prefix === seat.prefix && isBeside(before, seat)) {
      run.indexes.push(seat.index);
      run.positions += 1;
    } else {
      runs.push({ indexes: [seat.index], positions: 1 });
    }
    before = seat;
  }
  return runs.filter(({ positions }) => positions > 1).map(({ indexes }) => indexes);
}

const labelOrder = new Intl.Collator('en', { numeric: true });

/**
 * The order of areas, rows and seats by name: numbers inside a name by their value. As `compareLabels` of the pages, whose
 * library the server can't use, but in one language for all readers.
 */
export const compareLabels = (a: string, b: string): number => labelOrder.compare(a, b);
