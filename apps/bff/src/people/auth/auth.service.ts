import { Injectable } from '@nestjs/common';
import type { Duty, Role } from '@tessera/domain';
import { NotificationPublisher, securityNotification, waitingUserNotification } from '../../messages';
import { auditBy } from '../../platform/audit/audit';
import { type Account, signedInUserId } from '../../platform/auth/account';
import { passwordError, Passwords } from '../../platform/auth/passwords';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import { tokenHash } from '../../platform/auth/tokens';
import { Config } from '../../platform/config/config';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../platform/errors/api-error';
import { canonicalEmail } from '../../platform/http/email';
import { addressBlock } from '../../platform/http/networks';
import type { InvitationOfferDto } from '../invitations/invitations.dto';
import { InvitationsRepository } from '../invitations/invitations.repository';
import { PasswordPolicy } from '../single-sign-on/password-policy';
import { ProviderSessions } from '../single-sign-on/provider-sessions';
import { ViewAs } from '../view-as/view-as.service';
import { AccessRevocation } from './access-revocation';
import { AccountsRepository } from './accounts.repository';
import { auditFailure } from './audit-failure';
import type { CredentialsDto, RegisterDto, SessionDto } from './auth.dto';
import type { Client } from './client';
import { CurrentPassword } from './current-password';
import { type IssuedSession, SessionCookie } from './session-cookie';
import { SessionIssuer } from './session-issuer';
import { SignInCompletion } from './sign-in-completion';
import { GuessLimiter } from './throttling/guess-limiter';
import { KnownDevices, type SignedIn } from './throttling/known-devices';
import { SecondFactors } from './two-factor/second-factors';

/** What a new user gets, and the invitation that gives it. */
type Grant = { role: Role; duties: Duty[]; realmId: number | null; invitationId: number | null };

const userOf = ({ userId, email, role, realmId }: Account) => ({
  id: userId,
  email,
  role,
  realm_id: realmId,
});

/** Registers users, signs them in and out, and changes their passwords. */
@Injectable()
export class AuthService {
  constructor(
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly passwords: Passwords,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly issuer: SessionIssuer,
    private readonly cookie: SessionCookie,
    private readonly limiter: GuessLimiter,
    private readonly devices: KnownDevices,
    private readonly access: AccessRevocation,
    private readonly currentPassword: CurrentPassword,
    private readonly secondFactors: SecondFactors,
    private readonly completion: SignInCompletion,
    private readonly notifications: NotificationPublisher,
    private readonly invitations: InvitationsRepository,
    private readonly views: ViewAs,
    private readonly policy: PasswordPolicy,
    private readonly providerSessions: ProviderSessions,
  ) {}

  /**
   * Signs in. The same 401 after the same time for an unknown address, a wrong password and a disabled user. With the
   * right password but a missing or wrong second factor, 401 SECOND_FACTOR_REQUIRED, with what it may be; where an identity
   * provider must be used, 403 SINGLE_SIGN_ON_ONLY.
   */
  async login(
    client: Client,
    { email, password, code, passkey, client: kind }: CredentialsDto,
  ): Promise<SignedIn> {
    const address = canonicalEmail(email);
    const { user, device, reservation } = await this.limiter.reservePassword(client, async (tx) => {
      const found = await this.accounts.findByEmail(tx, address);
      return {
        user: found,
        guessed: found ? { userId: found.id } : { email: address },
        device: found && (await this.devices.findDevice(tx, client, found.id)),
      };
    });
    const { isRight, newHash } = await this.passwords.check(
      password,
      user?.password_hash ?? null,
      addressBlock(client.address),
    );
    if (!user || !isRight || user.status !== 'active') {
      const failure = isRight ? 'disabled' : 'password';
      if (user) await this.transactions.run(client.scope, (tx) => auditFailure(tx, user, failure));
      throw new ApiError('UNAUTHORIZED', 'E-mail or password is wrong');
    }
    const response = await this.transactions.run(client.scope, async (tx) => {
      await this.limiter.refund(tx, reservation);
      if (newHash) await this.accounts.rehash(tx, user, newHash);
      const provider = await this.policy.findRequired(tx, user.id);
      if (provider) return this.policy.rejection(provider);
      const verdict = await this.secondFactors.verify(tx, user, { code, passkey }, device);
      return verdict === 'missing' || verdict === 'wrong'
        ? this.secondFactors.request(tx, user, verdict)
        : this.completion.complete(tx, user, client, kind);
    });
    if (response instanceof ApiError) throw response;
    return response;
  }

  /** The role and realm that an invitation offers; 404 when it isn't valid, for any reason. */
  async invitation(client: Client, token: string): Promise<InvitationOfferDto> {
    const offer = await this.transactions.read(client.scope, (tx) =>
      this.invitations.findOffer(tx, tokenHash(token)),
    );
    if (!offer) throw notFound('Invitation');
    return offer;
  }

