import { Injectable } from '@nestjs/common';
import type { PriceList } from '@tessera/domain/cost';
import type { Tx } from '../../platform/database/transactions';
import { type PricedPlace, PricesRepository } from './prices.repository';

/** The list that applies to an event, or to a site when no event is chosen; null: no price is known. */
export type PriceLookup = (place: PricedPlace) => PriceList | null;

/** Finds the prices that other features compute costs from. */
@Injectable()
export class PriceLists {
  constructor(private readonly prices: PricesRepository) {}

  /** Reads all lists of these places at once. An event's own list replaces its site's as a whole. */
  async find(tx: Tx, places: readonly PricedPlace[]): Promise<PriceLookup> {
    const lists = await this.prices.findLists(tx, places);
    const keyed = new Map(lists.map((list) => [keyOf(list), list]));
    return ({ site_id, event_id }) =>
      keyed.get(keyOf({ site_id, event_id })) ?? keyed.get(keyOf({ site_id, event_id: null })) ?? null;
  }
}

/** An event that moved to another site has left its list behind. */
const keyOf = ({ site_id, event_id }: PricedPlace): string => `${site_id}/${event_id ?? ''}`;
