import { Injectable } from '@nestjs/common';
import type { SessionClient } from '../../platform/auth/session.entity';
import { Transactions } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { type AccountRow, AccountsRepository } from '../auth/accounts.repository';
import { auditFailure } from '../auth/audit-failure';
import type { Client } from '../auth/client';
import { SignInCompletion } from '../auth/sign-in-completion';
import { GuessLimiter } from '../auth/throttling/guess-limiter';
import { KnownDevices, type SignedIn } from '../auth/throttling/known-devices';
import { PasswordPolicy } from '../single-sign-on/password-policy';
import { PasskeyCeremonies } from './passkey-ceremonies';
import type { PasskeyAssertion, PasskeySignInOptionsDto } from './passkeys.dto';
import { PasskeysRepository } from './passkeys.repository';
import { RelyingParty } from './relying-party';

/** The challenge of a sign-in belongs to nobody: the passkey says whose it is. */
const ofAnybody = { purpose: 'sign_in', userId: null } as const;

/** Signs in with a passkey alone, which is both factors: having the device, and a fingerprint, face or PIN. */
@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly transactions: Transactions,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly passkeys: PasskeysRepository,
    private readonly relyingParty: RelyingParty,
    private readonly accounts: AccountsRepository,
    private readonly limiter: GuessLimiter,
    private readonly devices: KnownDevices,
    private readonly completion: SignInCompletion,
    private readonly policy: PasswordPolicy,
  ) {}

  /** What the browser asks for a passkey with; where none are offered, why. */
  async options(client: Client): Promise<PasskeySignInOptionsDto> {
    const offer = this.relyingParty.offer();
    const options =
      offer.domain === null
        ? null
        : await this.transactions.run(client.scope, (tx) => this.ceremonies.assertionOptions(tx, ofAnybody));
    return { ...offer, options };
  }

  /**
   * Signs in. The same 401 for an unknown or removed passkey, a wrong or used challenge and a disabled user; 429 as for passwords; 403
   * SINGLE_SIGN_ON_ONLY where an identity provider must be used.
   */
  async signIn(
    client: Client,
    { assertion, client: kind }: { assertion: PasskeyAssertion; client?: SessionClient },
  ): Promise<SignedIn> {
    const { owner, reservation } = await this.limiter.reservePassword(client, async (tx) => {
      const userId = await this.passkeys.findUser(tx, assertion.id);
      const found = userId === null ? null : await this.accounts.findById(tx, userId);
      return {
        owner: found,
        guessed: found ? { userId: found.id } : { email: `passkey ${assertion.id}` },
        device: found && (await this.devices.findDevice(tx, client, found.id)),
      };
    });
    const signedIn = await this.transactions.run(client.scope, async (tx) => {
      const userId = await this.ceremonies.verify(tx, ofAnybody, assertion);
      const user = userId === null ? null : await this.accounts.findById(tx, userId);
      if (user?.status === 'active') {
        await this.limiter.refund(tx, reservation);
        const provider = await this.policy.findRequired(tx, user.id);
        return provider ? this.policy.rejection(provider) : this.completion.complete(tx, user, client, kind);
      }
      const known: AccountRow | null = user ?? owner;
      if (known) await auditFailure(tx, known, user ? 'disabled' : 'passkey');
      return null;
    });
    if (signedIn instanceof ApiError) throw signedIn;
    if (!signedIn) throw new ApiError('UNAUTHORIZED', 'The passkey was not accepted');
    return signedIn;
  }
}
