import { Injectable } from '@nestjs/common';
import { cutText } from '@tessera/domain';
import { Transactions } from '../../platform/database/transactions';
import type { Scope } from '../../platform/realm-scope/scope';
import { compareLabels, findAdjacentRuns } from './adjacency';
import { areaKey } from './area-names';
import type { EventSeatMapDto, MappedAreaDto, MappedRowDto, SeatMapQuery } from './seats.dto';
import { type LocatedSeat, MAX_SEATS, SeatsRepository } from './seats.repository';

const distinct = (ids: readonly (number | null)[]): number[] => [
  ...new Set(ids.filter((id): id is number => id !== null)),
];

/** Seats of an event, as far as workers reported them. */
@Injectable()
export class SeatsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: SeatsRepository,
  ) {}

  /** @throws 404 for an event that isn't there */
  read(scope: Scope, eventId: number, query: SeatMapQuery): Promise<EventSeatMapDto> {
    return this.transactions.read(scope, async (tx) => {
      const event = await this.repository.getEvent(tx, eventId);
      const found = await this.repository.findSeats(tx, eventId, query);
      const seats = found.slice(0, MAX_SEATS);
      const ofJob = Map.groupBy(seats, ({ job_id }) => job_id);
      const jobs = await this.repository.findJobs(tx, distinct([...ofJob.keys()]));
      return {
        event_id: event.id,
        event_name: event.name,
        site_id: event.site_id,
        ...countStates(seats),
        complete: seats.length === found.length,
        map: await this.repository.findDrawing(tx, event),
        areas: toAreas(seats, event.price_levels),
        jobs: jobs.map((job) => ({ ...job, ...countStates(ofJob.get(job.id) ?? []) })),
        tasks: await this.repository.findTasks(tx, distinct(seats.map(({ task_id }) => task_id))),
        logins: await this.repository.findLogins(tx, distinct(seats.map(({ login_id }) => login_id))),
      };
    });
  }
}

const countStates = (seats: readonly Pick<LocatedSeat, 'state'>[]) => {
  const held = seats.filter(({ state }) => state === 'held').length;
  return { held, bought: seats.length - held };
};

/** A price level as text: numbers and texts are levels, anything else is unknown. */
const levelText = (level: unknown): string | null =>
  typeof level === 'number' || (typeof level === 'string' && level !== '')
    ? cutText(String(level), 200)
    : null;

/** Groups seats by area and row; those that are surely side by side get one number each row. */
function toAreas(
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
