import type { DatabaseSync } from 'node:sqlite';
import { findBestSeats, type FreeSeat } from './best-seats.ts';
import { PRICE_LEVELS } from './catalogue.ts';
import { eventByGuid } from './catalogue-lookup.ts';
import { randomId, transaction } from './database.ts';
import { SandboxError } from './sandbox-error.ts';

export type OrderStatus = 'held' | 'paid' | 'lapsed' | 'released';

export interface OrderSeat {
  area: string;
  row: string;
  seat: string;
  price_level: string;
  price: number;
}

export interface Order {
  order_key: string;
  basket: string;
  event_guid: string;
  event_name: string;
  account: string;
  status: OrderStatus;
  currency: string;
  total: number;
  seats: OrderSeat[];
  /** Epoch milliseconds. */
  created_at: number;
  expires_at: number;
  paid_at: number | null;
  reference: string | null;
}

/** What a buyer requests. */
export interface HoldParameters {
  orderKey: string;
  eventGuid: string;
  quantity: number;
  areas: string[] | null;
  priceLevels: string[] | null;
  pass: string | null;
}

export interface HoldRequest {
  orderKey: string;
  account: string;
  eventGuid: string;
  quantity: number;
  /** Null: any. */
  areas: string[] | null;
  priceLevels: string[] | null;
  holdMs: number;
  /** Seats on sale of each price level; null: all. */
  onSalePerLevel: number | null;
  /** Seats that simulated buyers take just before this hold. */
  crowd: number;
}

type Row = Record<string, unknown>;

/** Bytes of a basket's id, which is as long as a guid's: buyers refuse texts in which a run of digits may be a card number. */
const BASKET_BYTES = 16;

/** A seat is free without an order, or when its order has lapsed or been released. */
const IS_FREE_SQL = `(s.order_key IS NULL OR EXISTS (SELECT 1 FROM orders o WHERE o.order_key = s.order_key
  AND (o.status = 'released' OR (o.status = 'held' AND o.expires_at <= :now))))`;

const CROWD_ACCOUNT = 'crowd';

/** Holds, pays and releases orders. Each change is one durable transaction. */
export class Orders {
  private readonly db: DatabaseSync;
  private readonly clock: () => number;

  constructor(db: DatabaseSync, clock: () => number) {
    this.db = db;
    this.clock = clock;
  }

  /** Returns the order with that key, or null. */
  find(orderKey: string): Order | null {
    return this.load('order_key', orderKey);
  }

  /** Returns the order of that basket, or null. */
  findByBasket(basket: string): Order | null {
    return this.load('basket', basket);
  }

  /** Returns an account's orders, newest first. */
  findByAccount(account: string): Order[] {
    return this.db
      .prepare('SELECT * FROM orders WHERE account = ? ORDER BY created_at DESC')
      .all(account)
      .map((row) => this.toOrder(row));
  }

  /**
   * Holds the best seats under an order key. Returns a held or paid order with that key unchanged and replaces
   * a lapsed or released one. Throws SOLD_OUT, LIMIT_REACHED, or CONFLICT for another account's key.
   */
  hold(request: HoldRequest): { order: Order; created: boolean } {
    return transaction(this.db, () => {
      const now = this.clock();
      const existing = this.find(request.orderKey);
      if (existing && (existing.status === 'held' || existing.status === 'paid')) {
        if (existing.account === request.account) return { order: existing, created: false };
        throw new SandboxError('CONFLICT', 'This order key belongs to another account');
      }
      const event = eventByGuid(request.eventGuid);
      if (!event) throw new SandboxError('NOT_FOUND', 'No such event');
      this.checkLimit(request, event.maxPerAccount, now);
      if (request.crowd > 0) this.buyForCrowd(request, now);
      const seats = findBestSeats(this.findFreeSeats(request, now), request.quantity);
      if (!seats) throw new SandboxError('SOLD_OUT', this.soldOutMessage(request));
      this.db.prepare('UPDATE seats SET order_key = NULL WHERE order_key = ?').run(request.orderKey);
      this.upsert(request.orderKey, request, event.currency, now);
      this.assignSeats(seats, request.orderKey);
      return { order: this.findOrThrow(request.orderKey), created: true };
    });
  }

  /** Saves an order whose seats the caller assigns, in the caller's transaction. */
  save({
    currency,
    ...request
  }: Pick<HoldRequest, 'orderKey' | 'account' | 'eventGuid' | 'holdMs'> & { currency: string }): void {
    this.upsert(request.orderKey, request, currency, this.clock());
  }

  /** Pays a held order; returns a paid one unchanged. Throws ORDER_LAPSED. */
  pay(orderKey: string): Order {
    return transaction(this.db, () => {
      const order = this.findOrThrow(orderKey);
      if (order.status === 'paid') return order;
      if (order.status !== 'held') throw new SandboxError('ORDER_LAPSED', 'The seats are no longer held');
      this.db
        .prepare(`UPDATE orders SET status = 'paid', paid_at = ?, reference = ? WHERE order_key = ?`)
        .run(this.clock(), `HB-${randomId(4).toUpperCase()}`, orderKey);
      return this.findOrThrow(orderKey);
    });
  }

  /** Releases the seats of a held order. Throws CONFLICT for a paid one. */
  release(orderKey: string): Order {
    return transaction(this.db, () => {
      const order = this.findOrThrow(orderKey);
      if (order.status === 'paid') throw new SandboxError('CONFLICT', "A paid order can't be released");
      if (order.status === 'held') {
        this.db.prepare(`UPDATE orders SET status = 'released' WHERE order_key = ?`).run(orderKey);
      }
      return this.findOrThrow(orderKey);
    });
  }

