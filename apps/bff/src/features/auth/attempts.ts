import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Tokens } from '../../platform/auth/tokens';
import { Config } from '../../platform/config/config';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { Problem } from '../../platform/errors/problem';
import type { Client } from './client';

const WINDOW_MINUTES = 15;

/**
 * What is guessed at, and how many times as often as from one address an account may fail from all together. Six
 * digits are few: whoever guesses them has the password, and changing the address must not help them.
 */
const guesses = {
  password: { action: 'session.sign_in_failed', allAddresses: 10 },
  code: { action: 'session.second_factor_failed', allAddresses: 1 },
} as const;
type Guess = keyof typeof guesses;

/** Counts failed sign-ins in the audit trail, so that all processes agree (contract section 12, `LOGIN_ATTEMPTS`). */
@Injectable()
export class Attempts {
  constructor(
    private readonly config: Config,
    private readonly tokens: Tokens,
    private readonly transactions: Transactions,
  ) {}

  /** 429 with Retry-After when the account has failed too often. `email` may be anybody's or nobody's. */
  async check(tx: Tx, email: string, client: Client, guess: Guess = 'password'): Promise<void> {
    const { action, allAddresses } = guesses[guess];
    const [row] = await tx.query<{ here: number; all: number; retry_after: number }>(
      `SELECT count(*) FILTER (WHERE address = $2)::int AS here, count(*)::int AS all,
         ceil(extract(epoch FROM min(at) + make_interval(mins => ${WINDOW_MINUTES}) - now()))::int AS retry_after
       FROM audit
       WHERE entity = 'sign_in' AND entity_id = $1 AND action = $3
         AND at > now() - make_interval(mins => ${WINDOW_MINUTES})`,
      [this.name(email), client.address, action],
    );
    const limit = this.config.loginAttempts;
    if (!row || (row.here < limit && row.all < limit * allAddresses)) return;
    throw new Problem('RATE_LIMIT', 'Too many failed attempts. Try again later.', {
      retryAfter: Math.max(1, row.retry_after),
    });
  }

  /** Remembers a wrong password, in a transaction of its own. */
  async failed(email: string, client: Client): Promise<void> {
    await this.transactions.run(client.scope, (tx) => this.note(tx, email, 'password'));
  }

  /** Remembers a failure. The address that was tried is kept as a keyed hash: it may be a mistyped password. */
  note(tx: Tx, email: string, guess: Guess): Promise<void> {
    const entity_id = this.name(email);
    return audit(tx, { action: guesses[guess].action, entity: 'sign_in', entity_id, realm_id: null });
  }

  private name = (email: string) => this.tokens.keyed('sign-in', email.toLowerCase());
}
