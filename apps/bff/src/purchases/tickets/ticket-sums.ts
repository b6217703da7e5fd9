import type { Conditions } from '../../platform/database/conditions';
import type { Tx } from '../../platform/database/transactions';
import type { EventTicketSum, TicketSumsDto } from './tickets.dto';

/** Most events whose sums are answered. */
const SUMMED_EVENTS = 100;

/**
 * Seats and prices of tickets by currency and by event.
 *
 * @param from SQL of a FROM clause in which `k` are the tickets
 */
export async function sumTickets(tx: Tx, from: string, where: Conditions): Promise<TicketSumsDto> {
  const rows = await tx.query<Omit<EventTicketSum, 'event_id'> & { event_id: number | null }>(
    `SELECT k.event_id, max(k.event_name) AS event_name, k.currency, count(*)::int AS seats,
       coalesce(sum(k.price), 0)::float8 AS amount
     ${from} WHERE ${where.sql}
     GROUP BY GROUPING SETS ((k.currency, k.event_id), (k.currency)) ORDER BY seats DESC, event_name, k.event_id`,
    where.params,
  );
  const totals = rows.filter(({ event_id }) => event_id === null);
  const events = rows.flatMap(({ event_id, ...sum }) => (event_id === null ? [] : [{ ...sum, event_id }]));
  return {
    totals: totals.map(({ currency, seats, amount }) => ({ currency, seats, amount })),
    events: events.slice(0, SUMMED_EVENTS),
  };
}
