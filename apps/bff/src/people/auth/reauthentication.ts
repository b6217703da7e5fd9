import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import type { ReauthenticationDto } from '../me/me.dto';
import { PasskeyCeremonies } from '../passkeys/passkey-ceremonies';
import type { PasskeyAssertion } from '../passkeys/passkeys.dto';
import { PasswordPolicy } from '../single-sign-on/password-policy';
import { auditFailure } from './audit-failure';
import type { Client } from './client';
import { CurrentPassword } from './current-password';
import { GuessLimiter } from './throttling/guess-limiter';
import { TwoFactorCodes } from './two-factor/two-factor-codes';

/** Authenticates the user of a session again, which routes with `@RequiresRecentSignIn()` require. */
@Injectable()
export class Reauthentication {
  constructor(
    private readonly transactions: Transactions,
    private readonly currentPassword: CurrentPassword,
    private readonly factors: TwoFactorCodes,
    private readonly sessions: SessionsRepository,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly limiter: GuessLimiter,
    private readonly policy: PasswordPolicy,
  ) {}

  /**
   * By a passkey, or a password and a second factor where there is one. 400 naming what is wrong, since clients refresh after a 401; 429
   * as at sign-in; 403 SINGLE_SIGN_ON_ONLY where an identity provider must be used.
   */
  async reauthenticate(
    scope: Scope,
    client: Client,
    account: Account,
    { password, code, passkey }: ReauthenticationDto,
  ): Promise<void> {
    const provider = await this.transactions.read(personalScope(scope), (tx) =>
      this.policy.findRequired(tx, account.userId),
    );
    if (provider) throw this.policy.rejection(provider);
    if (passkey) return this.byPasskey(scope, account, passkey);
    if (password === undefined)
      throw invalid([{ field: 'password', message: 'password is required', code: 'REQUIRED' }]);
    await this.currentPassword.check(client, account, password, 'password');
    const user = { id: account.userId, email: account.email, realm_id: account.realmId };
    const verdict = await this.transactions.run(personalScope(scope), async (tx) => {
      const found = await this.factors.verify(tx, user, code, account.sessionId);
      if (found === 'missing' || found === 'wrong') return found;
      await this.record(tx, account);
      return found;
    });
    if (verdict === 'missing')
      throw invalid([
        { field: 'code', message: 'code for two-factor authentication is required', code: 'REQUIRED' },
      ]);
    if (verdict === 'wrong')
      throw invalid([{ field: 'code', message: 'code is wrong or was already used', code: 'WRONG_CODE' }]);
  }

  /** What the browser asks for a passkey of the caller with. @throws 409 when no passkeys are offered */
  passkeyOptions(scope: Scope, { userId }: Account): Promise<{ options: object }> {
    return this.transactions.run(personalScope(scope), async (tx) => ({
      options: await this.ceremonies.assertionOptions(tx, { purpose: 'reauthenticate', userId }),
    }));
  }

  /** A passkey is both factors. */
  private async byPasskey(scope: Scope, account: Account, passkey: PasskeyAssertion): Promise<void> {
    const { userId, sessionId, realmId: realm_id } = account;
    const isRight = await this.transactions.run(personalScope(scope), async (tx) => {
      const reservation = await this.limiter.reserveCode(tx, userId, sessionId);
      if ((await this.ceremonies.verify(tx, { purpose: 'reauthenticate', userId }, passkey)) === null) {
        await auditFailure(tx, { id: userId, realm_id }, 'passkey');
        return false;
      }
      await this.limiter.refund(tx, reservation);
      await this.record(tx, account);
      return true;
    });
    if (!isRight)
      throw invalid([
        { field: 'passkey', message: 'The passkey was not accepted: start again', code: 'WRONG_PASSKEY' },
      ]);
  }

  private async record(tx: Tx, { sessionId, userId, realmId }: Account): Promise<void> {
    await this.sessions.setAuthenticated(tx, sessionId);
    await audit(tx, {
      action: 'session.reauthenticated',
      entity: 'user',
      entity_id: userId,
      realm_id: realmId,
    });
  }
}
