import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import { Transactions } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import type { Client } from './client';
import { CurrentPassword } from './current-password';
import { TwoFactorCodes } from './two-factor/two-factor-codes';

/** Authenticates the user of a session again, which routes with `@RequiresRecentSignIn()` require. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly transactions: Transactions,
    private readonly currentPassword: CurrentPassword,
    private readonly factors: TwoFactorCodes,
    private readonly sessions: SessionsRepository,
  ) {}

  /** 400 naming `password` or `code` when it is wrong, since clients refresh after a 401; 429 as at sign-in. */
  async reauthenticate(
    scope: Scope,
    client: Client,
    account: Account,
    { password, code }: { password: string; code?: string },
  ): Promise<void> {
    await this.currentPassword.check(client, account, password, 'password');
    const user = { id: account.userId, email: account.email, realm_id: account.realmId };
    const verdict = await this.transactions.run(personalScope(scope), async (tx) => {
      const found = await this.factors.verify(tx, user, code, account.sessionId);
      if (found === 'missing' || found === 'wrong') return found;
      await this.sessions.setAuthenticated(tx, account.sessionId);
      await audit(tx, {
        action: 'session.reauthenticated',
        entity: 'user',
        entity_id: account.userId,
        realm_id: account.realmId,
      });
      return found;
    });
    if (verdict === 'missing')
      throw invalid([
        { field: 'code', message: 'code for two-factor authentication is required', code: 'REQUIRED' },
      ]);
    if (verdict === 'wrong')
      throw invalid([{ field: 'code', message: 'code is wrong or was already used', code: 'WRONG_CODE' }]);
  }
}
