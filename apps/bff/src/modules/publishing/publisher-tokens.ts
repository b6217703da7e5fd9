import { Injectable } from '@nestjs/common';
import { publisherCaller, type PublisherIdentity } from '../../platform/access/caller';
import { TokenStrategies } from '../../platform/access/token-strategies';
import { tokenHash } from '../../platform/auth/tokens';
import { isAdministratorSql } from '../../platform/auth/user.entity';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { systemScope } from '../../platform/realm-scope/scope';

/**
 * A token (alias `k`) is valid until it expires or is revoked, and while its creator, if there is one, is an enabled
 * administrator.
 */
const isValid = `k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
  AND (k.created_by IS NULL OR ${isAdministratorSql('k.created_by')})`;

const scope = systemScope('publisher tokens');

/** Identifies module publishers by their tokens. Their requests are few, so nothing is cached and a revocation acts at once. */
@Injectable()
export class PublisherTokens {
  constructor(
    strategies: TokenStrategies,
    private readonly transactions: Transactions,
  ) {
    strategies.register('publisher', async (token, request) => {
      const publisher = await this.identify(token);
      return publisher && publisherCaller(request, publisher);
    });
  }

  /** Whose token it is; null when it is unknown or not valid. */
  identify(token: string): Promise<PublisherIdentity | null> {
    return this.transactions.run(scope, async (tx) => {
      const [found] = await tx.query<PublisherIdentity & { is_stale: boolean }>(
        `SELECT k.id AS "tokenId", k.name, p.id AS "publisherId", p.name AS "publisherName", p.modules, k.scopes,
           coalesce(k.last_used_at < now() - interval '1 minute', true) AS is_stale
         FROM module_tokens k JOIN module_publishers p ON p.id = k.publisher_id WHERE k.token_hash = $1 AND ${isValid}`,
        [tokenHash(token)],
      );
      if (!found) return null;
      const { is_stale, ...identity } = found;
      if (is_stale)
        await tx.execute('UPDATE module_tokens SET last_used_at = now() WHERE id = $1', [identity.tokenId]);
      return identity;
    });
  }

  /** Keeps a token from being revoked before the transaction ends; 401 when it isn't valid. */
  async lockValid(tx: Tx, tokenId: number): Promise<void> {
    const found = await tx.execute(
      `SELECT FROM module_tokens k WHERE k.id = $1 AND ${isValid} FOR SHARE OF k`,
      [tokenId],
    );
    if (found === 0) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
  }
}
