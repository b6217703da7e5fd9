import { compareLabels } from '@tessera/ui';

/** A held or bought seat, as the API's seat map has it. */
export interface MapSeat {
  state: 'held' | 'bought';
  /** Of the hold when held, of the ticket when bought. */
  id: number;
  /** The seat's number; empty without one. */
  seat: string;
  /** Seats of a row with one group are side by side; null: none is known to be. */
  group: number | null;
  task_id: number | null;
  job_id: number | null;
  login_id: number;
  price: number | null;
  currency: string | null;
  /** When a held seat lapses. */
  expires_at: string | null;
}

export interface MapRow {
  name: string;
  seats: readonly MapSeat[];
}

export interface MapArea {
  name: string;
  /** What `data-area` of its shapes is in a drawing. */
  key: string;
  price_level: string | null;
  held: number;
  bought: number;
  rows: readonly MapRow[];
}

/** A task or login by its id. */
export interface SeatHolder {
  id: number;
  name: string;
}

export interface SeatJob extends SeatHolder {
  held: number;
  bought: number;
}

/** The seats of an event, in the form of the API's answer. */
export interface EventSeats {
  areas: readonly MapArea[];
  jobs: readonly SeatJob[];
  tasks: readonly SeatHolder[];
  logins: readonly SeatHolder[];
}

/** A seat with where it is. */
export interface SeatLocation {
  seat: MapSeat;
  row: MapRow;
  area: MapArea;
}

/** Unique among the seats of a map. */
export const seatKey = ({ state, id }: Pick<MapSeat, 'state' | 'id'>): string => `${state}-${id}`;

/** What the colours and marks of seats stand for. */
export const colorings = ['state', 'job', 'price'] as const;
export type ColorBy = (typeof colorings)[number];

/** How many looks (hue and pattern) there are; further jobs and price levels repeat them, and their marks tell them apart. */
const LOOKS = 6;

/** The mark of the nth job: A to Z, then AA, AB. */
function markOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : markOf(Math.floor(index / 26) - 1) + letter;
}

/** How the seats of one job or price level look: one of the looks, and the mark in each seat. */
export interface Look {
  look: number;
  mark: string;
}

/** The look of a seat without a job or of an area without a price level. */
export const plainLook: Look = { look: 0, mark: '–' };

const lookAt = (index: number): number => 1 + (index % LOOKS);

/** The looks of jobs, by their order. */
export const jobLooks = (ids: readonly number[]): ReadonlyMap<number, Look> =>
  new Map(ids.map((id, index) => [id, { look: lookAt(index), mark: markOf(index) }]));

/** The price levels of areas by name: numbers inside a name by their value. */
export function priceLevels(areas: readonly MapArea[]): string[] {
  return [...new Set(areas.flatMap(({ price_level }) => price_level ?? []))].sort(compareLabels);
}

/** The looks of price levels, by their order. */
export const priceLooks = (levels: readonly string[]): ReadonlyMap<string, Look> =>
  new Map(levels.map((level, index) => [level, { look: lookAt(index), mark: level.slice(0, 3) }]));

/** A row's seats in runs: those side by side, and single ones. */
export function runsOf(seats: readonly MapSeat[]): MapSeat[][] {
  const runs: MapSeat[][] = [];
  for (const seat of seats) {
    const last = runs.at(-1);
    if (last && seat.group !== null && last[0]?.group === seat.group) last.push(seat);
    else runs.push([seat]);
  }
  return runs;
}

/** Finds a seat by its key. */
export function locateSeat(areas: readonly MapArea[], key: string): SeatLocation | null {
  for (const area of areas) {
    for (const row of area.rows) {
      const seat = row.seats.find((each) => seatKey(each) === key);
      if (seat) return { seat, row, area };
    }
  }
  return null;
}
