import { Injectable } from '@nestjs/common';
import { SessionsRepository } from '../../../platform/auth/sessions.repository';
import type { Tx } from '../../../platform/database/transactions';
import { ApiError } from '../../../platform/errors/api-error';
import { PasswordPolicy } from '../../single-sign-on/password-policy';
import { TwoFactorRepository } from './two-factor.repository';
import { newRecoveryCodes, recoveryHash } from './two-factor-codes';

/** What goes with each second factor that is added or removed. Lock the user before. */
@Injectable()
export class SecondFactorChanges {
  constructor(
    private readonly factors: TwoFactorRepository,
    private readonly sessions: SessionsRepository,
    private readonly policy: PasswordPolicy,
  ) {}

  /** Replaces the user's recovery codes; returns them, to be shown once. */
  async createRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.factors.setRecoveryCodes(tx, userId, codes.map(recoveryHash));
    return codes;
  }

  /** After a factor was added. */
  async recordAddition(tx: Tx, userId: number): Promise<void> {
    await this.factors.bumpUserVersion(tx, userId);
    await this.sessions.publishAccountChange(tx, userId);
  }

  /**
   * After a user removed one of their factors. Recovery codes end with the last one.
   *
   * @throws 409 when it was the last one and the user has to have one, or is the last administrator for emergencies
   */
  async recordRemoval(tx: Tx, userId: number): Promise<void> {
    const isLast = !(await this.factors.has(tx, userId));
    if (isLast && (await this.factors.isRequired(tx, userId)))
      throw new ApiError('CONFLICT', 'You have to have a second factor: add another one first', {
        reason: 'LAST_SECOND_FACTOR',
      });
    await this.recordLoss(tx, userId, isLast);
  }

  /** After an administrator removed all of them. @throws 409 as above, for the last administrator for emergencies */
  async recordLoss(tx: Tx, userId: number, isLast = true): Promise<void> {
    if (isLast) {
      await this.factors.removeRecoveryCodes(tx, userId);
      await this.policy.requireBreakGlass(tx);
    }
    await this.factors.bumpUserVersion(tx, userId);
    await this.sessions.publishAccountChange(tx, userId);
  }
}
