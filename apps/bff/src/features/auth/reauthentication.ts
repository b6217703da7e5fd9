import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { Transactions } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import { personal, type Scope } from '../../platform/realm-scope/scope';
import type { Client } from './client';
import { CurrentPassword } from './current-password';
import { SecondFactors } from './second-factor/second-factors';

/** Proves once more who sits at a session: what routes with `@RequiresRecentSignIn()` ask for. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly transactions: Transactions,
    private readonly currentPassword: CurrentPassword,
    private readonly factors: SecondFactors,
  ) {}

  /** 400 naming `password` or `code` (a 401 would ask for a refresh), 429 as at sign-in. */
  async reauthenticate(
    scope: Scope,
    client: Client,
    account: Account,
    { password, code }: { password: string; code?: string },
  ): Promise<void> {
    await this.currentPassword.check(client, account, password, 'password');
    const person = { id: account.userId, email: account.email, realm_id: account.realmId };
    const verdict = await this.transactions.run(personal(scope), async (tx) => {
      const asked = await this.factors.verify(tx, person, code, account.sessionId);
      if (asked === 'missing' || asked === 'wrong') return asked;
      await tx.execute('UPDATE sessions SET authenticated_at = clock_timestamp() WHERE id = $1', [
        account.sessionId,
      ]);
      await audit(tx, {
        action: 'session.reauthenticated',
        entity: 'user',
        entity_id: account.userId,
        realm_id: account.realmId,
      });
      return asked;
    });
    if (verdict === 'missing')
      throw invalid([{ field: 'code', message: 'code of the second factor is needed', code: 'REQUIRED' }]);
    if (verdict === 'wrong')
      throw invalid([{ field: 'code', message: 'code is wrong, or was used already', code: 'WRONG_CODE' }]);
  }
}
