import { Injectable, Logger } from '@nestjs/common';
import { consolePath } from '@tessera/domain';
import { auditBy } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { Passwords } from '../../platform/auth/passwords';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import { randomToken, tokenHash } from '../../platform/auth/tokens';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, notFound } from '../../platform/errors/api-error';
import { canonicalEmail } from '../../platform/http/email';
import { addressBlock } from '../../platform/http/networks';
import { AccountsRepository } from '../auth/accounts.repository';
import { auditFailure } from '../auth/audit-failure';
import type { Client } from '../auth/client';
import { GuessLimiter } from '../auth/throttling/guess-limiter';
import { KnownDevices, type SignedIn } from '../auth/throttling/known-devices';
import { SecondFactors } from '../auth/two-factor/second-factors';
import { Admission, type Rejection } from './admission';
import { type Attempt, AttemptsRepository } from './attempts.repository';
import type { AttemptPurpose } from './identity-provider.entity';
import { LinkedIdentities } from './linked-identities';
import { identityKey, LinkedIdentitiesRepository } from './linked-identities.repository';
import { ProviderClients, ProviderError, type VerifiedIdentity } from './provider-clients';
import { ProviderSessions } from './provider-sessions';
import { type OfferedProvider, ProvidersRepository, type UsedProvider } from './providers.repository';
import type { LinkDto } from './sign-on.dto';

const HOME = '/dashboard';

/** Why the way to a provider and back failed; the page has a text for each. */
export type SignOnFault =
  'EXPIRED' | 'OTHER_BROWSER' | 'UNREACHABLE' | 'REFUSED' | 'DECLINED' | 'OTHER_IDENTITY' | 'TOO_MANY';

/** Where a browser is sent after it came back: with a code for the session, a failure, or because all is done. */
export type Returned = { to: string } & (
  { code: string } | { fault: SignOnFault } | { done: AttemptPurpose }
);

type Begun = { url: string; cookie: string };
type Visit = { purpose: AttemptPurpose; sessionId: string | null; to: string | undefined };

/** Signs people in through identity providers. */
@Injectable()
export class SignOnService {
  private readonly logger = new Logger('single-sign-on');

  constructor(
    private readonly transactions: Transactions,
    private readonly providers: ProvidersRepository,
    private readonly attempts: AttemptsRepository,
    private readonly identities: LinkedIdentitiesRepository,
    private readonly clients: ProviderClients,
    private readonly providerSessions: ProviderSessions,
    private readonly admission: Admission,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly passwords: Passwords,
    private readonly limiter: GuessLimiter,
    private readonly devices: KnownDevices,
    private readonly secondFactors: SecondFactors,
    private readonly linked: LinkedIdentities,
  ) {}

  /** What the sign-in page offers. It depends on the domain alone, so that it says nothing about an address. */
  offers(client: Client, email: string | undefined): Promise<OfferedProvider[]> {
    const address = email === undefined ? '' : canonicalEmail(email);
    const domain = address.includes('@') ? address.slice(address.lastIndexOf('@') + 1) : null;
    return this.transactions.read(client.scope, (tx) => this.providers.findOffered(tx, domain || null));
  }

  /**
   * Begins a visit to a provider: its address, and the cookie of the browser that may finish it.
   *
   * @throws 404 for no provider, 503 when it can't be reached, 429 after too many that were not finished
   */
  async start(
    client: Client,
    providerId: number,
    { purpose, sessionId, to }: Visit,
    { origin, cookie }: { origin: string; cookie: string },
  ): Promise<Begun> {
    const provider = await this.transactions.read(client.scope, (tx) =>
      this.providers.findUsable(tx, providerId),
    );
    if (!provider) throw notFound('Identity provider');
    const { state, nonce, verifier, challenge } = await this.clients.newSecrets();
    const url = await this.clients
      .authorizationUrl(provider, {
        redirect_uri: `${origin}/api/auth/sso/callback`,
        scope: provider.scopes,
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        ...(purpose === 'reauthenticate' && { prompt: 'login', max_age: '0' }),
      })
      .catch((error: unknown) => {
        throw this.unavailable(provider, error);
      });
    await this.transactions.run(client.scope, async (tx) => {
      const reservation = await this.limiter.reserveSignOn(tx, client);
      await this.attempts.insertAttempt(tx, {
        provider_id: provider.id,
        purpose,
        session_id: sessionId,
        state_hash: tokenHash(state),
        cookie_hash: tokenHash(cookie),
        return_to: consolePath(to) ?? HOME,
        reservation: [...reservation],
        secrets: { state, nonce, verifier },
      });
    });
    return { url, cookie };
  }

