import type { DatabaseSync } from 'node:sqlite';
import { PRICE_LEVELS } from './catalogue.ts';
import { Chance } from './chance.ts';
import { saveSetting, setting } from './database.ts';
import { Problem } from './problem.ts';
import type { Behaviour, ScenarioChoice } from './scenario.ts';
import { behaviourOf, SCENARIOS } from './scenario.ts';

const KEY = 'scenario';

/** The scenario in force; kept, so that a restarted sandbox goes on with it. */
export class ScenarioControl {
  readonly defaultSeed: number;
  choice: ScenarioChoice;
  behaviour: Behaviour;
  private chance: Chance;
  private requests = 0;
  private outageUntil: number | null = null;
  private readonly db: DatabaseSync;
  private readonly clock: () => number;

  constructor(db: DatabaseSync, defaultSeed: number, clock: () => number) {
    this.db = db;
    this.clock = clock;
    this.defaultSeed = defaultSeed;
    const calm: ScenarioChoice = { name: 'calm', seed: defaultSeed, overrides: {} };
    this.choice = JSON.parse(setting(db, KEY, () => JSON.stringify(calm))) as ScenarioChoice;
    if (!Object.hasOwn(SCENARIOS, this.choice.name)) this.choice = calm;
    this.behaviour = behaviourOf(this.choice);
    this.chance = new Chance(this.choice.seed);
  }

  /** Begins a scenario from its start: draws and counters too. */
  choose(choice: ScenarioChoice): void {
    saveSetting(this.db, KEY, JSON.stringify(choice));
    this.choice = choice;
    this.behaviour = behaviourOf(choice);
    this.chance = new Chance(choice.seed);
    this.requests = 0;
    this.outageUntil = null;
  }

  /** Seats on sale of each price level, null: all. */
  onSalePerLevel(): number | null {
    const seats = this.behaviour.seats_on_sale;
    return seats === null ? null : Math.ceil(seats / Object.keys(PRICE_LEVELS).length);
  }

  /** Whether the account's next payment is declined. */
  declines(account: string): boolean {
    return this.chance.draw('decline', account) < this.behaviour.decline_share;
  }

  /** Milliseconds the caller's next answer is held back. */
  slowness(caller: string): number {
    return this.chance.draw('slow', caller) < this.behaviour.slow_share ? this.behaviour.slow_ms : 0;
  }

  /** Throws BUSY when the caller's next write is turned away. */
  refuseIfBusy(caller: string): void {
    if (this.chance.draw('busy', caller) >= this.behaviour.busy_share) return;
    const retryAfterSeconds = this.behaviour.busy_retry_after_s;
    throw new Problem('BUSY', 'Too many requests, come back a little later', { retryAfterSeconds });
  }

  /** Counts a request; throws OUTAGE while the site is gone. */
  countAndRefuseIfGone(): void {
    const { outage_after_requests: after, outage_ms: length } = this.behaviour;
    if (after === null) return;
    this.requests += 1;
    const now = this.clock();
    if (this.outageUntil === null && this.requests > after) this.outageUntil = now + length;
    if (this.outageUntil === null || now >= this.outageUntil) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((this.outageUntil - now) / 1000));
    throw new Problem('OUTAGE', 'The box office is out of service for a moment', { retryAfterSeconds });
  }
}
