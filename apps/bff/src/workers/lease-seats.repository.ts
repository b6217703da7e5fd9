import { Injectable } from '@nestjs/common';
import { liveHoldSql } from '../platform/database/seat-states';
import type { Tx } from '../platform/database/transactions';
import type { SiteAddresses } from '../platform/http/text-fields';
import type { TaskRow } from '../work';
import type { HeldSeat, HoldDto } from './protocol.dto';

/** The customer identity of a task's login, and the site's addresses. */
export interface Customer extends SiteAddresses {
  customer_identity: string;
  currency: string | null;
  now: Date;
}

/** A seat that counts against limits already, with what is reserved for it or was paid. */
export interface CountedSeat extends HeldSeat {
  bought: boolean;
  price: number | null;
  currency: string | null;
}

/** Reads and writes the seats that workers hold. */
@Injectable()
export class LeaseSeatsRepository {
  async readCustomer(tx: Tx, taskId: number): Promise<Customer> {
    const [row] = await tx.query<Customer>(
      `SELECT l.customer_identity, s.url, s.config ->> 'ticket_url' AS ticket_url, s.currency, now() AS now
       FROM tasks t JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id JOIN sites s ON s.id = t.site_id
       WHERE t.id = $1`,
      [taskId],
    );
    if (!row) throw new Error('The task has no login or no site');
    return row;
  }

  /**
   * Locks seats of an event and a customer, so that no other transaction holds or counts them until this one ends, and lets
   * nobody set the realm's budgets meanwhile.
   */
  async lockSeats(
    tx: Tx,
    { event_id, realm_id }: TaskRow,
    seatKeys: readonly string[],
    identity: string,
  ): Promise<void> {
    await tx.query('SELECT lock_seats($1, $2::text[]), lock_customers($1, $3::text[]), share_budgets($4)', [
      event_id,
      seatKeys,
      [identity],
      realm_id,
    ]);
  }

  /** An event's limit per customer, and the seats that this customer has, bought or held. */
  async readCustomerUsage(
    tx: Tx,
    eventId: number,
    identity: string,
  ): Promise<{ limit: number | null; used: number }> {
    const [row] = await tx.query<{ limit: number | null; used: number }>(
      `SELECT customer_limit($1) AS "limit", c.bought + c.held AS used FROM customer_seats($1, ARRAY[$2::text]) c`,
      [eventId, identity],
    );
    return row ?? { limit: null, used: 0 };
  }

  /** Seats that the task has, live or bought, which count against the limit already. */
  findCountedSeats(tx: Tx, taskId: number): Promise<CountedSeat[]> {
    return tx.query<CountedSeat>(
      `SELECT id, area, "row", seat, status = 'confirmed' AS bought, price::float8 AS price, currency FROM holds
       WHERE task_id = $1 AND (status = 'confirmed' OR ${liveHoldSql('holds')})`,
      [taskId],
    );
  }

  /** Live and confirmed holds that a worker with the token made or paid under a lease. */
  findSeatsUnderLease(tx: Tx, leaseId: string, tokenId: number): Promise<HeldSeat[]> {
    return tx.query<HeldSeat>(
      `SELECT h.id, h.area, h."row", h.seat FROM holds h JOIN workers w ON w.id = h.worker_id
       WHERE h.lease_id = $1 AND w.token_id = $2
         AND (h.status = 'confirmed' OR ${liveHoldSql('h')})`,
      [leaseId, tokenId],
    );
  }

  /** Holds seats. One that the task holds already keeps its id and gets the new expiry; one that it bought stays. */
  upsertHolds(
    tx: Tx,
    taskId: number,
    leaseId: string,
    { seats, expires_at, basket }: HoldDto,
  ): Promise<HeldSeat[]> {
    return tx.query<HeldSeat>(
      `WITH requested AS (
         SELECT * FROM ROWS FROM (
           jsonb_to_recordset($3::jsonb) AS (area text, "row" text, seat text, price numeric, currency text)
         ) WITH ORDINALITY AS w(area, "row", seat, price, currency, nth)
       ), bought AS (
         SELECT h.id, h.area, h."row", h.seat FROM holds h JOIN requested w USING (area, "row", seat)
         WHERE h.task_id = $1 AND h.status = 'confirmed'
       ), held AS (
         INSERT INTO holds (realm_id, task_id, job_id, login_id, site_id, event_id, event_guid, event_name,
           customer_identity, area, "row", seat, price, currency, basket, lease_id, worker_id, expires_at)
         SELECT t.realm_id, t.id, t.job_id, t.login_id, t.site_id, t.event_id, e.guid, e.name, l.customer_identity,
           w.area, w."row", w.seat, w.price, w.currency, $5, $2, t.leased_by, $4
         FROM requested w, tasks t
         JOIN events e ON e.id = t.event_id
         JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
         WHERE t.id = $1 AND NOT EXISTS (SELECT FROM bought b WHERE (b.area, b."row", b.seat) = (w.area, w."row", w.seat))
         ORDER BY w.nth
         ON CONFLICT (task_id, area, "row", seat) WHERE status = 'held' DO UPDATE
           SET expires_at = excluded.expires_at, basket = coalesce(excluded.basket, holds.basket),
               lease_id = excluded.lease_id, worker_id = excluded.worker_id, price = excluded.price, currency = excluded.currency
         RETURNING id, area, "row", seat
       )
       SELECT * FROM held UNION ALL SELECT * FROM bought`,
      [taskId, leaseId, JSON.stringify(seats), expires_at, basket ?? null],
    );
  }

  /** Saves the address where the task's seats are paid. */
  async setBasket(tx: Tx, taskId: number, basket: string | null): Promise<void> {
    if (basket)
      await tx.execute('UPDATE tasks SET basket = $2 WHERE id = $1 AND basket IS DISTINCT FROM $2', [
        taskId,
        basket,
      ]);
  }
}