  /** Takes a browser back from a provider: each attempt once, in the browser that began it. */
  async finish(client: Client, callback: URL, cookie: string | null): Promise<Returned> {
    const state = callback.searchParams.get('state') ?? '';
    const begun = await this.transactions.run(client.scope, async (tx) => {
      const attempt = await this.attempts.lockByState(tx, tokenHash(state));
      if (!attempt) {
        await this.limiter.reserveSignOn(tx, client);
        return null;
      }
      if (!isBrowserOf(attempt, cookie)) return 'other' as const;
      await this.attempts.setAnswered(tx, attempt.id);
      const provider = await this.providers.findUsable(tx, attempt.provider_id);
      return provider ? { attempt, provider } : null;
    });
    if (begun === null) return { to: HOME, fault: 'EXPIRED' };
    if (begun === 'other') return { to: HOME, fault: 'OTHER_BROWSER' };
    const { attempt, provider } = begun;
    const { purpose, return_to: to, secrets } = attempt;
    const { nonce = '', verifier = '' } = secrets;
    try {
      const identity = await this.clients.exchange(provider, callback, {
        state,
        nonce,
        verifier,
        maxAge: purpose === 'reauthenticate' ? 0 : undefined,
      });
      if (purpose !== 'sign_in')
        return { to, ...(await this.settle(client, { attempt, provider, identity })) };
      const code = randomToken('ts_');
      await this.transactions.run(client.scope, (tx) =>
        this.attempts.storeAnswer(tx, attempt.id, JSON.stringify(identity), tokenHash(code)),
      );
      return { to, code };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      this.logger.warn(`Signing in through ${provider.name} failed: ${error.message}`);
      if (callback.searchParams.get('error') === 'access_denied') return { to, fault: 'DECLINED' };
      return { to, fault: error.fault === 'unreachable' ? 'UNREACHABLE' : 'REFUSED' };
    }
  }

  /**
   * Exchanges the code of a page for the session, once and in the browser that began.
   *
   * @throws 401 for a code that is no longer valid, 403 for somebody without access, 409 LINK_NEEDED when the identity belongs
   *   to no account: the same whether there is one with its address
   */
  async exchange(client: Client, code: string, cookie: string | null): Promise<SignedIn> {
    const outcome = await this.transactions.run(client.scope, async (tx) => {
      const found = await this.findAnswered(tx, client, code, cookie);
      if (!found) return null;
      const { attempt, provider, identity } = found;
      const result = await this.admission.admit(tx, client, provider, identity);
      if (result === 'not_linked') {
        await this.attempts.extendCode(tx, attempt.id);
        return { result, provider, email: this.admission.emailOf(identity) };
      }
      await this.attempts.finish(tx, attempt.id);
      if (result !== 'no_access') await this.limiter.refund(tx, attempt.reservation);
      return { result, provider, email: null };
    });
    if (!outcome) throw expired();
    return admitted(outcome);
  }

  /**
   * Links an identity to the account with its address, whose person proves who they are once, and signs in.
   *
   * @throws 401 as at sign-in, for a wrong password and an unknown address alike, and for a second factor
   */
  async link(
    client: Client,
    { code, password, second_factor, passkey }: LinkDto,
    cookie: string | null,
  ): Promise<SignedIn> {
    const found = await this.transactions.run(client.scope, (tx) =>
      this.findAnswered(tx, client, code, cookie),
    );
    if (!found) throw expired();
    const email = this.admission.emailOf(found.identity) ?? '';
    const { user, device, reservation } = await this.limiter.reservePassword(client, async (tx) => {
      const account = await this.accounts.findByEmail(tx, email);
      return {
        user: account,
        guessed: account ? { userId: account.id } : { email },
        device: account && (await this.devices.findDevice(tx, client, account.id)),
      };
    });
    const { isRight } = await this.passwords.check(
      password,
      user?.password_hash ?? null,
      addressBlock(client.address),
    );
    const isUsable = user?.status === 'active' && this.admission.mayVouchFor(found.provider, user);
    if (!user || !isRight || !isUsable) {
      if (user)
        await this.transactions.run(client.scope, (tx) =>
          auditFailure(tx, user, isRight ? 'disabled' : 'password'),
        );
      throw new ApiError('UNAUTHORIZED', 'E-mail or password is wrong');
    }
    const outcome = await this.transactions.run(client.scope, async (tx) => {
      await this.limiter.refund(tx, reservation);
      const again = await this.findAnswered(tx, client, code, cookie);
      if (!again) return null;
      const verdict = await this.secondFactors.verify(tx, user, { code: second_factor, passkey }, device);
      if (verdict === 'missing' || verdict === 'wrong') return this.secondFactors.request(tx, user, verdict);
      const { attempt, provider, identity } = again;
      await this.linked.add(tx, user, provider, identity);
      const result = await this.admission.admit(tx, client, provider, identity);
      await this.attempts.finish(tx, attempt.id);
      if (result !== 'no_access') await this.limiter.refund(tx, attempt.reservation);
      return { result, provider, email: null };
    });
    if (!outcome) throw expired();
    if (outcome instanceof ApiError) throw outcome;
    return admitted(outcome);
  }

