import { Injectable } from '@nestjs/common';
import { estimateWait } from '@tessera/domain';
import { Transactions } from '../../platform/database/transactions';
import type { Scope } from '../../platform/realm-scope/scope';
import type { WaitDto, WaitingPlaceDto, WaitingPlacesDto, WaitingPlacesQuery } from './waiting-places.dto';
import { type PlaceRow, WaitingPlacesRepository } from './waiting-places.repository';

/** The waiting places of an event, with their pace and an estimate of their wait. */
@Injectable()
export class WaitingPlacesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly places: WaitingPlacesRepository,
  ) {}

  /** @throws 404 when there is no such event */
  list(scope: Scope, eventId: number, query: WaitingPlacesQuery): Promise<WaitingPlacesDto> {
    return this.transactions.read(scope, async (tx) => {
      const { now, ...event } = await this.places.getEvent(tx, eventId);
      const rows = await this.places.list(tx, eventId, query);
      return {
        ...event,
        now: now.toISOString(),
        seats: await this.places.readSeats(tx, eventId),
        total: rows[0]?.total ?? 0,
        places: rows.map((row) => toPlace(row, now.getTime())),
      };
    });
  }
}

function toPlace({ total: _, ...place }: PlaceRow, now: number): WaitingPlaceDto {
  const isWaiting = place.status === 'waiting' && place.position !== null;
  const samples = place.samples.map(([at, position]) => ({ at: at * 1000, position }));
  const { pace, wait } = isWaiting ? estimateWait(samples, now) : { pace: null, wait: null };
  return { ...place, pace: pace === null ? null : round(pace), wait: wait && toWait(wait) };
}

const toWait = (wait: NonNullable<ReturnType<typeof estimateWait>['wait']>): WaitDto => ({
  earliest_s: round(wait.earliest),
  likely_s: round(wait.likely),
  latest_s: wait.latest === null ? null : round(wait.latest),
});

const round = (value: number) => Math.round(value * 10) / 10;
