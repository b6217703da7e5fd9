import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairQueue } from '../../../platform/auth/fair-queue';
import { Tokens } from '../../../platform/auth/tokens';
import { Config } from '../../../platform/config/config';
import { Transactions, type Tx } from '../../../platform/database/transactions';
import { ApiError } from '../../../platform/errors/api-error';
import { addressBlock } from '../../../platform/http/networks';
import type { Client } from '../client';
import { GuessBudgetsRepository, type RecordedGuess } from './guess-budgets.repository';

/** Whose password is guessed: a user's, or that of a normalized address without a user. */
export type Guessed = { userId: number } | { email: string };

/** A guess that may be checked now. Refund it when it was right. */
export type Reservation = readonly RecordedGuess[];

/** Reservations in parallel: guesses at one account wait for one another and must not hold every connection. */
const MAX_PARALLEL = 4;

/** The budget that all known devices and live sessions of an account share is this many times the limit of one. */
const SHARED = 3;

/** A limit of recent wrong guesses. A paced budget slows guesses down beyond it instead of rejecting them. */
type Budget = { bucket: string; limit: number; isPaced?: boolean };

/**
 * Limits the guesses at passwords and codes, over all processes (docs/accounts.md). A guess is reserved before it is
 * checked, so that parallel guesses can't exceed the limit.
 */
@Injectable()
export class GuessLimiter {
  private readonly queue = new FairQueue(MAX_PARALLEL);

  constructor(
    private readonly config: Config,
    private readonly tokens: Tokens,
    private readonly transactions: Transactions,
    private readonly budgets: GuessBudgetsRepository,
  ) {}

  /**
   * Reserves a guess at a password, and waits when guesses are slowed down; 429 with Retry-After when none is left. `find`
   * returns whose password it is, and the device if it has a separate budget for that account (a known browser or a live
   * session), so that guesses from elsewhere can't lock it out. However many such devices there are, they share a budget.
   */
  async reservePassword<T extends { guessed: Guessed; device: string | null }>(
    client: Client,
    find: (tx: Tx) => Promise<T>,
  ): Promise<T & { reservation: Reservation }> {
    const { target, reservation, waitMs } = await this.queue.runInTurn(addressBlock(client.address), () =>
      this.transactions.run(client.scope, async (tx) => {
        const found = await find(tx);
        return { target: found, ...(await this.reserve(tx, this.passwordBudgets(client, found))) };
      }),
    );
    if (waitMs > 0) await sleep(waitMs);
    return { ...target, reservation };
  }

  private passwordBudgets(
    client: Client,
    { guessed, device }: { guessed: Guessed; device: string | null },
  ): Budget[] {
    const limit = this.config.loginAttempts;
    const account = JSON.stringify(guessed);
    const network = addressBlock(client.address);
    return device
      ? this.deviceBudgets('password', account, device)
      : [
          { bucket: this.bucket('password', account, network), limit },
          { bucket: this.bucket('password', account), limit: 10 * limit, isPaced: true },
          { bucket: this.bucket('password', network), limit: 10 * limit },
        ];
  }

  /**
   * Reserves a guess at a code of two-factor authentication, as `reservePassword` does. Codes have only six digits, so guesses
   * count whatever their address.
   */
  async reserveCode(tx: Tx, userId: number, device: string | null): Promise<Reservation> {
    const account = String(userId);
    const budgets = device
      ? this.deviceBudgets('code', account, device)
      : [{ bucket: this.bucket('code', account, 'any'), limit: this.config.loginAttempts }];
    return (await this.reserve(tx, budgets)).reservation;
  }

  private deviceBudgets(kind: 'password' | 'code', account: string, device: string): Budget[] {
    const limit = this.config.loginAttempts;
    return [
      { bucket: this.bucket(kind, account, 'device', device), limit },
      { bucket: this.bucket(kind, account, 'devices'), limit: SHARED * limit },
    ];
  }

  /** Counts a request for a forgotten password; 429 when the address has made too many. */
  async reserveReset(tx: Tx, client: Client): Promise<void> {
    const bucket = this.bucket('reset', addressBlock(client.address));
    await this.reserve(tx, [{ bucket, limit: this.config.loginAttempts }]);
  }

  /** Counts a registration without an invitation; 429 when the address, or all together, have made too many. */
  async reserveRegistration(tx: Tx, client: Client): Promise<void> {
    const limit = this.config.loginAttempts;
    await this.reserve(
      tx,
      [
        { bucket: this.bucket('registration', addressBlock(client.address)), limit },
        { bucket: this.bucket('registrations'), limit: 10 * limit },
      ],
      'Too many registrations. Try again later.',
    );
  }

  /** Counts a visit to an identity provider, to be refunded once it leads to a session; 429 when the address made too many. */
  async reserveSignOn(tx: Tx, client: Client): Promise<Reservation> {
    const bucket = this.bucket('single sign-on', addressBlock(client.address));
    return (await this.reserve(tx, [{ bucket, limit: 10 * this.config.loginAttempts }])).reservation;
  }

  /** Removes a guess that was right from its budgets. */
  refund = (tx: Tx, reservation: Reservation): Promise<void> => this.budgets.removeGuesses(tx, reservation);

  private async reserve(
    tx: Tx,
    budgets: readonly Budget[],
    rejection = 'Too many failed attempts. Try again later.',
  ): Promise<{ reservation: Reservation; waitMs: number }> {
    const reservation: RecordedGuess[] = [];
    let waitMs = 0;
    // Always in the same order, so that two reservations can't deadlock.
    for (const { bucket, limit, isPaced } of budgets) {
      const { used, at, retry_after } = await this.budgets.recordGuess(tx, bucket, limit);
      reservation.push({ bucket, at });
      if (used <= limit) continue;
      if (!isPaced) throw tooMany(rejection, retry_after);
      const paced = await this.budgets.schedulePaced(tx, bucket);
      if ('retryAfter' in paced) throw tooMany(rejection, paced.retryAfter);
      waitMs = paced.waitMs;
    }
    return { reservation, waitMs };
  }

  /** A bucket's name: a keyed hash, so that the table holds no e-mails or addresses. */
  private bucket = (...parts: string[]): string => this.tokens.keyed('guess', JSON.stringify(parts));
}

const tooMany = (message: string, retryAfter: number | null) =>
  new ApiError('RATE_LIMIT', message, { retryAfter: Math.max(1, retryAfter ?? 1) });
