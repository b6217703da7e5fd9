import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './catalogue.ts';
import { accountByEmail } from './catalogue-lookup.ts';
import { loadSetting, randomId } from './database.ts';
import { Inventory } from './inventory.ts';
import { type HoldParameters, type Order, Orders } from './orders.ts';
import { planIndex } from './rehearsals/rehearsal-event.ts';
import { RehearsalSales } from './rehearsals/rehearsal-sales.ts';
import { type ErrorCode, invalidField, SandboxError } from './sandbox-error.ts';
import { ScenarioControl } from './scenario-control.ts';
import { Signer } from './signing.ts';
import { WaitingRoom } from './waiting-room.ts';

export const ACCEPTED_TOKEN = 'tok_sandbox_4242';
const DECLINED_TOKEN = 'tok_sandbox_0002';

const REHEARSAL_SIGN_IN_MS = 50;
const SESSION_MS = 12 * 3_600_000;
const SESSION_PURPOSE = 'session';
/** Most sign-ins that are remembered. */
const MAX_SIGN_INS = 1000;

/** A try to sign in, with the code of the error that it was answered with. */
export interface SignIn {
  at: number;
  account: string;
  error: ErrorCode | null;
}

/** The sales rules that pages and API share, with the scenario's behaviour applied. */
export class BoxOffice {
  readonly inventory: Inventory;
  readonly orders: Orders;
  readonly waitingRoom: WaitingRoom;
  readonly scenario: ScenarioControl;
  readonly rehearsals: RehearsalSales;
  /** The last tries to sign in, in memory. */
  readonly signIns: SignIn[] = [];
  private readonly signer: Signer;
  private readonly clock: () => number;

  constructor(db: DatabaseSync, seed: number, clock: () => number) {
    this.clock = clock;
    this.signer = new Signer(loadSetting(db, 'secret', () => randomId(32)));
    this.inventory = new Inventory(db, clock);
    this.orders = new Orders(db, clock);
    this.waitingRoom = new WaitingRoom(this.signer, clock);
    this.scenario = new ScenarioControl(db, seed, clock);
    this.rehearsals = new RehearsalSales(db, this.orders, clock);
  }

  /** The server's clock, epoch milliseconds. */
  now(): number {
    return this.clock();
  }

  /**
   * Returns a session token. Throws SIGN_IN for an unknown e-mail and for a wrong password, LOCKED and CODE_NEEDED for accounts
   * with such a fault in the scenario.
   */
  async signIn(
    email: string,
    password: string,
  ): Promise<{ token: string; account: Account; expiresAt: number }> {
    const signIn: SignIn = { at: this.clock(), account: email, error: null };
    this.signIns.push(signIn);
    if (this.signIns.length > MAX_SIGN_INS) this.signIns.shift();
    try {
      return await this.openSession(email, password);
    } catch (error) {
      if (error instanceof SandboxError) signIn.error = error.code;
      throw error;
    }
  }

  private async openSession(
    email: string,
    password: string,
  ): Promise<{ token: string; account: Account; expiresAt: number }> {
    await sleep(planIndex(email) === null ? this.scenario.behaviour.sign_in_ms : REHEARSAL_SIGN_IN_MS);
    const account = accountByEmail(email);
    if (!account || account.password !== password) {
      throw new SandboxError('SIGN_IN', 'E-mail or password is wrong');
    }
    const fault = this.scenario.accountFault(account.email);
    if (fault === 'locked') throw new SandboxError('LOCKED', 'This account is locked');
    if (fault === 'code_needed')
      throw new SandboxError('CODE_NEEDED', 'Enter the code that was sent to your phone');
    const expiresAt = this.clock() + SESSION_MS;
    return { token: this.signer.sign(SESSION_PURPOSE, account.email, expiresAt), account, expiresAt };
  }

  /** Returns the account of a session token, or null. */
  findAccount(token: string | null): Account | null {
    const email = token === null ? null : this.signer.verify(SESSION_PURPOSE, token, this.clock());
    return email === null ? null : (accountByEmail(email) ?? null);
  }

  /** Holds the best seats for the account. Throws PASS_REQUIRED, and what `Orders.hold` throws. */
  async hold(account: Account, parameters: HoldParameters): Promise<{ order: Order; created: boolean }> {
    const { behaviour } = this.scenario;
    if (!this.inventory.event(parameters.eventGuid)) throw new SandboxError('NOT_FOUND', 'No such event');
    const existing = this.orders.find(parameters.orderKey);
    const isActive = existing?.status === 'held' || existing?.status === 'paid';
    if (
      !isActive &&
      !this.waitingRoom.admits(parameters.pass, parameters.eventGuid, account.email, behaviour)
    ) {
      throw new SandboxError(
        'PASS_REQUIRED',
        "A pass from this event's waiting room, issued to this account, is required",
      );
    }
    await sleep(behaviour.hold_delay_ms);
    return this.orders.hold({
      orderKey: parameters.orderKey,
      account: account.email,
      eventGuid: parameters.eventGuid,
      quantity: parameters.quantity,
      areas: parameters.areas,
      priceLevels: parameters.priceLevels,
      holdMs: behaviour.hold_ms,
      onSalePerLevel: this.scenario.onSalePerLevel(),
      crowd: behaviour.crowd_per_hold,
    });
  }

  /** Returns an order of this account. Throws NOT_FOUND for an order of another account. */
  findOrder(account: Account, orderKey: string): Order {
    const order = this.orders.find(orderKey);
    if (!order || order.account !== account.email)
      throw new SandboxError('NOT_FOUND', 'No order with that key');
    return order;
  }

  /** Pays with a test token; returns a paid order unchanged. Throws DECLINED or ORDER_LAPSED. */
  pay(account: Account, orderKey: string, token: string): Order {
    const order = this.findOrder(account, orderKey);
    if (order.status === 'paid') return order;
    if (token !== ACCEPTED_TOKEN && token !== DECLINED_TOKEN) {
      throw invalidField(
        'payment_token',
        `Only test tokens are accepted: ${ACCEPTED_TOKEN} or ${DECLINED_TOKEN}`,
      );
    }
    const isDeclined = () => planIndex(account.email) === null && this.scenario.drawDecline(account.email);
    if (order.status === 'held' && (token === DECLINED_TOKEN || isDeclined())) {
      throw new SandboxError('DECLINED', 'The payment was declined');
    }
    return this.orders.pay(orderKey);
  }
}
