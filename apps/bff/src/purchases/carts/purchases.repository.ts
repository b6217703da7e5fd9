import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';

/** A ticket to create from a hold. */
export interface NewTicket {
  hold_id: number;
  late: boolean;
  ticket_reference: string | null;
}

/** Creates the tickets of paid holds. */
@Injectable()
export class PurchasesRepository {
  /** Locks customers of an event, so that their purchases are counted one after another. */
  async lockCustomers(tx: Tx, eventId: number, identities: readonly string[]): Promise<void> {
    await tx.query('SELECT lock_customers($1, $2::text[])', [eventId, identities]);
  }

  /** Creates one ticket per hold, for good (`hold_id` is unique); returns the ticket's id by the hold's. */
  async insertTickets(tx: Tx, tickets: readonly NewTicket[]): Promise<Map<number, number>> {
    const rows = await tx.query<{ id: number; hold_id: number }>(
      `INSERT INTO tickets (realm_id, hold_id, task_id, job_id, login_id, site_id, event_id, event_guid, event_name,
         login_email, customer_identity, area, "row", seat, price, currency, ticket_reference, late, confirmed_by)
       SELECT h.realm_id, h.id, h.task_id, h.job_id, h.login_id, h.site_id, h.event_id, h.event_guid, h.event_name,
         l.email, h.customer_identity, h.area, h."row", h.seat, h.price, h.currency, n.ticket_reference, n.late, $2::int
       FROM jsonb_to_recordset($1::jsonb) AS n(hold_id int, late boolean, ticket_reference text)
       JOIN holds h ON h.id = n.hold_id
       JOIN logins l ON l.realm_id = h.realm_id AND l.id = h.login_id
       ORDER BY h.id
       RETURNING id, hold_id`,
      [JSON.stringify(tickets), tx.scope.actor.userId],
    );
    return new Map(rows.map(({ id, hold_id }) => [hold_id, id]));
  }

  /** Customers who have bought more of an event than its limit. */
  async findCustomersOverLimit(tx: Tx, eventId: number, identities: readonly string[]): Promise<Set<string>> {
    const rows = await tx.query<{ customer_identity: string }>(
      'SELECT customer_identity FROM customer_seats($1, $2::text[]) WHERE bought > (SELECT customer_limit($1))',
      [eventId, identities],
    );
    return new Set(rows.map(({ customer_identity }) => customer_identity));
  }

  async flagOverLimit(tx: Tx, ticketIds: readonly number[]): Promise<void> {
    if (ticketIds.length > 0)
      await tx.execute('UPDATE tickets SET over_limit = true WHERE id = ANY ($1::int[])', [ticketIds]);
  }

  /** The tickets of holds, in the order of the holds, as far as there are any. */
  async findTicketIds(tx: Tx, holdIds: readonly number[]): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      'SELECT id FROM tickets WHERE hold_id = ANY ($1::int[]) ORDER BY array_position($1::int[], hold_id)',
      [holdIds],
    );
    return rows.map(({ id }) => id);
  }
}
