import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { PRICE_LEVELS } from './catalogue.ts';
import { loadSetting, saveSetting } from './database.ts';
import { SandboxError } from './sandbox-error.ts';
import {
  type AccountFault,
  type Behaviour,
  behaviourOf,
  type ScenarioChoice,
  SCENARIOS,
} from './scenario.ts';

/**
 * Reproducible random numbers: the n-th draw of a kind for a subject depends on the seed alone, not on the
 * order in which subjects arrive. Concurrent runs of a scenario therefore give the same results.
 */
export class SeededRandom {
  private readonly counts = new Map<string, number>();
  private readonly seed: number;

  constructor(seed: number) {
    this.seed = seed;
  }

  /** The next number in [0, 1) for this kind and subject. */
  draw(kind: string, subject: string): number {
    const key = `${kind}\n${subject}`;
    const count = this.counts.get(key) ?? 0;
    this.counts.set(key, count + 1);
    return createHash('sha256').update(`${this.seed}\n${key}\n${count}`).digest().readUInt32BE(0) / 2 ** 32;
  }

  /** A whole number from low to high, both included. */
  between(kind: string, subject: string, low: number, high: number): number {
    return low + Math.floor(this.draw(kind, subject) * (high - low + 1));
  }
}

const SETTING_KEY = 'scenario';

/** The active scenario, saved across restarts. */
export class ScenarioControl {
  readonly defaultSeed: number;
  choice: ScenarioChoice;
  behaviour: Behaviour;
  private random: SeededRandom;
  private requests = 0;
  private outageUntil: number | null = null;
  private readonly db: DatabaseSync;
  private readonly clock: () => number;

  constructor(db: DatabaseSync, defaultSeed: number, clock: () => number) {
    this.db = db;
    this.clock = clock;
    this.defaultSeed = defaultSeed;
    const calm: ScenarioChoice = { name: 'calm', seed: defaultSeed, overrides: {} };
    this.choice = JSON.parse(loadSetting(db, SETTING_KEY, () => JSON.stringify(calm))) as ScenarioChoice;
    if (!Object.hasOwn(SCENARIOS, this.choice.name)) this.choice = calm;
    this.behaviour = behaviourOf(this.choice);
    this.random = new SeededRandom(this.choice.seed);
  }

  /** Starts a scenario and resets its random numbers and counters. */
  start(choice: ScenarioChoice): void {
    saveSetting(this.db, SETTING_KEY, JSON.stringify(choice));
    this.choice = choice;
    this.behaviour = behaviourOf(choice);
    this.random = new SeededRandom(choice.seed);
    this.requests = 0;
    this.outageUntil = null;
  }

  /** Seats on sale per price level; null: all. */
  onSalePerLevel(): number | null {
    const seats = this.behaviour.seats_on_sale;
    return seats === null ? null : Math.ceil(seats / Object.keys(PRICE_LEVELS).length);
  }

  /** What keeps an account from signing in; undefined: nothing. */
  accountFault(email: string): AccountFault | undefined {
    return this.choice.accounts?.[email];
  }

  /** Draws whether the account's next payment is declined. */
  drawDecline(account: string): boolean {
    return this.random.draw('decline', account) < this.behaviour.decline_share;
  }

  /** Draws the delay of the caller's next response. */
  drawDelayMs(caller: string): number {
    return this.random.draw('slow', caller) < this.behaviour.slow_share ? this.behaviour.slow_ms : 0;
  }

  /** Draws whether the caller's next write is rejected; if so, throws BUSY. */
  throwIfBusy(caller: string): void {
    if (this.random.draw('busy', caller) >= this.behaviour.busy_share) return;
    const retryAfterSeconds = this.behaviour.busy_retry_after_s;
    throw new SandboxError('BUSY', 'Too many requests, try again later', { retryAfterSeconds });
  }

  /** Counts a request; throws OUTAGE during the scenario's outage. */
  countRequest(): void {
    const { outage_after_requests: after, outage_ms: durationMs } = this.behaviour;
    if (after === null) return;
    this.requests += 1;
    const now = this.clock();
    if (this.outageUntil === null && this.requests > after) this.outageUntil = now + durationMs;
    if (this.outageUntil === null || now >= this.outageUntil) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((this.outageUntil - now) / 1000));
    throw new SandboxError('OUTAGE', 'The box office is temporarily out of service', { retryAfterSeconds });
  }
}
