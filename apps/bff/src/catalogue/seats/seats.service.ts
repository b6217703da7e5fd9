import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import type { Scope } from '../../platform/realm-scope/scope';
import { countStates, toAreas } from './seat-areas';
import type { EventSeatMapDto, SeatMapQuery } from './seats.dto';
import { MAX_SEATS, SeatsRepository } from './seats.repository';

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
