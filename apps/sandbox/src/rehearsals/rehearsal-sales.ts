import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../catalogue.ts';
import { transaction } from '../database.ts';
import type { HoldParameters, Order, Orders } from '../orders.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { QueueStatus } from '../waiting-room.ts';
import { decide, parseRehearsal, planIndex, type Rehearsal, REHEARSAL_AREAS } from './rehearsal-event.ts';

const SEATS_PER_ROW = 24;
/** How long an admission is good for. */
const PASS_MS = 600_000;
const SHORT_HOLD_MS = 15_000;
const RETRY_AFTER_S = 2;
const FIRST_ADMISSION_MS = 300;
/** Tasks that are admitted within a profile's `wait_ms`. */
const USUAL_TASKS = 200;
const PRICES: Record<string, number> = { premium: 53, standard: 38, value: 26 };
const LEVELS = ['premium', 'standard', 'value'];
/** Rehearsals whose order of admission is remembered. */
const REMEMBERED = 50;

/** The order in which a rehearsal's tasks are admitted, and when its waiting room opened. */
interface Admission {
  ranks: Int32Array;
  openedAt: number;
}

/**
 * The sales of rehearsals. Who is refused, admitted, sold out, given which seats and for how long follows from the seed, the
 * task's index in its plan and the number of its try, never from when or in which order requests arrive.
 */
export class RehearsalSales {
  private readonly admissions = new Map<string, Admission>();
  private readonly db: DatabaseSync;
  private readonly orders: Orders;
  private readonly clock: () => number;

  constructor(db: DatabaseSync, orders: Orders, clock: () => number) {
    this.db = db;
    this.orders = orders;
    this.clock = clock;
  }

  /** Joins the waiting room. Throws BUSY or OUTAGE where the scenario refuses this try. */
  join(guid: string, account: Account, attempt: number): QueueStatus {
    const { rehearsal, index } = this.find(guid, account);
    const { busy_share, outage_shares } = rehearsal.profile;
    if (decide(rehearsal, 'outage', index, attempt) < (outage_shares[attempt] ?? 0)) {
      throw new SandboxError('OUTAGE', 'The box office is temporarily out of service', {
        retryAfterSeconds: RETRY_AFTER_S,
      });
    }
    if (decide(rehearsal, 'busy', index, attempt) < busy_share) {
      throw new SandboxError('BUSY', 'Too many requests, try again later', {
        retryAfterSeconds: RETRY_AFTER_S,
      });
    }
    return this.status(guid, account);
  }

  /** The account's position in the waiting room. */
  status(guid: string, account: Account): QueueStatus {
    const { rehearsal, index } = this.find(guid, account);
    const { ranks, openedAt } = this.admission(rehearsal);
    const rank = ranks[index] ?? rehearsal.tasks;
    const span = rehearsal.profile.wait_ms * Math.min(3, Math.max(0.25, rehearsal.tasks / USUAL_TASKS));
    const left = openedAt + FIRST_ADMISSION_MS + (rank / rehearsal.tasks) * span - this.clock();
    if (left > 0) {
      const position = Math.max(1, Math.ceil((left / Math.max(1, span)) * rehearsal.tasks));
      const poll_after_ms = Math.min(1000, Math.max(100, Math.ceil(left)));
      return { state: 'waiting', position, poll_after_ms, pass: null };
    }
    return { state: 'admitted', position: 0, pass: guid, expires_at: this.clock() + PASS_MS };
  }

  /** Holds the seats that belong to the task. Returns a held or paid order unchanged. Throws SOLD_OUT, CONFLICT. */
  async hold(
    account: Account,
    attempt: number,
    parameters: HoldParameters,
  ): Promise<{ order: Order; created: boolean }> {
    const { rehearsal, index } = this.find(parameters.eventGuid, account);
    await sleep(decide(rehearsal, 'delay', index, attempt) * rehearsal.profile.hold_ms);
    const before = this.orders.find(parameters.orderKey);
    if (before && before.account !== account.email)
      throw new SandboxError('CONFLICT', 'This order key belongs to another account');
    if (before?.status === 'held' || before?.status === 'paid') return { order: before, created: false };
    const rank = this.admission(rehearsal).ranks[index] ?? rehearsal.tasks;
    if (rank >= rehearsal.tasks * rehearsal.profile.seats_share) {
      const where = parameters.areas?.join(', ') ?? 'all areas';
      throw new SandboxError('SOLD_OUT', `Sold out: no ${parameters.quantity} seats left in ${where}`);
    }
    const again = before ? 1 : 0;
    const lapses = decide(rehearsal, 'lapse', index, again) < rehearsal.profile.lapse_shares[again];
    const slot = rank + again * rehearsal.tasks;
    const lastsMs = lapses ? SHORT_HOLD_MS : rehearsal.profile.lasts_ms;
    transaction(this.db, () => this.insertOrder(account, parameters, slot, lastsMs));
    const order = this.orders.find(parameters.orderKey);
    if (!order) throw new SandboxError('FAULT', 'The order was not saved');
    return { order, created: true };
  }

  private insertOrder(account: Account, parameters: HoldParameters, slot: number, holdMs: number): void {
    const { eventGuid, orderKey, quantity } = parameters;
    const groups = Math.max(1, Math.floor(SEATS_PER_ROW / quantity));
    const row = Math.floor(slot / groups);
    const areas = parameters.areas ?? REHEARSAL_AREAS;
    const area = areas[row % areas.length] ?? 'North 104';
    const levels = parameters.priceLevels ?? LEVELS;
    const level = levels[Math.floor(row / areas.length) % levels.length] ?? 'standard';
    this.db
      .prepare(
        'INSERT INTO events (guid, ko) SELECT ?, max(ko) FROM events WHERE true ON CONFLICT DO NOTHING',
      )
      .run(eventGuid);
    this.orders.save({ orderKey, account: account.email, eventGuid, currency: 'GBP', holdMs });
    this.db.prepare('DELETE FROM seats WHERE order_key = ?').run(orderKey);
    const insertSeat = this.db.prepare(
      `INSERT INTO seats (event_guid, area, row_name, number, price_level, price, quality, release, order_key)
       VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?)`,
    );
    for (let seat = 1; seat <= quantity; seat += 1) {
      const number = (slot % groups) * quantity + seat;
      const price = PRICES[level] ?? PRICES.standard ?? 38;
      insertSeat.run(eventGuid, area, String(row + 1), number, level, price, orderKey);
    }
  }

  private find(guid: string, account: Account): { rehearsal: Rehearsal; index: number } {
    const rehearsal = parseRehearsal(guid);
    const index = planIndex(account.email);
    if (!rehearsal) throw new SandboxError('NOT_FOUND', 'No such event');
    if (index === null)
      throw new SandboxError('CONFLICT', 'Only the logins of the rehearsal take part in it', { status: 403 });
    return { rehearsal, index };
  }

  private admission(rehearsal: Rehearsal): Admission {
    const known = this.admissions.get(rehearsal.guid);
    if (known) return known;
    const draws = Array.from({ length: rehearsal.tasks }, (_, index) => ({
      index,
      draw: decide(rehearsal, 'admission', index),
    })).toSorted((a, b) => a.draw - b.draw || a.index - b.index);
    const ranks = new Int32Array(rehearsal.tasks);
    draws.forEach(({ index }, rank) => (ranks[index] = rank));
    const admission = { ranks, openedAt: this.clock() };
    this.admissions.set(rehearsal.guid, admission);
    const oldest = this.admissions.keys().next().value;
    if (this.admissions.size > REMEMBERED && oldest !== undefined) this.admissions.delete(oldest);
    return admission;
  }
}
