import { Injectable } from '@nestjs/common';
import { loginName } from '../../platform/database/display-names';
import { liveHoldSql, purchasedSeatSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import type { MappedSeatDto, SeatDrawingDto, SeatHolderDto, SeatMapQuery } from './seats.dto';

export type LocatedSeat = Omit<MappedSeatDto, 'group'> & { area: string; row: string };

/** What a seat map needs of its event. */
export type SeatMapEvent = {
  id: number;
  name: string;
  site_id: number;
  price_levels: Record<string, unknown>;
};

/** Most seats of a response. */
export const MAX_SEATS = 20_000;

/** A task's rows are those in which it has seats, and those alone. */
const inRows = (alias: string): string => `($3::text IS NULL OR ${alias}.area = $3)
  AND ($4::text IS NULL OR ${alias}."row" = $4)
  AND ($2::int IS NULL OR (${alias}.area, ${alias}."row") IN (SELECT area, "row" FROM of_task))`;

const seatColumns = (alias: string): string =>
  `${alias}.id, ${alias}.area, ${alias}."row", ${alias}.seat, ${alias}.task_id, ${alias}.job_id, ${alias}.login_id,
  ${alias}.price::float8 AS price, ${alias}.currency`;

const liveHolds = `h.event_id = $1 AND ${liveHoldSql('h')}`;
const boughtTickets = `k.event_id = $1 AND ${purchasedSeatSql('k')}`;

const seatsSql = `WITH of_task AS (
    SELECT h.area, h."row" FROM holds h WHERE ${liveHolds} AND h.task_id = $2
    UNION SELECT k.area, k."row" FROM tickets k WHERE ${boughtTickets} AND k.task_id = $2
  )
  SELECT 'held' AS state, ${seatColumns('h')}, h.expires_at FROM holds h WHERE ${liveHolds} AND ${inRows('h')}
  UNION ALL
  SELECT 'bought', ${seatColumns('k')}, NULL FROM tickets k WHERE ${boughtTickets} AND ${inRows('k')}
  LIMIT ${MAX_SEATS + 1}`;

/** Reads held and bought seats. */
@Injectable()
export class SeatsRepository {
  /** @throws 404 for an event that isn't there */
  async getEvent(tx: Tx, id: number): Promise<SeatMapEvent> {
    const [event] = await tx.query<SeatMapEvent>(
      `SELECT e.id, e.name, e.site_id,
         coalesce(s.config -> 'price_levels', '{}') || coalesce(e.price_levels, '{}') AS price_levels
       FROM events e JOIN sites s ON s.id = e.site_id WHERE e.id = $1 AND e.deleted_at IS NULL`,
      [id],
    );
    if (!event) throw notFound('Event');
    return event;
  }

  /** The map of an event, else that of its site. */
  async findDrawing(tx: Tx, { id, site_id }: SeatMapEvent): Promise<SeatDrawingDto | null> {
    const [map] = await tx.query<SeatDrawingDto>(
      `SELECT event_id, version FROM site_maps WHERE site_id = $1 AND (event_id = $2 OR event_id IS NULL)
       ORDER BY event_id NULLS LAST LIMIT 1`,
      [site_id, id],
    );
    return map ?? null;
  }

  /** Live holds and valid tickets of an event, at most one more than `MAX_SEATS`. */
  findSeats(tx: Tx, eventId: number, { task_id, area, row }: SeatMapQuery): Promise<LocatedSeat[]> {
    return tx.query<LocatedSeat>(seatsSql, [eventId, task_id ?? null, area ?? null, row ?? null]);
  }

  findJobs(tx: Tx, ids: readonly number[]): Promise<SeatHolderDto[]> {
    return tx.query<SeatHolderDto>('SELECT id, name FROM jobs WHERE id = ANY ($1::int[]) ORDER BY id', [ids]);
  }

  findTasks(tx: Tx, ids: readonly number[]): Promise<SeatHolderDto[]> {
    return tx.query<SeatHolderDto>(
      `SELECT id, coalesce(name, '') AS name FROM tasks WHERE id = ANY ($1::int[]) ORDER BY id`,
      [ids],
    );
  }

  findLogins(tx: Tx, ids: readonly number[]): Promise<SeatHolderDto[]> {
    return tx.query<SeatHolderDto>(
      `SELECT l.id, ${loginName('l')} AS name FROM logins l WHERE l.id = ANY ($1::int[]) ORDER BY l.id`,
      [ids],
    );
  }
}
