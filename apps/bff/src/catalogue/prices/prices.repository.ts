import { Injectable } from '@nestjs/common';
import type { Found } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { FIRST_REHEARSAL_REALM } from '../../platform/realm-scope/realm-status.repository';
import type { PriceListDto, PriceListInput, PriceRangeDto } from './prices.dto';

/** A site, or one of its events. */
export interface PricedPlace {
  site_id: number;
  event_id: number | null;
}

/** Which seats show prices: those of an event, of a site's events of a category, or of all its events. */
export type SeenSeats = { site_id: number; event_id?: number; category?: string };

/** The prices of an area in one currency, as workers saw them. */
export type SeenPrices = PriceRangeDto & { currency: string; seats: number };

/** Areas and currencies that are read of what workers saw, those with most seats. */
const MAX_SEEN = 1000;

/** SQL of a list's ranges in their order, as JSON; `l` is the list. */
const ranges = `coalesce((SELECT json_agg(json_build_object('level', r.level, 'area', r.area, 'min', r.min, 'max', r.max)
  ORDER BY r.position) FROM price_ranges r WHERE r.list_id = l.id), '[]')`;

/** SQL of what the seats of a table cost, a row per seat (`$1` site, `$2` event, `$3` category). */
const seenIn = (table: 'holds' | 'tickets', alias: string): string =>
  `SELECT ${alias}.event_id, ${alias}.area, ${alias}."row", ${alias}.seat, ${alias}.price, coalesce(${alias}.currency, s.currency) AS currency
   FROM ${table} ${alias} JOIN sites s ON s.id = ${alias}.site_id JOIN events e ON e.id = ${alias}.event_id
   WHERE ${alias}.site_id = $1 AND ($2::int IS NULL OR ${alias}.event_id = $2) AND ($3::text IS NULL OR e.category = $3)
     AND ${alias}.price IS NOT NULL AND ${alias}.created_at > now() - interval '12 months'
     AND ${alias}.realm_id < ${FIRST_REHEARSAL_REALM}`;

/** Reads and writes price lists, and reads the prices that workers saw. */
@Injectable()
export class PricesRepository {
  /** The list of a site that exists, or of an event of it; version 0 and no ranges where there is none. */
  async get(tx: Tx, { site_id, event_id }: PricedPlace): Promise<Found<PriceListDto>> {
    const [found] = await tx.query<PriceListDto & { version: number }>(
      `SELECT s.id AS site_id, $2::int AS event_id, coalesce(l.currency, s.currency) AS currency,
         coalesce(l.fee_per_seat, 0)::float8 AS fee_per_seat, coalesce(l.fee_per_order, 0)::float8 AS fee_per_order,
         ${ranges} AS ranges, l.updated_at, coalesce(l.version, 0) AS version
       FROM sites s LEFT JOIN price_lists l ON l.site_id = s.id AND l.event_id IS NOT DISTINCT FROM $2::int
       WHERE s.id = $1`,
      [site_id, event_id],
    );
    if (!found) throw new Error(`Site ${site_id} was read before`);
    const { version, ...row } = found;
    return { version, row };
  }

  /** The caller has locked the site or the event. */
  async replace(tx: Tx, { site_id, event_id }: PricedPlace, input: PriceListInput): Promise<void> {
    const [list] = await tx.query<{ id: number }>(
      `INSERT INTO price_lists AS l (site_id, event_id, currency, fee_per_seat, fee_per_order)
       VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (site_id, event_id) DO UPDATE SET currency = excluded.currency, fee_per_seat = excluded.fee_per_seat,
         fee_per_order = excluded.fee_per_order, version = l.version + 1
       RETURNING id`,
      [site_id, event_id, input.currency, input.fee_per_seat, input.fee_per_order],
    );
    if (!list) throw new Error('An upsert returns its row');
    await tx.execute('DELETE FROM price_ranges WHERE list_id = $1', [list.id]);
    await tx.execute(
      `INSERT INTO price_ranges (list_id, position, level, area, min, max)
       SELECT $1, n.position, n.level, n.area, n.min, n.max
       FROM unnest($2::text[], $3::text[], $4::numeric[], $5::numeric[]) WITH ORDINALITY AS n(level, area, min, max, position)`,
      [
        list.id,
        input.ranges.map(({ level }) => level),
        input.ranges.map(({ area }) => area),
        input.ranges.map(({ min }) => min),
        input.ranges.map(({ max }) => max),
      ],
    );
  }

  /** The lists with ranges of these sites and events, in one statement. */
  findLists(tx: Tx, places: readonly PricedPlace[]): Promise<(PricedPlace & PriceListInput)[]> {
    return tx.query<PricedPlace & PriceListInput>(
      `SELECT l.site_id, l.event_id, l.currency, l.fee_per_seat::float8 AS fee_per_seat, l.fee_per_order::float8 AS fee_per_order,
         ${ranges} AS ranges
       FROM price_lists l
       WHERE l.site_id = ANY ($1::int[]) AND (l.event_id IS NULL OR l.event_id = ANY ($2::int[]))
         AND EXISTS (SELECT FROM price_ranges r WHERE r.list_id = l.id)`,
      [
        [...new Set(places.map(({ site_id }) => site_id))],
        [...new Set(places.flatMap(({ event_id }) => event_id ?? []))],
      ],
    );
  }

  /** The prices of the last 12 months by currency and area; a seat that was seen several times counts once. */
  findSeen(tx: Tx, { site_id, event_id, category }: SeenSeats): Promise<SeenPrices[]> {
    return tx.query<SeenPrices>(
      `WITH seen AS (
         ${seenIn('holds', 'h')}
         UNION ALL
         ${seenIn('tickets', 't')} AND t.deleted_at IS NULL)
       SELECT currency, '' AS level, area, min(price)::float8 AS min, max(price)::float8 AS max,
         count(DISTINCT (event_id, "row", seat))::int AS seats
       FROM seen WHERE currency IS NOT NULL
       GROUP BY currency, area ORDER BY seats DESC, area LIMIT ${MAX_SEEN}`,
      [site_id, event_id ?? null, category ?? null],
    );
  }
}