  /**
   * Creates a user and signs them in; without an invitation they are a realm_user without a realm.
   *
   * @throws 429 after too many registrations without an invitation
   */
  async register(client: Client, input: RegisterDto): Promise<SignedIn> {
    const isInvited = Boolean(input.invitation_token);
    if (this.config.registration === 'closed' && !isInvited)
      throw new ApiError('FORBIDDEN', 'Registration is closed', { reason: 'REGISTRATION_CLOSED' });
    if (this.config.registration === 'invite' && !isInvited)
      throw new ApiError('FORBIDDEN', 'Registration needs an invitation', { reason: 'INVITATION_NEEDED' });
    const { email } = input;
    const error = passwordError(input.password, { email, name: input.name ?? '' });
    if (error) throw invalid([error]);
    if (!isInvited)
      await this.transactions.run(client.scope, (tx) => this.limiter.reserveRegistration(tx, client));
    const passwordHash = await this.passwords.hash(input.password, addressBlock(client.address));
    return this.transactions.run(client.scope, async (tx) => {
      const grant = await this.useInvitation(tx, input.invitation_token, email);
      const provider = await this.policy.findRequiredOf(tx, grant.role, grant.realmId);
      if (provider) throw this.policy.rejection(provider);
      const id = await this.accounts.insertUser(tx, {
        email,
        name: input.name ?? '',
        password_hash: passwordHash,
        role: grant.role,
        duties: grant.duties,
        realm_id: grant.realmId,
      });
      const user = id === null ? null : await this.accounts.findById(tx, id);
      if (!user)
        throw new ApiError('CONFLICT', 'An account with this e-mail already exists', {
          reason: 'EMAIL_TAKEN',
        });
      if (grant.invitationId) await this.invitations.setUser(tx, grant.invitationId, user.id);
      await auditBy(tx, user, { action: 'user.registered', after: { email: user.email, role: user.role } });
      if (user.realm_id === null) await this.notifications.publish(tx, waitingUserNotification(user));
      return this.completion.open(tx, user, client, input.client);
    });
  }

  /** Exchanges a refresh token for new tokens. */
  refresh(client: Client, refreshToken: string | null): Promise<SessionDto> {
    if (!refreshToken) throw new ApiError('UNAUTHORIZED', 'No refresh token');
    return this.issuer.refresh(refreshToken, client);
  }

  /**
   * Ends the caller's session, and its view; returns whether the client's cookie is that session's and no later one's, and where to
   * sign out of the identity provider that it came from, if any.
   */
  async logout(
    client: Client,
    account: Account,
    origin: string,
  ): Promise<{ ownsCookie: boolean; providerUrl: string | null }> {
    const cookie = this.cookie.read(client);
    const ended = await this.transactions.run(client.scope, async (tx) => {
      const session = await this.sessions.findClient(tx, account.sessionId);
      const id = signedInUserId(account);
      const user = account.viewer ? await this.accounts.findById(tx, id) : userOf(account);
      if (!user) throw notFound('User');
      const actor = {
        ...tx.scope.actor,
        kind: 'user',
        userId: id,
        label: user.email,
        role: user.role,
      } as const;
      await this.views.endWithin(tx, account.sessionId, actor);
      await this.sessions.end(tx, { userId: id, only: account.sessionId }, 'logout');
      await auditBy(tx, user, { action: 'session.sign_out' });
      return { ownsCookie: cookie !== null && tokenHash(cookie) === session?.cookie_hash };
    });
    const returnTo = `${origin}/auth/login`;
    return {
      ...ended,
      providerUrl: await this.providerSessions.logoutUrl(client.scope, account.sessionId, returnTo),
    };
  }

  /** Ends all sessions and creates a new one. A wrong current password is 400, since clients refresh after a 401. */
  async changePassword(
    client: Client,
    account: Account,
    current: string,
    next: string,
  ): Promise<IssuedSession> {
    await this.currentPassword.check(client, account, current);
    const error = passwordError(next, account, 'new_password');
    if (error) throw invalid([error]);
    const passwordHash = await this.passwords.hash(next, `user:${account.userId}`);
    return this.transactions.run(client.scope, async (tx) => {
      await this.accounts.setPassword(tx, account.userId, passwordHash);
      await this.access.revoke(tx, account.userId, 'password changed');
      await auditBy(tx, userOf(account), { action: 'user.password_changed' });
      await this.notifications.publish(tx, securityNotification(account.userId, 'password_changed'));
      const user = await this.accounts.findById(tx, account.userId);
      if (!user) throw notFound('User');
      const before = await this.sessions.findClient(tx, account.sessionId);
      return this.issuer.create(tx, user, client, before?.client, account.sessionId);
    });
  }

  /** The role and realm of a new user: those of the invitation, if there is one. */
  private async useInvitation(tx: Tx, token: string | undefined, email: string): Promise<Grant> {
    if (!token) return { role: 'realm_user', duties: [], realmId: null, invitationId: null };
    const invitation = await this.invitations.use(tx, tokenHash(token));
    if (!invitation || (invitation.email && canonicalEmail(invitation.email) !== email)) {
      throw invalid([
        {
          field: 'invitation_token',
          message:
            'This invitation is no longer valid: it was used, revoked, has expired or is for another e-mail',
          code: 'LINK_EXPIRED',
        },
      ]);
    }
    const { role, duties, realm_id: realmId, id: invitationId } = invitation;
    return { role, duties, realmId, invitationId };
  }
}
