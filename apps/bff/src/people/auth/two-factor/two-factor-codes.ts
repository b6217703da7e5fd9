import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NotificationPublisher, securityNotification } from '../../../messages/index';
import { audit } from '../../../platform/audit/audit';
import { tokenHash } from '../../../platform/auth/tokens';
import type { Tx } from '../../../platform/database/transactions';
import { digitOf } from '../../../platform/http/characters';
import { type SealedLocation, Sealing } from '../../../platform/sealing/sealing';
import { auditFailure } from '../audit-failure';
import { GuessLimiter } from '../throttling/guess-limiter';
import { acceptedStep } from './totp';
import { type FactorRow, TwoFactorRepository } from './two-factor.repository';

const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Letters and digits without those that look alike. A code has 79 bits, so its hash can't be reversed by guessing. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Ten new codes, each valid once: `abcd-efgh-jkmn-pqrs`. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

const newCode = (): string => Array.from({ length: GROUPS }, newGroup).join('-');
const newGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** The hash of a recovery code, however it is typed. */
export const recoveryHash = (code: string): string => tokenHash(plainCode(code));

/** The letters and digits of a code in lower case and ASCII, whatever spaces, dashes, widths and digits it was typed with. */
const plainCode = (code: string): string =>
  Array.from(code.normalize('NFKC').toLowerCase(), (character) => {
    const digit = digitOf(character.codePointAt(0) ?? 0);
    return digit >= 0 ? String(digit) : character;
  })
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The check of a code: the user has no second factor, the code is missing, wrong (or used before), or right. */
export type Verdict = 'off' | 'missing' | 'wrong' | 'right';

type User = { id: number; email: string; realm_id: number | null };

/** Where a secret is sealed: under realm 0, since a user may change their realm. */
const sealedAt = (userId: number): SealedLocation => ({ table: 'second_factors', row: userId, realm: 0 });

/** Checks codes of two-factor authentication: by time (RFC 6238) or for recovery, each accepted once. */
@Injectable()
export class TwoFactorCodes {
  constructor(
    private readonly sealing: Sealing,
    private readonly limiter: GuessLimiter,
    private readonly notifications: NotificationPublisher,
    private readonly factors: TwoFactorRepository,
  ) {}

  /** The sealed form of a secret. */
  seal = (userId: number, secret: Buffer): object =>
    this.sealing.seal(sealedAt(userId), { totp: secret.toString('base64') });

  /**
   * Checks a code and uses it up. A wrong one counts as a guess; 429 when there were too many; `device` is the one of
   * `GuessLimiter.reservePassword`. Commit the transaction whatever the verdict, so that used codes and guesses stay recorded.
   */
  async verify(tx: Tx, user: User, code: string | undefined, device: string | null): Promise<Verdict> {
    const factor = await this.factors.lock(tx, user.id);
    const app = factor?.confirmed_at ? factor : null;
    if (!app && !(await this.factors.hasPasskey(tx, user.id))) return 'off';
    if (!code) return 'missing';
    const reservation = await this.limiter.reserveCode(tx, user.id, device);
    const isRight =
      (app !== null && (await this.useTimeCode(tx, user.id, app, code))) ||
      (await this.acceptRecoveryCode(tx, user, code));
    await (isRight ? this.limiter.refund(tx, reservation) : auditFailure(tx, user, 'code'));
    return isRight ? 'right' : 'wrong';
  }

  /** Whether it is an unused code of the current time; marks it as used. */
  async useTimeCode(tx: Tx, userId: number, factor: FactorRow, code: string): Promise<boolean> {
    const { totp = '' } = this.sealing.open(sealedAt(userId), factor.secrets);
    const secret = Buffer.from(totp, 'base64');
    const step = acceptedStep(secret, plainCode(code), factor.now_step, factor.last_step);
    if (step === null) return false;
    await this.factors.setLastStep(tx, userId, step);
    return true;
  }

  private async acceptRecoveryCode(tx: Tx, user: User, code: string): Promise<boolean> {
    if (!(await this.factors.useRecoveryCode(tx, user.id, recoveryHash(code)))) return false;
    const left = await this.factors.countRecoveryCodes(tx, user.id);
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
