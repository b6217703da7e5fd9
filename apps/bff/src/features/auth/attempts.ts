import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Tokens } from '../../platform/auth/tokens';
import { Config } from '../../platform/config/config';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { Problem } from '../../platform/errors/problem';
import type { Client } from './client';

const FAILED = 'session.sign_in_failed';
const WINDOW_MINUTES = 15;
/** An account may fail this many times as often from all addresses together. */
const ALL_ADDRESSES = 10;

/** Counts failed sign-ins in the audit trail, so that all processes agree (contract section 12, `LOGIN_ATTEMPTS`). */
@Injectable()
export class Attempts {
  constructor(
    private readonly config: Config,
    private readonly tokens: Tokens,
    private readonly transactions: Transactions,
  ) {}

  /** 429 with Retry-After when the account has failed too often. `email` may be anybody's or nobody's. */
  async check(tx: Tx, email: string, client: Client): Promise<void> {
    const [row] = await tx.query<{ here: number; all: number; retry_after: number }>(
      `SELECT count(*) FILTER (WHERE address = $2)::int AS here, count(*)::int AS all,
         ceil(extract(epoch FROM min(at) + make_interval(mins => ${WINDOW_MINUTES}) - now()))::int AS retry_after
       FROM audit
       WHERE entity = 'sign_in' AND entity_id = $1 AND action = '${FAILED}'
         AND at > now() - make_interval(mins => ${WINDOW_MINUTES})`,
      [this.name(email), client.address],
    );
    const limit = this.config.loginAttempts;
    if (!row || (row.here < limit && row.all < limit * ALL_ADDRESSES)) return;
    throw new Problem('RATE_LIMIT', 'Too many failed attempts. Try again later.', {
      retryAfter: Math.max(1, row.retry_after),
    });
  }

  /** Remembers a failure. The address that was tried is kept as a keyed hash: it may be a mistyped password. */
  async failed(email: string, client: Client): Promise<void> {
    await this.transactions.run(client.scope, (tx) =>
      audit(tx, { action: FAILED, entity: 'sign_in', entity_id: this.name(email), realm_id: null }),
    );
  }

  private name = (email: string) => this.tokens.keyed('sign-in', email.toLowerCase());
}
