import type { DatabaseSync } from 'node:sqlite';
import { type EventDefinition, EVENTS } from './catalogue.ts';
import { eventByGuid } from './catalogue-lookup.ts';

export interface AreaAvailability {
  area: string;
  seats: number;
  free: number;
  held: number;
  sold: number;
}

export interface SoldSeat {
  area: string;
  row: string;
  seat: string;
  account: string;
  order_key: string;
  reference: string | null;
  price: number;
  currency: string;
}

export interface SeatState {
  area: string;
  row: string;
  seat: string;
  state: 'free' | 'held' | 'sold';
  account: string | null;
}

/** Read-only queries of events and seats. */
export class Inventory {
  private readonly db: DatabaseSync;
  private readonly clock: () => number;

  constructor(db: DatabaseSync, clock: () => number) {
    this.db = db;
    this.clock = clock;
  }

  /** Returns all events with their kick-off in epoch seconds. */
  events(): (EventDefinition & { ko: number })[] {
    const kickOffs = new Map(
      this.db
        .prepare('SELECT guid, ko FROM events')
        .all()
        .map((row) => [String(row.guid), Number(row.ko)]),
    );
    return EVENTS.map((event) => ({ ...event, ko: kickOffs.get(event.guid) ?? 0 }));
  }

  /** Returns one event, also a rehearsal's, or null. */
  event(guid: string): (EventDefinition & { ko: number }) | null {
    const known = this.events().find((event) => event.guid === guid);
    if (known) return known;
    const rehearsal = eventByGuid(guid);
    return rehearsal ? { ...rehearsal, ko: Math.max(...this.events().map(({ ko }) => ko)) } : null;
  }

  /** Counts free, held and sold seats per area; seats not on sale in this scenario count as sold. */
  availability(eventGuid: string, onSalePerLevel: number | null): AreaAvailability[] {
    const rows = this.db
      .prepare(
        `SELECT s.area, count(*) AS seats,
           sum(o.status IS 'paid' OR (s.release >= :onSale AND NOT coalesce(${IS_HELD_SQL}, 0))) AS sold,
           sum(coalesce(${IS_HELD_SQL}, 0)) AS held
         FROM seats s LEFT JOIN orders o USING (order_key)
         WHERE s.event_guid = :event GROUP BY s.area ORDER BY min(s.id)`,
      )
      .all({ event: eventGuid, now: this.clock(), onSale: onSalePerLevel ?? Number.MAX_SAFE_INTEGER });
    return rows.map((row) => {
      const [seats, sold, held] = [Number(row.seats), Number(row.sold), Number(row.held)];
      return { area: String(row.area), seats, held, sold, free: seats - sold - held };
    });
  }

  /** Returns the paid seats with their accounts. */
  sold(eventGuid: string): SoldSeat[] {
    return this.db
      .prepare(
        `SELECT s.area, s.row_name AS row, cast(s.number AS TEXT) AS seat, o.account, o.order_key, o.reference,
           s.price, o.currency
         FROM seats s JOIN orders o USING (order_key)
         WHERE s.event_guid = ? AND o.status = 'paid' ORDER BY s.id`,
      )
      .all(eventGuid)
      .map((row) => ({ ...(row as unknown as SoldSeat) }));
  }

  /** Returns every seat with its state, ordered by area, row and number. */
  seats(eventGuid: string): SeatState[] {
    return this.db
      .prepare(
        `SELECT s.area, s.row_name AS row, cast(s.number AS TEXT) AS seat,
           CASE WHEN o.status = 'paid' THEN 'sold' WHEN ${IS_HELD_SQL} THEN 'held' ELSE 'free' END AS state,
           CASE WHEN o.status = 'paid' OR ${IS_HELD_SQL} THEN o.account END AS account
         FROM seats s LEFT JOIN orders o USING (order_key) WHERE s.event_guid = :event
         ORDER BY s.area, length(s.row_name), s.row_name, s.number`,
      )
      .all({ event: eventGuid, now: this.clock() })
      .map((row) => ({ ...(row as unknown as SeatState) }));
  }
}

const IS_HELD_SQL = `(o.status = 'held' AND o.expires_at > :now)`;
