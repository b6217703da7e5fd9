import { compareLabels } from '@tessera/ui';
import { text } from '../texts';

/** A seat as holds and tickets have it, as far as the site says. */
export interface NamedSeat {
  area: string | null;
  row: string | null;
  seat: string | null;
}

/** Seats by area, row and number, as a hall counts them. */
export const bySeatPlace = (a: NamedSeat, b: NamedSeat): number =>
  compareLabels(a.area ?? '', b.area ?? '') ||
  compareLabels(a.row ?? '', b.row ?? '') ||
  compareLabels(a.seat ?? '', b.seat ?? '');

/** Names of seats of one row in order, neighbours as a range: "12–13, 15". */
function seatRanges(names: readonly string[]): string {
  const ranges: { first: string; last: string }[] = [];
  for (const name of names) {
    const range = ranges.at(-1);
    if (range && follows(range.last, name)) range.last = name;
    else ranges.push({ first: name, last: name });
  }
  return ranges.map(({ first, last }) => (first === last ? first : `${first}–${last}`)).join(', ');
}

/** Whether a seat's number is one above another's, with the same letters in front of both. */
function follows(before: string, name: string): boolean {
  const [, letters, number] = /^(\D*)(\d{1,6})$/.exec(before) ?? [];
  return number !== undefined && name === `${letters}${Number(number) + 1}`;
}

/** Seats by area and row: "North 104, row 1, seats 12–13; North 105, seat 4". */
export function formatSeats(seats: readonly NamedSeat[]): string {
  const rows = Map.groupBy([...seats].sort(bySeatPlace), ({ area, row }) => JSON.stringify([area, row]));
  const places = [...rows.values()].map((members) => {
    const [{ area, row } = { area: null, row: null }] = members;
    const names = members.flatMap(({ seat }) => (seat ? [seat] : []));
    return [
      area,
      row && text('seatNames.row', { row }),
      names.length > 0 && text('seatNames.seats', { count: names.length, names: seatRanges(names) }),
    ]
      .filter(Boolean)
      .join(', ');
  });
  return places.filter(Boolean).join('; ') || '–';
}