  /** Deletes all orders; all seats are released. */
  deleteAll(): void {
    transaction(this.db, () => this.db.exec('UPDATE seats SET order_key = NULL; DELETE FROM orders;'));
  }

  private checkLimit(request: HoldRequest, limit: number, now: number): void {
    const row = this.db
      .prepare(
        `SELECT count(*) AS held FROM seats s JOIN orders o USING (order_key)
         WHERE o.account = ? AND o.event_guid = ? AND (o.status = 'paid' OR (o.status = 'held' AND o.expires_at > ?))`,
      )
      .get(request.account, request.eventGuid, now);
    const held = Number(row?.held ?? 0);
    if (held + request.quantity > limit) {
      throw new SandboxError(
        'LIMIT_REACHED',
        `At most ${limit} seats per account at this event; you have ${held} and requested ${request.quantity}`,
      );
    }
  }

  private findFreeSeats(request: HoldRequest, now: number): FreeSeat[] {
    const rows = this.db
      .prepare(
        `SELECT s.id, s.area, s.row_name, s.number, s.quality FROM seats s
         WHERE s.event_guid = :event AND s.release < :onSale AND ${IS_FREE_SQL}
           AND (:areas IS NULL OR s.area IN (SELECT value FROM json_each(:areas)))
           AND (:levels IS NULL OR s.price_level IN (SELECT value FROM json_each(:levels)))`,
      )
      .all({
        event: request.eventGuid,
        now,
        onSale: request.onSalePerLevel ?? Number.MAX_SAFE_INTEGER,
        areas: request.areas && JSON.stringify(request.areas),
        levels: request.priceLevels && JSON.stringify(request.priceLevels),
      });
    return rows.map((row) => ({
      id: Number(row.id),
      area: String(row.area),
      row: String(row.row_name),
      number: Number(row.number),
      quality: Number(row.quality),
    }));
  }

  /** Sells the best free seats to simulated buyers, as competition for the request. */
  private buyForCrowd(request: HoldRequest, now: number): void {
    const free = this.findFreeSeats({ ...request, areas: null, priceLevels: null }, now);
    const seats = free.toSorted((a, b) => a.quality - b.quality || a.id - b.id).slice(0, request.crowd);
    if (seats.length === 0) return;
    const key = `${CROWD_ACCOUNT}-${randomId(8)}`;
    this.upsert(
      key,
      { ...request, account: CROWD_ACCOUNT },
      eventByGuid(request.eventGuid)?.currency ?? 'GBP',
      now,
    );
    this.assignSeats(seats, key);
    this.db.prepare(`UPDATE orders SET status = 'paid', paid_at = ? WHERE order_key = ?`).run(now, key);
  }

  private upsert(
    orderKey: string,
    request: Pick<HoldRequest, 'account' | 'eventGuid' | 'holdMs'>,
    currency: string,
    now: number,
  ): void {
    this.db
      .prepare(
        `INSERT INTO orders (order_key, basket, event_guid, account, status, currency, created_at, expires_at)
         VALUES (?, ?, ?, ?, 'held', ?, ?, ?)
         ON CONFLICT (order_key) DO UPDATE SET basket = excluded.basket, event_guid = excluded.event_guid,
           account = excluded.account, status = 'held', currency = excluded.currency,
           created_at = excluded.created_at, expires_at = excluded.expires_at`,
      )
      .run(
        orderKey,
        randomId(BASKET_BYTES),
        request.eventGuid,
        request.account,
        currency,
        now,
        now + request.holdMs,
      );
  }

  private assignSeats(seats: readonly FreeSeat[], orderKey: string): void {
    this.db
      .prepare('UPDATE seats SET order_key = ? WHERE id IN (SELECT value FROM json_each(?))')
      .run(orderKey, JSON.stringify(seats.map((seat) => seat.id)));
  }

  private soldOutMessage(request: HoldRequest): string {
    const areas = request.areas?.join(', ') ?? 'all areas';
    const levels = request.priceLevels
      ?.map((key) =>
        Object.hasOwn(PRICE_LEVELS, key) ? PRICE_LEVELS[key as keyof typeof PRICE_LEVELS] : key,
      )
      .join(', ');
    return `Sold out: no ${request.quantity} seats left in ${areas}${levels ? ` at ${levels}` : ''}`;
  }

  private findOrThrow(orderKey: string): Order {
    const order = this.find(orderKey);
    if (!order) throw new SandboxError('NOT_FOUND', 'No order with that key');
    return order;
  }

  private load(column: 'order_key' | 'basket', value: string): Order | null {
    const row = this.db.prepare(`SELECT * FROM orders WHERE ${column} = ?`).get(value);
    return row ? this.toOrder(row) : null;
  }

  private toOrder(row: Row): Order {
    const seats = this.db
      .prepare(
        `SELECT area, row_name AS row, cast(number AS TEXT) AS seat, price_level, price FROM seats
         WHERE order_key = ? ORDER BY area, row_name, number`,
      )
      .all(String(row.order_key)) as unknown as OrderSeat[];
    const lapsed = row.status === 'held' && Number(row.expires_at) <= this.clock();
    const guid = String(row.event_guid);
    return {
      order_key: String(row.order_key),
      basket: String(row.basket),
      event_guid: guid,
      event_name: eventByGuid(guid)?.name ?? guid,
      account: String(row.account),
      status: lapsed ? 'lapsed' : (String(row.status) as OrderStatus),
      currency: String(row.currency),
      total: seats.reduce((sum, seat) => sum + seat.price, 0),
      seats: seats.map((seat) => ({ ...seat })),
      created_at: Number(row.created_at),
      expires_at: Number(row.expires_at),
      paid_at: row.paid_at === null ? null : Number(row.paid_at),
      reference: typeof row.reference === 'string' ? row.reference : null,
    };
  }
}
