import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { type FieldError, Problem } from '../errors/problem';
import { isCommonPassword } from './common-passwords';

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 128;

/** Argon2id (the library's default), 19 MiB and 2 passes: about 15 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** How many may wait for a core before others are told to come back. */
const WAITING = 16;

/** What is wrong with a new password; null when it is fine (contract section 2). */
export function passwordError(password: string, field = 'password'): FieldError | null {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) {
    return { field, message: `${field} must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters` };
  }
  return isCommonPassword(password)
    ? { field, message: `${field} is one that many people use: choose another` }
    : null;
}

/** Hashes and checks passwords, as many at a time as there are cores; 429 when too many wait. */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly queue: (() => void)[] = [];
  private readonly limit = availableParallelism();
  private unknown: Promise<string> | null = null;

  hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, cost));
  }

  /** Whether the password is the one of `stored`. For an unknown account give null: it takes as long, and is false. */
  async matches(password: string, stored: string | null): Promise<boolean> {
    this.unknown ??= hash('no account has this password', cost);
    const against = stored ?? (await this.unknown);
    const same = await this.inTurn(() => verify(against, password).catch(() => false));
    return same && stored !== null;
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.limit) {
      if (this.queue.length >= WAITING) {
        throw new Problem('RATE_LIMIT', 'Too many are signing in now. Try again.', { retryAfter: 1 });
      }
      await new Promise<void>((resolve) => this.queue.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
