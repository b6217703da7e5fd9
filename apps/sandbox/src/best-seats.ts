/** A seat that may be taken now. `quality`: lower is better. */
export interface FreeSeat {
  id: number;
  area: string;
  row: string;
  /** Place in its row, from 1. */
  number: number;
  quality: number;
}

const total = (seats: readonly FreeSeat[]): number => seats.reduce((sum, seat) => sum + seat.quality, 0);

/** Every run of `quantity` neighbours in one row. */
function* runs(row: readonly FreeSeat[], quantity: number): Generator<FreeSeat[]> {
  for (let start = 0; start + quantity <= row.length; start += 1) {
    const run = row.slice(start, start + quantity);
    const first = run[0];
    const last = run.at(-1);
    if (first && last && last.number - first.number === quantity - 1) yield run;
  }
}

const best = (groups: Iterable<FreeSeat[]>): FreeSeat[] | null => {
  let winner: FreeSeat[] | null = null;
  for (const group of groups) if (!winner || total(group) < total(winner)) winner = group;
  return winner;
};

/**
 * The best seats for a party: neighbours in one row where there are any, else the best seats of one area.
 * Null when no area has that many.
 */
export function bestSeats(free: readonly FreeSeat[], quantity: number): FreeSeat[] | null {
  const ordered = free.toSorted((a, b) => a.number - b.number);
  const rows = Map.groupBy(ordered, (seat) => `${seat.area}\n${seat.row}`).values();
  const together = best([...rows].flatMap((row) => [...runs(row, quantity)]));
  if (together) return together;
  const areas = Map.groupBy(ordered, (seat) => seat.area).values();
  return best(
    [...areas]
      .filter((seats) => seats.length >= quantity)
      .map((seats) => seats.toSorted((a, b) => a.quality - b.quality).slice(0, quantity)),
  );
}
