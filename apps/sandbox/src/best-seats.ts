/** A seat that can be held. Lower `quality` values are better. */
export interface FreeSeat {
  id: number;
  area: string;
  row: string;
  /** Seat number in the row, from 1. */
  number: number;
  quality: number;
}

const totalQuality = (seats: readonly FreeSeat[]): number =>
  seats.reduce((sum, seat) => sum + seat.quality, 0);

function* adjacentGroups(row: readonly FreeSeat[], quantity: number): Generator<FreeSeat[]> {
  for (let start = 0; start + quantity <= row.length; start += 1) {
    const group = row.slice(start, start + quantity);
    const first = group[0];
    const last = group.at(-1);
    if (first && last && last.number - first.number === quantity - 1) yield group;
  }
}

const lowestTotal = (groups: Iterable<FreeSeat[]>): FreeSeat[] | null => {
  let bestGroup: FreeSeat[] | null = null;
  for (const group of groups)
    if (!bestGroup || totalQuality(group) < totalQuality(bestGroup)) bestGroup = group;
  return bestGroup;
};

/**
 * Returns the best adjacent seats in one row; without any, the best seats of one area; null if no area has
 * `quantity` free seats.
 */
export function findBestSeats(free: readonly FreeSeat[], quantity: number): FreeSeat[] | null {
  const ordered = free.toSorted((a, b) => a.number - b.number);
  const rows = Map.groupBy(ordered, (seat) => `${seat.area}\n${seat.row}`).values();
  const adjacent = lowestTotal([...rows].flatMap((row) => [...adjacentGroups(row, quantity)]));
  if (adjacent) return adjacent;
  const areas = Map.groupBy(ordered, (seat) => seat.area).values();
  return lowestTotal(
    [...areas]
      .filter((seats) => seats.length >= quantity)
      .map((seats) => seats.toSorted((a, b) => a.quality - b.quality).slice(0, quantity)),
  );
}
