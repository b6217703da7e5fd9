import { Injectable } from '@nestjs/common';
import { cutText, dutiesOf, type Duty, type Role } from '@tessera/domain';
import { auditBy } from '../../platform/audit/audit';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import { Tokens } from '../../platform/auth/tokens';
import type { Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { requireEmail } from '../../platform/http/email';
import { normalizeText } from '../../platform/http/text';
import { type AccountRow, AccountsRepository } from '../auth/accounts.repository';
import { auditFailure } from '../auth/audit-failure';
import type { Client } from '../auth/client';
import { SignInCompletion } from '../auth/sign-in-completion';
import type { SignedIn } from '../auth/throttling/known-devices';
import { UsersService } from '../users/users.service';
import { LinkedIdentitiesRepository } from './linked-identities.repository';
import type { VerifiedIdentity } from './provider-clients';
import { firstMatch, mayGive } from './provider-rules';
import { ProviderSessions } from './provider-sessions';
import type { UsedProvider } from './providers.repository';

/** What a provider's rules give a person; null without rules, which change nothing. */
type Grant = { realm_id: number | null; role: Role; duties: Duty[] } | null;

/** A sign-in that ended otherwise: nobody may in, or the identity belongs to no account yet. */
export type Rejection = 'no_access' | 'not_linked';

const NAME_LENGTH = 200;

/** Lets people in whom a provider vouches for, with what its rules give them. */
@Injectable()
export class Admission {
  constructor(
    private readonly tokens: Tokens,
    private readonly accounts: AccountsRepository,
    private readonly identities: LinkedIdentitiesRepository,
    private readonly users: UsersService,
    private readonly sessions: SessionsRepository,
    private readonly providerSessions: ProviderSessions,
    private readonly completion: SignInCompletion,
  ) {}

  /**
   * Signs in the account of an identity, or a new one where the provider may create it. Commit the transaction whatever
   * comes back: who lost access is signed out everywhere.
   */
  async admit(
    tx: Tx,
    client: Client,
    provider: UsedProvider,
    identity: VerifiedIdentity,
  ): Promise<SignedIn | Rejection> {
    const key = { providerId: provider.id, issuer: identity.issuer, subject: identity.subject };
    const link = await this.identities.lock(tx, key);
    const grant = await this.grantOf(tx, provider, identity);
    if (grant === 'none') {
      if (link) await this.expel(tx, link.user_id, provider);
      return 'no_access';
    }
    if (link) return this.signIn(tx, client, { provider, identity, grant, link });
    if (!provider.creates_accounts || !grant) return 'not_linked';
    const user = await this.createAccount(tx, provider, identity, grant);
    if (!user) {
      // Another request may have created the account of this identity while this one waited for the address.
      const later = await this.identities.lock(tx, key);
      return later ? this.signIn(tx, client, { provider, identity, grant, link: later }) : 'not_linked';
    }
    const id = await this.identities.insertLink(tx, user.id, key);
    if (id === null)
      throw new ApiError('CONFLICT', 'This sign-in was used at the same time', {
        reason: 'CHANGED_MEANWHILE',
      });
    return this.signIn(tx, client, { provider, identity, grant: null, link: { id, user_id: user.id } });
  }

  /** Whether a provider may vouch for an account: one of a realm only for its people, and for no administrator. */
  mayVouchFor = (provider: UsedProvider, user: Pick<AccountRow, 'role' | 'realm_id'>): boolean =>
    provider.realm_id === null ||
    (user.role !== 'admin' && (user.realm_id === null || user.realm_id === provider.realm_id));

  /** The address that a provider names, if it is one that people may have; null else. */
  emailOf({ claims }: Pick<VerifiedIdentity, 'claims'>): string | null {
    const { email } = claims;
    if (typeof email !== 'string' || email.length > 320) return null;
    try {
      return requireEmail(email, 'email');
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }

  private async signIn(
    tx: Tx,
    client: Client,
    {
      provider,
      identity,
      grant,
      link,
    }: {
      provider: UsedProvider;
      identity: VerifiedIdentity;
      grant: Grant;
      link: { id: number; user_id: number };
    },
  ): Promise<SignedIn | Rejection> {
    const known = await this.accounts.lock(tx, link.user_id);
    if (!known) return 'no_access';
    if (known.status !== 'active') {
      await auditFailure(tx, known, 'disabled');
      return 'no_access';
    }
    if (!this.mayVouchFor(provider, known)) {
      await this.auditRefusal(tx, known, provider);
      return 'no_access';
    }
    if (grant) await this.apply(tx, known, grant);
    const user = await this.accounts.findById(tx, known.id);
    if (!user) return 'no_access';
    await this.identities.setSignedIn(tx, link.id);
    const signedIn = await this.completion.complete(tx, user, client, 'browser', provider.name);
    const sessionId = this.tokens.sessionOf(signedIn.issued.session.refreshToken) ?? '';
    await this.providerSessions.record(tx, sessionId, link.id, identity);
    return signedIn;
  }

  /** What the first rule gives that the person meets; `none` when they meet none. */
  private async grantOf(
    tx: Tx,
    { rules, realm_id: ownRealm }: UsedProvider,
    { claims }: VerifiedIdentity,
  ): Promise<Grant | 'none'> {
    if (rules.length === 0) return null;
    const rule = rules[firstMatch(rules, claims)];
    if (!rule || !mayGive(ownRealm, rule)) return 'none';
    const { realm_id, role, duties } = rule;
    if (realm_id === null) return { realm_id, role, duties: [] };
    const realm = await this.identities.findRealm(tx, realm_id);
    if (!realm) return 'none';
    // The realm may have separated duties since the rule was written.
    return { realm_id, role, duties: role === 'realm_user' ? dutiesOf({ role, duties, ...realm }) : [] };
  }

  /** Changes role, realm and duties as an administrator would; the last administrator stays one. */
  private async apply(
    tx: Tx,
    user: AccountRow,
    { realm_id, role, duties }: NonNullable<Grant>,
  ): Promise<void> {
    const isSame =
      user.role === role &&
      user.realm_id === realm_id &&
      [...user.duties].sort().join() === [...duties].sort().join();
    if (isSame) return;
    try {
      await this.users.changeWithin(tx, user.id, { role, realm_id, duties });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'LAST_ADMIN') throw error;
    }
  }

  /** A new account without a password; null when the address can't be had, or belongs to an account that must be linked. */
  private async createAccount(
    tx: Tx,
    provider: UsedProvider,
    identity: VerifiedIdentity,
    grant: NonNullable<Grant>,
  ): Promise<AccountRow | null> {
    const email = this.emailOf(identity);
    const { name, email_verified } = identity.claims;
    if (email === null || email_verified === false) return null;
    if (provider.realm_id !== null && !provider.domains.includes(email.slice(email.lastIndexOf('@') + 1)))
      return null;
    const id = await this.accounts.insertUser(tx, {
      email,
      name: typeof name === 'string' ? cutText(normalizeText(name), NAME_LENGTH) : '',
      password_hash: null,
      ...grant,
    });
    const user = id === null ? null : await this.accounts.findById(tx, id);
    if (!user) return null;
    await auditBy(tx, user, {
      action: 'user.registered',
      after: { email: user.email, role: user.role, provider: provider.name },
    });
    return user;
  }

  /** Signs out everywhere who meets no rule any more. */
  private async expel(tx: Tx, userId: number, provider: UsedProvider): Promise<void> {
    const user = await this.accounts.lock(tx, userId);
    if (!user) return;
    await this.sessions.end(tx, { userId }, 'ended by its identity provider');
    await this.auditRefusal(tx, user, provider);
  }

  private auditRefusal = (tx: Tx, user: AccountRow, { name }: UsedProvider): Promise<void> =>
    auditBy(tx, user, { action: 'session.single_sign_on_refused', after: { provider: name } });
}
