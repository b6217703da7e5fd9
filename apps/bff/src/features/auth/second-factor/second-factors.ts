import { Injectable } from '@nestjs/common';
import { audit } from '../../../platform/audit/audit';
import type { Tx } from '../../../platform/database/transactions';
import { type SealedLocation, Sealing } from '../../../platform/sealing/sealing';
import { NotificationPublisher } from '../../notifications';
import { auditFailure } from '../audit-failure';
import { securityNotification } from '../security-notifications';
import { GuessLimiter } from '../throttling/guess-limiter';
import { plainCode, recoveryHash } from './recovery-codes';
import { factorState, type FactorRow, lockFactor, useRecoveryCode, useStep } from './second-factors.queries';
import { acceptedStep } from './totp';

/** What came of asking for a code: none is needed, none was given, it is wrong or was used, it is right. */
export type Verdict = 'off' | 'missing' | 'wrong' | 'right';

type Person = { id: number; email: string; realm_id: number | null };

/** Where a secret is sealed: it is a person's, whatever their realm. */
const sealedAt = (userId: number): SealedLocation => ({ table: 'second_factors', row: userId, realm: 0 });

/** Codes of the second factor: by time (RFC 6238) or for recovery, each taken once. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly sealing: Sealing,
    private readonly limiter: GuessLimiter,
    private readonly notifications: NotificationPublisher,
  ) {}

  /** The sealed form of a secret. */
  seal = (userId: number, secret: Buffer): object =>
    this.sealing.seal(sealedAt(userId), { totp: secret.toString('base64') });

  /**
   * Asks a user whose second factor is on for a code, and uses it up. A wrong one counts; 429 when too many were
   * wrong; `device` as for a guess at the password. Let the transaction commit whatever the verdict, so that both are remembered.
   */
  async verify(tx: Tx, user: Person, code: string | undefined, device: string | null): Promise<Verdict> {
    const factor = await lockFactor(tx, user.id);
    if (!factor?.confirmed_at) return 'off';
    if (!code) return 'missing';
    const reservation = await this.limiter.reserveCode(tx, user.id, device);
    const right =
      (await this.useTimeCode(tx, user.id, factor, code)) || (await this.acceptRecoveryCode(tx, user, code));
    await (right ? this.limiter.refund(tx, reservation) : auditFailure(tx, user, 'code'));
    return right ? 'right' : 'wrong';
  }

  /** Whether it is a code of this time that wasn't used; it is then. */
  async useTimeCode(tx: Tx, userId: number, factor: FactorRow, code: string): Promise<boolean> {
    const { totp = '' } = this.sealing.open(sealedAt(userId), factor.secrets);
    const secret = Buffer.from(totp, 'base64');
    const step = acceptedStep(secret, plainCode(code), factor.now_step, factor.last_step);
    if (step === null) return false;
    await useStep(tx, userId, step);
    return true;
  }

  private async acceptRecoveryCode(tx: Tx, user: Person, code: string): Promise<boolean> {
    if (!(await useRecoveryCode(tx, user.id, recoveryHash(code)))) return false;
    const { recovery_codes_left: left } = await factorState(tx, user.id);
    await audit(tx, {
      action: 'user.recovery_code_used',
      entity: 'user',
      entity_id: user.id,
      realm_id: user.realm_id,
      after: { left },
    });
    await this.notifications.publish(
      tx,
      securityNotification(user.id, 'recovery_code_used', { count: left }),
    );
    return true;
  }
}
