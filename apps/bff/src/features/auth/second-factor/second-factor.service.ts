import { Injectable } from '@nestjs/common';
import { audit } from '../../../platform/audit/audit';
import type { Account } from '../../../platform/auth/account';
import { Transactions, type Tx } from '../../../platform/database/transactions';
import { invalid, ApiError } from '../../../platform/errors/api-error';
import { personal, type Scope } from '../../../platform/realm-scope/scope';
import { NotificationPublisher } from '../../notifications';
import type { Client } from '../client';
import { CurrentPassword } from '../current-password';
import { securityNotification } from '../security-notifications';
import { newRecoveryCodes, recoveryHash } from './recovery-codes';
import type { RecoveryCodesDto, SecondFactorDto, SecondFactorSecretDto } from './second-factor.dto';
import { SecondFactors } from './second-factors';
import { beginFactor, confirmFactor, factorState, lockFactor, removeFactor } from './second-factors.queries';
import { base32, newSecret, otpauthUrl } from './totp';

const alreadyOn = () =>
  new ApiError('CONFLICT', 'The second factor is on already', { reason: 'SECOND_FACTOR_ON' });
/** 400: a 401 would ask for a refresh. */
const wrongCode = () =>
  invalid([{ field: 'code', message: 'code is wrong, or was used already', code: 'WRONG_CODE' }]);

/** The caller's own second factor: turned on with their password and a code, off with both again. */
@Injectable()
export class SecondFactorService {
  constructor(
    private readonly transactions: Transactions,
    private readonly password: CurrentPassword,
    private readonly factors: SecondFactors,
    private readonly notifications: NotificationPublisher,
  ) {}

  state(scope: Scope, { userId }: Account): Promise<SecondFactorDto> {
    return this.transactions.read(personal(scope), (tx) => factorState(tx, userId));
  }

  /** A new secret, which nothing asks for until it is confirmed. Beginning again replaces it. */
  async start(
    scope: Scope,
    client: Client,
    account: Account,
    currentPassword: string,
  ): Promise<SecondFactorSecretDto> {
    await this.password.check(client, account, currentPassword);
    const secret = newSecret();
    await this.transactions.run(personal(scope), async (tx) => {
      // Of two that begin at once the second replaces the first; one that confirms is waited for.
      await tx.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [account.userId]);
      if ((await lockFactor(tx, account.userId))?.confirmed_at) throw alreadyOn();
      await beginFactor(tx, account.userId, this.factors.seal(account.userId, secret));
    });
    return { secret: base32(secret), otpauth_url: otpauthUrl(secret, account.email) };
  }

  /** Turns it on, and answers the recovery codes. */
  async confirm(scope: Scope, account: Account, code: string): Promise<RecoveryCodesDto> {
    return this.transactions.run(personal(scope), async (tx) => {
      const factor = await lockFactor(tx, account.userId);
      if (!factor)
        throw new ApiError('CONFLICT', 'There is nothing to confirm: begin with a new secret', {
          reason: 'SECOND_FACTOR_NOT_BEGUN',
        });
      if (factor.confirmed_at) throw alreadyOn();
      if (!(await this.factors.useTimeCode(tx, account.userId, factor, code))) throw wrongCode();
      const recovery_codes = newRecoveryCodes();
      await confirmFactor(tx, account.userId, recovery_codes.map(recoveryHash));
      await this.recordChange(tx, account, 'second_factor_on');
      return { recovery_codes };
    });
  }

  /** Turns it off. */
  async remove(
    scope: Scope,
    client: Client,
    account: Account,
    { current_password, code }: { current_password: string; code: string },
  ): Promise<void> {
    await this.password.check(client, account, current_password);
    const person = { id: account.userId, email: account.email, realm_id: account.realmId };
    const verdict = await this.transactions.run(personal(scope), async (tx) => {
      const asked = await this.factors.verify(tx, person, code, account.sessionId);
      if (asked !== 'right') return asked;
      await removeFactor(tx, account.userId);
      await this.recordChange(tx, account, 'second_factor_off');
      return asked;
    });
    if (verdict === 'off')
      throw new ApiError('CONFLICT', 'The second factor is off', { reason: 'SECOND_FACTOR_OFF' });
    if (verdict !== 'right') throw wrongCode();
  }

  private async recordChange(
    tx: Tx,
    account: Account,
    kind: 'second_factor_on' | 'second_factor_off',
  ): Promise<void> {
    await audit(tx, {
      action: `user.${kind}`,
      entity: 'user',
      entity_id: account.userId,
      realm_id: account.realmId,
    });
    await this.notifications.publish(tx, securityNotification(account.userId, kind));
  }
}
