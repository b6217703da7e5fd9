import { cutText } from '@tessera/domain';
import { compareLabels, findAdjacentRuns } from './adjacency';
import { areaKey } from './area-names';
import type { MappedAreaDto, MappedRowDto } from './seats.dto';
import type { LocatedSeat } from './seats.repository';

/** Counts seats by state. */
export const countStates = (seats: readonly Pick<LocatedSeat, 'state'>[]) => {
  const held = seats.filter(({ state }) => state === 'held').length;
  return { held, bought: seats.length - held };
};

/** A price level as text: numbers and texts are levels, anything else is unknown. */
const levelText = (level: unknown): string | null =>
  typeof level === 'number' || (typeof level === 'string' && level !== '')
    ? cutText(String(level), 200)
    : null;

/** Groups seats by area and row; those that are surely side by side get one number each row. */
export function toAreas(
  seats: readonly LocatedSeat[],
  priceLevels: Readonly<Record<string, unknown>>,
): MappedAreaDto[] {
  const levels = new Map(
    Object.entries(priceLevels).flatMap(([name, level]): [string, string | null][] => [
      // The exact name has precedence over another one with the same key.
      [`=${name}`, levelText(level)],
      [areaKey(name), levelText(level)],
    ]),
  );
  return [...Map.groupBy(seats, ({ area }) => area)]
    .sort(([a], [b]) => compareLabels(a, b))
    .map(([name, ofArea]) => ({
      name,
      key: areaKey(name),
      price_level: levels.get(`=${name}`) ?? levels.get(areaKey(name)) ?? null,
      ...countStates(ofArea),
      rows: [...Map.groupBy(ofArea, ({ row }) => row)]
        .sort(([a], [b]) => compareLabels(a, b))
        .map(([row, ofRow]) => toRow(row, ofRow)),
    }));
}

function toRow(name: string, seats: readonly LocatedSeat[]): MappedRowDto {
  const sorted = [...seats].sort((a, b) => compareLabels(a.seat, b.seat) || a.id - b.id);
  const groups = new Map<number, number>();
  findAdjacentRuns(sorted.map(({ seat }) => seat)).forEach((run, index) => {
    for (const at of run) groups.set(at, index + 1);
  });
  return {
    name,
    seats: sorted.map(({ area: _area, row: _row, ...seat }, index) => ({
      ...seat,
      group: groups.get(index) ?? null,
    })),
  };
}
