import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressBlock } from '../../../platform/http/address-block';
import { FairQueue } from '../../../platform/auth/fair-queue';
import { Tokens } from '../../../platform/auth/tokens';
import { Config } from '../../../platform/config/config';
import { Transactions, type Tx } from '../../../platform/database/transactions';
import { ApiError } from '../../../platform/errors/api-error';
import type { Client } from '../client';
import { refundGuesses, type Reserved, takeGuess, takePacedTurn } from './guess-budgets.queries';

/** Whose password or code is guessed: a user's, or nobody's at that normalised address. */
export type Guessed = { userId: number } | { email: string };

/** A guess that may be checked now, and is to be given back when it was right. */
export type Reservation = readonly Reserved[];

/** Reservations at a time: guesses at one account wait for one another, and must not hold every connection. */
const AT_ONCE = 4;

type Budget = { bucket: string; limit: number; isPaced?: boolean };

/**
 * Bounds the guesses at passwords and codes, for all processes alike (docs/accounts.md). A guess is reserved before it
 * is checked, so that of any number at once no more are checked than may fail.
 */
@Injectable()
export class GuessLimiter {
  private readonly queue = new FairQueue(AT_ONCE);

  constructor(
    private readonly config: Config,
    private readonly tokens: Tokens,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Reserves a guess at a password and waits for its turn; 429 with Retry-After when none is left. `find` says whose it
   * is and, if there is one, the device that has a budget of its own for that account: a known browser or a live
   * session. Then nobody else's guesses count.
   */
  async reservePassword<T extends { guessed: Guessed; device: string | null }>(
    client: Client,
    find: (tx: Tx) => Promise<T>,
  ): Promise<T & { reservation: Reservation }> {
    const { target, reservation, waitMs } = await this.queue.run(addressBlock(client.address), () =>
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
      ? [{ bucket: this.bucket('password', account, device), limit }]
      : [
          { bucket: this.bucket('password', account, network), limit },
          { bucket: this.bucket('password', account), limit: 10 * limit, isPaced: true },
          { bucket: this.bucket('password', network), limit: 10 * limit },
        ];
  }

  /**
   * Reserves a guess at a code of the second factor, as `reservePassword` does. Six digits are few, and whoever guesses
   * them has the password: changing the address doesn't help.
   */
  async reserveCode(tx: Tx, userId: number, device: string | null): Promise<Reservation> {
    const bucket = this.bucket('code', String(userId), device ?? 'any');
    return (await this.reserve(tx, [{ bucket, limit: this.config.loginAttempts }])).reservation;
  }

  /** Counts a request for a forgotten password; 429 when the address has made too many. */
  async reserveReset(tx: Tx, client: Client): Promise<void> {
    const bucket = this.bucket('reset', addressBlock(client.address));
    await this.reserve(tx, [{ bucket, limit: this.config.loginAttempts }]);
  }

  /** A guess that was right counts against nothing. */
  refund = (tx: Tx, reservation: Reservation): Promise<void> => refundGuesses(tx, reservation);

  private async reserve(
    tx: Tx,
    budgets: readonly Budget[],
  ): Promise<{ reservation: Reservation; waitMs: number }> {
    const reservation: Reserved[] = [];
    let waitMs = 0;
    // Always in this order, so that two never wait for one another.
    for (const { bucket, limit, isPaced } of budgets) {
      const { used, at, retry_after } = await takeGuess(tx, bucket, limit);
      reservation.push({ bucket, at });
      if (used <= limit) continue;
      if (!isPaced) throw tooMany(retry_after);
      const turn = await takePacedTurn(tx, bucket);
      if ('retryAfter' in turn) throw tooMany(turn.retryAfter);
      waitMs = turn.waitMs;
    }
    return { reservation, waitMs };
  }

  /** E-mails and addresses stand in no table of ours for that. */
  private bucket = (...parts: string[]): string => this.tokens.keyed('guess', JSON.stringify(parts));
}

const tooMany = (retryAfter: number | null) =>
  new ApiError('RATE_LIMIT', 'Too many failed attempts. Try again later.', {
    retryAfter: Math.max(1, retryAfter ?? 1),
  });