  /** Begins a visit by which a session links an identity, or proves again who its person is. */
  visit(
    client: Client,
    account: Account,
    providerId: number,
    visit: { purpose: 'link' | 'reauthenticate'; to?: string; origin: string; cookie: string },
  ): Promise<Begun> {
    const { purpose, to, origin, cookie } = visit;
    return this.start(client, providerId, { purpose, sessionId: account.sessionId, to }, { origin, cookie });
  }

  /** Ends the sessions that a provider's logout token names. @throws 400 for a token that doesn't hold, or came before */
  async endByProvider(client: Client, providerId: number, logoutToken: string): Promise<void> {
    const provider = await this.transactions.read(client.scope, (tx) =>
      this.providers.findUsable(tx, providerId),
    );
    if (!provider) throw notFound('Identity provider');
    const token = await this.clients.readLogoutToken(provider, logoutToken).catch((error: unknown) => {
      if (error instanceof ProviderError && error.fault === 'unreachable')
        throw this.unavailable(provider, error);
      throw new ApiError('BAD_REQUEST', 'The logout token is not valid');
    });
    const isNew = await this.transactions.run(client.scope, (tx) =>
      this.providerSessions.endByToken(tx, provider.id, token),
    );
    if (!isNew) throw new ApiError('BAD_REQUEST', 'The logout token was used before');
  }

  /** Does what a session visited a provider for. */
  private settle(
    client: Client,
    { attempt, provider, identity }: { attempt: Attempt; provider: UsedProvider; identity: VerifiedIdentity },
  ): Promise<{ done: AttemptPurpose } | { fault: SignOnFault }> {
    const { purpose, session_id: sessionId } = attempt;
    return this.transactions.run(client.scope, async (tx) => {
      const [account] = sessionId === null ? [] : await this.sessions.findAccounts(tx, [sessionId]);
      // A view that has begun meanwhile shows somebody else, for whom nothing is linked or confirmed.
      const isUsable = (await this.providers.lockUsable(tx, provider.id)) !== null;
      const user = isUsable && account?.viewer === null ? await this.accounts.lock(tx, account.userId) : null;
      if (!user || sessionId === null) return { fault: 'EXPIRED' };
      const link = await this.identities.lock(tx, identityKey(provider, identity));
      if (purpose === 'reauthenticate') {
        if (link?.user_id !== user.id) return { fault: 'OTHER_IDENTITY' };
        await this.sessions.setAuthenticated(tx, sessionId);
        await auditBy(tx, user, { action: 'session.reauthenticated', after: { provider: provider.name } });
      } else {
        if (link ? link.user_id !== user.id : !this.admission.mayVouchFor(provider, user))
          return { fault: 'OTHER_IDENTITY' };
        if (!link) await this.linked.add(tx, user, provider, identity);
      }
      await this.attempts.finish(tx, attempt.id);
      await this.limiter.refund(tx, attempt.reservation);
      return { done: purpose };
    });
  }

  /** What a provider said about the person of a code; null when the code isn't valid in this browser. */
  private async findAnswered(
    tx: Tx,
    client: Client,
    code: string,
    cookie: string | null,
  ): Promise<{ attempt: Attempt; provider: UsedProvider; identity: VerifiedIdentity } | null> {
    const attempt = await this.attempts.lockByCode(tx, tokenHash(code));
    const provider = attempt && (await this.providers.lockUsable(tx, attempt.provider_id));
    if (!attempt || !provider || !isBrowserOf(attempt, cookie)) {
      await this.limiter.reserveSignOn(tx, client);
      return null;
    }
    return { attempt, provider, identity: JSON.parse(attempt.secrets.identity ?? '') as VerifiedIdentity };
  }

  private unavailable(provider: UsedProvider, error: unknown): unknown {
    if (!(error instanceof ProviderError)) return error;
    this.logger.warn(`${provider.name} can't be asked: ${error.message}`);
    return new ApiError('UNAVAILABLE', `${provider.name} can not be reached. Try again.`, { retryAfter: 30 });
  }
}

const isBrowserOf = (attempt: Attempt, cookie: string | null): boolean =>
  cookie !== null && tokenHash(cookie) === attempt.cookie_hash;

const expired = () => new ApiError('UNAUTHORIZED', 'This sign-in has expired. Start again.');

/** @throws the same error for somebody who didn't get in, whether there is an account or not */
function admitted({
  result,
  provider,
  email,
}: {
  result: SignedIn | Rejection;
  provider: UsedProvider;
  email: string | null;
}): SignedIn {
  if (result === 'no_access')
    throw new ApiError('FORBIDDEN', `${provider.name} gives you no access here. Ask your administrator.`, {
      reason: 'NO_ACCESS',
      context: { provider: provider.name },
    });
  if (result === 'not_linked')
    throw new ApiError(
      'CONFLICT',
      `Your sign-in with ${provider.name} belongs to no account here. Link your account with its password, or ask your administrator.`,
      { reason: 'LINK_NEEDED', context: { provider: provider.name, email } },
    );
  return result;
}
