import type { TicketsTexts } from '../texts';

/** Where a seat is, as far as the site says. */
export interface SeatPlace {
  area: string | null;
  row: string | null;
  seat: string | null;
}

const seatOrder = new Intl.Collator('en', { numeric: true });

/** Seats by area, row and number, as a hall counts them. */
export const bySeatPlace = (a: SeatPlace, b: SeatPlace): number =>
  seatOrder.compare(a.area ?? '', b.area ?? '') ||
  seatOrder.compare(a.row ?? '', b.row ?? '') ||
  seatOrder.compare(a.seat ?? '', b.seat ?? '');

/** Names of seats of one row, those next to each other as a range: "11–13, 16". */
function seatRanges(names: readonly string[]): string {
  const runs: { first: string; last: string }[] = [];
  for (const name of [...names].sort(seatOrder.compare)) {
    const run = runs.at(-1);
    if (run && follows(run.last, name)) run.last = name;
    else runs.push({ first: name, last: name });
  }
  return runs.map(({ first, last }) => (first === last ? first : `${first}–${last}`)).join(', ');
}

/** Whether a seat's number is one above another's, with the same letters in front of both. */
function follows(before: string, name: string): boolean {
  const [, letters, number] = /^(\D*)(\d{1,6})$/.exec(before) ?? [];
  return number !== undefined && name === `${letters}${Number(number) + 1}`;
}

/** Where seats are: "North 104, row 17, seats 11–12; North 105, row 3, seat 4". */
export function seatPlaces(t: TicketsTexts, seats: readonly SeatPlace[]): string {
  const rows = Map.groupBy([...seats].sort(bySeatPlace), ({ area, row }) => JSON.stringify([area, row]));
  const places = [...rows.values()].map((members) => {
    const [{ area, row } = { area: null, row: null }] = members;
    const names = members.flatMap(({ seat }) => (seat === null ? [] : [seat]));
    return [
      area,
      row && t('seats.row', { row }),
      names.length > 0 && t('seats.numbered', { count: names.length, seats: seatRanges(names) }),
    ]
      .filter(Boolean)
      .join(', ');
  });
  return places.filter(Boolean).join('; ') || '–';
}
