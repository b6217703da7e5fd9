import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions';
import { ApiError } from '../../../platform/errors/api-error';
import { PasskeyCeremonies } from '../../passkeys/passkey-ceremonies';
import type { PasskeyAssertion } from '../../passkeys/passkeys.dto';
import { PasskeysRepository } from '../../passkeys/passkeys.repository';
import { RelyingParty } from '../../passkeys/relying-party';
import { auditFailure } from '../audit-failure';
import { GuessLimiter } from '../throttling/guess-limiter';
import { TwoFactorRepository } from './two-factor.repository';
import { TwoFactorCodes, type Verdict } from './two-factor-codes';

type User = { id: number; email: string; realm_id: number | null };

/** What a user gives beside their password. */
export type SecondFactorProof = { code?: string; passkey?: PasskeyAssertion };

/** The second factor after a password: a code of the app, one for recovery, or a passkey. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly codes: TwoFactorCodes,
    private readonly factors: TwoFactorRepository,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly passkeys: PasskeysRepository,
    private readonly relyingParty: RelyingParty,
    private readonly limiter: GuessLimiter,
  ) {}

  /** As `TwoFactorCodes.verify`; a passkey counts as a guess as a code does. */
  async verify(
    tx: Tx,
    user: User,
    { code, passkey }: SecondFactorProof,
    device: string | null,
  ): Promise<Verdict> {
    if (!passkey) return this.codes.verify(tx, user, code, device);
    const reservation = await this.limiter.reserveCode(tx, user.id, device);
    const isRight =
      (await this.ceremonies.verify(tx, { purpose: 'second_factor', userId: user.id }, passkey)) !== null;
    await (isRight ? this.limiter.refund(tx, reservation) : auditFailure(tx, user, 'passkey'));
    return isRight ? 'right' : 'wrong';
  }

  /** The 401 for a second factor that is missing or wrong, with what it may be. */
  async request(tx: Tx, user: User, verdict: 'missing' | 'wrong'): Promise<ApiError> {
    const { domain } = this.relyingParty;
    const usable = domain === null ? [] : await this.passkeys.findCredentials(tx, user.id, domain);
    const { enabled: app } = await this.factors.readState(tx, user.id);
    const passkey =
      usable.length > 0
        ? await this.ceremonies.assertionOptions(tx, { purpose: 'second_factor', userId: user.id })
        : null;
    return new ApiError(
      'SECOND_FACTOR_REQUIRED',
      verdict === 'missing' ? 'A code or a passkey is required' : 'It is wrong or was already used',
      { context: { app, passkey } },
    );
  }
}
