import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountByEmail } from './catalogue.ts';
import type { Account } from './catalogue.ts';
import { randomName, setting } from './database.ts';
import { House } from './house.ts';
import type { Order } from './orders.ts';
import { Orders } from './orders.ts';
import { invalid, Problem } from './problem.ts';
import { ScenarioControl } from './scenario-control.ts';
import { Signer } from './signing.ts';
import { WaitingRoom } from './waiting-room.ts';

export const ACCEPTED_TOKEN = 'tok_sandbox_4242';
export const DECLINED_TOKEN = 'tok_sandbox_0002';

const SESSION_MS = 12 * 3_600_000;
const SESSION = 'session';

export interface HoldWish {
  orderKey: string;
  eventGuid: string;
  quantity: number;
  areas: string[] | null;
  priceLevels: string[] | null;
  pass: string | null;
}

/** What the pages and the API both do: the rules of selling, with the scenario's behaviour applied. */
export class BoxOffice {
  readonly house: House;
  readonly orders: Orders;
  readonly queue: WaitingRoom;
  readonly scenario: ScenarioControl;
  private readonly signer: Signer;
  private readonly clock: () => number;

  constructor(db: DatabaseSync, seed: number, clock: () => number) {
    this.clock = clock;
    this.signer = new Signer(setting(db, 'secret', () => randomName(32)));
    this.house = new House(db, clock);
    this.orders = new Orders(db, clock);
    this.queue = new WaitingRoom(this.signer, clock);
    this.scenario = new ScenarioControl(db, seed, clock);
  }

  /** The server's clock, epoch milliseconds. */
  now(): number {
    return this.clock();
  }

  /** Checks e-mail and password; answers a session token. Throws SIGN_IN, alike for unknown and wrong. */
  async signIn(
    email: string,
    password: string,
  ): Promise<{ token: string; account: Account; expiresAt: number }> {
    await sleep(this.scenario.behaviour.sign_in_ms);
    const account = accountByEmail(email);
    if (!account || account.password !== password) {
      throw new Problem('SIGN_IN', 'E-mail or password is wrong');
    }
    const expiresAt = this.clock() + SESSION_MS;
    return { token: this.signer.sign(SESSION, account.email, expiresAt), account, expiresAt };
  }

  /** The account of a session token, or null. */
  accountOf(token: string | null): Account | null {
    const email = token === null ? null : this.signer.read(SESSION, token, this.clock());
    return email === null ? null : (accountByEmail(email) ?? null);
  }

  /** Holds the best seats for the account. Throws PASS_REQUIRED, and what `Orders.hold` throws. */
  async hold(account: Account, wish: HoldWish): Promise<{ order: Order; created: boolean }> {
    const { behaviour } = this.scenario;
    if (!this.house.event(wish.eventGuid)) throw new Problem('NOT_FOUND', 'No such event');
    const known = this.orders.find(wish.orderKey);
    const settled = known?.status === 'held' || known?.status === 'paid';
    if (!settled && !this.queue.admits(wish.pass, wish.eventGuid, account.email, behaviour)) {
      throw new Problem(
        'PASS_REQUIRED',
        "A pass from this event's waiting room, given to this account, is needed",
      );
    }
    await sleep(behaviour.hold_delay_ms);
    return this.orders.hold({
      orderKey: wish.orderKey,
      account: account.email,
      eventGuid: wish.eventGuid,
      quantity: wish.quantity,
      areas: wish.areas,
      priceLevels: wish.priceLevels,
      holdMs: behaviour.hold_ms,
      onSalePerLevel: this.scenario.onSalePerLevel(),
      crowd: behaviour.crowd_per_hold,
    });
  }

  /** The account's own order. Another account's is NOT_FOUND. */
  orderOf(account: Account, orderKey: string): Order {
    const order = this.orders.find(orderKey);
    if (!order || order.account !== account.email) throw new Problem('NOT_FOUND', 'No order with that key');
    return order;
  }

  /** Pays with a test token. Throws DECLINED, ORDER_LAPSED; a paid order is answered as it is. */
  pay(account: Account, orderKey: string, token: string): Order {
    const order = this.orderOf(account, orderKey);
    if (order.status === 'paid') return order;
    if (token !== ACCEPTED_TOKEN && token !== DECLINED_TOKEN) {
      throw invalid(
        'payment_token',
        `Only test tokens are taken here: ${ACCEPTED_TOKEN} or ${DECLINED_TOKEN}`,
      );
    }
    if (order.status === 'held' && (token === DECLINED_TOKEN || this.scenario.declines(account.email))) {
      throw new Problem('DECLINED', 'The payment was declined');
    }
    return this.orders.pay(orderKey);
  }
}
