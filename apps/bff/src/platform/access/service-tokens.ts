import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../auth/account';
import { findServiceTokenAccounts } from '../auth/service-token-accounts';
import { isServiceToken } from '../auth/service-token-text';
import { tokenHash } from '../auth/tokens';
import { Transactions } from '../database/transactions';
import { invalid } from '../errors/api-error';
import { systemScope } from '../realm-scope/scope';
import { userCaller } from './caller';
import { RateLimit } from './rate-limit';
import { TokenStrategies } from './token-strategies';

/** Names the realm of a request whose token is valid in several. */
const REALM_HEADER = 'tessera-realm';

/** Identifies callers by service tokens. Nothing is cached, so that a revocation takes effect with the next request. */
@Injectable()
export class ServiceTokenCallers {
  constructor(
    strategies: TokenStrategies,
    private readonly transactions: Transactions,
    private readonly rateLimit: RateLimit,
  ) {
    strategies.register('service', async (token, request) => {
      // A wrong checksum costs no query.
      if (!isServiceToken(token)) return null;
      const accounts = await this.findAccounts(token, request.ip);
      const [first] = accounts;
      if (!first) return null;
      this.rateLimit.count('session', `service token ${first.serviceTokenId}`);
      return userCaller(request, selectRealm(accounts, request));
    });
  }

  private findAccounts(token: string, address: string): Promise<Account[]> {
    return this.transactions.run(systemScope('service tokens'), (tx) =>
      findServiceTokenAccounts(tx, tokenHash(token), address),
    );
  }
}

/** @throws 400 for a realm that the token isn't valid in, and without one where it is valid in several */
function selectRealm(accounts: readonly Account[], { headers }: FastifyRequest): Account {
  const named = headers[REALM_HEADER];
  const found = named === undefined ? accounts : accounts.filter(({ realmId }) => String(realmId) === named);
  const [account] = found;
  if (account && found.length === 1) return account;
  throw invalid([
    named === undefined
      ? {
          field: 'Tessera-Realm',
          message: 'Tessera-Realm must name one of the realms of this token',
          code: 'REQUIRED',
        }
      : {
          field: 'Tessera-Realm',
          message: 'Tessera-Realm names no realm of this token',
          code: 'OTHER_REALM',
        },
  ]);
}
