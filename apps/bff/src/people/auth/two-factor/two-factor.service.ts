import { Injectable } from '@nestjs/common';
import { NotificationPublisher, securityNotification } from '../../../messages/index';
import { audit } from '../../../platform/audit/audit';
import type { Account } from '../../../platform/auth/account';
import { Transactions, type Tx } from '../../../platform/database/transactions';
import { ApiError, invalid } from '../../../platform/errors/api-error';
import { personalScope, type Scope } from '../../../platform/realm-scope/scope';
import { RelyingParty } from '../../passkeys/relying-party';
import { AccessRevocation } from '../access-revocation';
import { AccountsRepository } from '../accounts.repository';
import type { Client } from '../client';
import { CurrentPassword } from '../current-password';
import { SecondFactorChanges } from './second-factor-changes';
import { base32, newSecret, otpauthUrl } from './totp';
import type { RecoveryCodesDto, SecondFactorDto, SecondFactorSecretDto } from './two-factor.dto';
import { TwoFactorRepository } from './two-factor.repository';
import { TwoFactorCodes } from './two-factor-codes';

const alreadyOn = () =>
  new ApiError('CONFLICT', 'Two-factor authentication is already on', { reason: 'SECOND_FACTOR_ON' });
/** 400, since clients refresh after a 401. */
const wrongCode = () =>
  invalid([{ field: 'code', message: 'code is wrong or was already used', code: 'WRONG_CODE' }]);

/** The caller's own two-factor authentication. Turning it on or off takes the password and a code. */
@Injectable()
export class TwoFactorService {
  constructor(
    private readonly transactions: Transactions,
    private readonly password: CurrentPassword,
    private readonly codes: TwoFactorCodes,
    private readonly factors: TwoFactorRepository,
    private readonly accounts: AccountsRepository,
    private readonly changes: SecondFactorChanges,
    private readonly relyingParty: RelyingParty,
    private readonly access: AccessRevocation,
    private readonly notifications: NotificationPublisher,
  ) {}

  state(scope: Scope, { userId }: Account): Promise<SecondFactorDto> {
    return this.transactions.read(personalScope(scope), async (tx) => ({
      ...(await this.factors.readState(tx, userId)),
      passkeys: this.relyingParty.offer(),
    }));
  }

  /** Creates a secret, which sign-in doesn't require until it is confirmed. Starting again replaces it. */
  async start(
    scope: Scope,
    client: Client,
    account: Account,
    currentPassword: string,
  ): Promise<SecondFactorSecretDto> {
    await this.password.check(client, account, currentPassword);
    const secret = newSecret();
    await this.transactions.run(personalScope(scope), async (tx) => {
      // Requests of one user run one after another: a start must not replace a secret that is being confirmed.
      await this.accounts.lock(tx, account.userId);
      if ((await this.factors.lock(tx, account.userId))?.confirmed_at) throw alreadyOn();
      await this.factors.setSecret(tx, account.userId, this.codes.seal(account.userId, secret));
    });
    return { secret: base32(secret), otpauth_url: otpauthUrl(secret, account.email) };
  }

  /** Enables two-factor authentication, ends the user's other sessions, and returns the recovery codes. */
  async confirm(scope: Scope, account: Account, code: string): Promise<RecoveryCodesDto> {
    return this.transactions.run(personalScope(scope), async (tx) => {
      const factor = await this.factors.lock(tx, account.userId);
      if (!factor)
        throw new ApiError('CONFLICT', 'There is nothing to confirm: start with a new secret', {
          reason: 'SECOND_FACTOR_NOT_BEGUN',
        });
      if (factor.confirmed_at) throw alreadyOn();
      if (!(await this.codes.useTimeCode(tx, account.userId, factor, code))) throw wrongCode();
      await this.factors.confirm(tx, account.userId);
      const recovery_codes = await this.changes.createRecoveryCodes(tx, account.userId);
      await this.changes.recordAddition(tx, account.userId);
      await this.recordChange(tx, account, 'second_factor_on');
      return { recovery_codes };
    });
  }

  /** Turns the app off and ends the user's other sessions. @throws 409 for the last second factor of a user who has to have one */
  async remove(
    scope: Scope,
    client: Client,
    account: Account,
    { current_password, code }: { current_password: string; code: string },
  ): Promise<void> {
    await this.password.check(client, account, current_password);
    const user = { id: account.userId, email: account.email, realm_id: account.realmId };
    const verdict = await this.transactions.run(personalScope(scope), async (tx) => {
      await this.accounts.lock(tx, account.userId);
      if (!(await this.factors.lock(tx, account.userId))?.confirmed_at) return 'off';
      const found = await this.codes.verify(tx, user, code, account.sessionId);
      if (found !== 'right') return found;
      await this.factors.remove(tx, account.userId);
      await this.changes.recordRemoval(tx, account.userId);
      await this.recordChange(tx, account, 'second_factor_off');
      return found;
    });
    if (verdict === 'off')
      throw new ApiError('CONFLICT', 'Two-factor authentication is off', { reason: 'SECOND_FACTOR_OFF' });
    if (verdict !== 'right') throw wrongCode();
  }

  private async recordChange(
    tx: Tx,
    account: Account,
    kind: 'second_factor_on' | 'second_factor_off',
  ): Promise<void> {
    await this.access.revoke(tx, account.userId, 'second factor changed', account.sessionId);
    await audit(tx, {
      action: `user.${kind}`,
      entity: 'user',
      entity_id: account.userId,
      realm_id: account.realmId,
    });
    await this.notifications.publish(tx, securityNotification(account.userId, kind));
  }
}
