import { Injectable } from '@nestjs/common';
import { mayGrant, mayManageAccount } from '@tessera/domain';
import {
  type MailContent,
  mailSubject,
  mailText,
  NotificationPublisher,
  Outbox,
  securityNotification,
  type TakenMail,
} from '../../../messages';
import type { AuditAction } from '../../../platform/audit/actions';
import { audit, auditAll, type AuditEntry } from '../../../platform/audit/audit';
import { passwordError, Passwords } from '../../../platform/auth/passwords';
import { randomToken, tokenHash } from '../../../platform/auth/tokens';
import { Transactions, type Tx } from '../../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../../platform/errors/api-error';
import { canonicalEmail } from '../../../platform/http/email';
import { addressBlock } from '../../../platform/http/networks';
import { type Actor, personalScope, type Scope } from '../../../platform/realm-scope/scope';
import { PasswordPolicy } from '../../single-sign-on/password-policy';
import { AccessRevocation } from '../access-revocation';
import { AccountsRepository } from '../accounts.repository';
import type { Client } from '../client';
import { GuessLimiter } from '../throttling/guess-limiter';
import type { ForgottenPasswordDto, ResetLinkDto } from './password-reset.dto';
import { PasswordResetsRepository } from './password-resets.repository';

/** How the token of a link begins. */
const PREFIX = 'tr_';

/**
 * Resets forgotten passwords. The user gets a link by mail; where the server sends none, an owner or administrator gives them
 * one, once they are sure who asks.
 */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly transactions: Transactions,
    private readonly limiter: GuessLimiter,
    private readonly passwords: Passwords,
    private readonly notifications: NotificationPublisher,
    private readonly accounts: AccountsRepository,
    private readonly access: AccessRevocation,
    private readonly resets: PasswordResetsRepository,
    private readonly outbox: Outbox,
    private readonly policy: PasswordPolicy,
  ) {
    outbox.register('password_reset', (tx, mail) => this.word(tx, mail));
  }

  /**
   * Mails a link, or else notifies the people who may create one. Responds alike for unknown addresses; 429 after too many
   * requests. With mail it does the same for every address, so that its time says nothing either: whose address it is turns
   * out when the mail is sent.
   */
  async request(client: Client, email: string): Promise<ForgottenPasswordDto> {
    await this.transactions.run(client.scope, async (tx) => {
      await this.limiter.reserveReset(tx, client);
      if (this.outbox.isOn) return this.mail(tx, canonicalEmail(email));
      const user = await this.accounts.findByEmail(tx, canonicalEmail(email));
      if (user && (await this.policy.findRequired(tx, user.id))) return;
      if (user?.status !== 'active' || !(await this.resets.recordRequest(tx, user.id))) return;
      await auditReset(tx, 'user.reset_requested', user);
      const helpers = await this.resets.findHelpers(tx, user);
      await this.notifications.publish(
        tx,
        helpers.map((helper) => ({
          ...securityNotification(helper.id, 'password_forgotten', { email: user.email }),
          path: helper.role === 'admin' ? '/users' : '/account/people',
        })),
      );
    });
    return { mailed: this.outbox.isOn };
  }

  private async mail(tx: Tx, address: string): Promise<void> {
    const { requestId, address: client } = tx.scope.actor;
    const params = { request_id: requestId, client };
    const { seed: link_seed } = this.outbox.createToken(PREFIX);
    await this.outbox.queue(tx, { realm_id: null, address, kind: 'password_reset', params, link_seed });
  }

  /** The mail with a link, which is valid from now on; null when nobody has the address, or it isn't needed any more. */
  private async word(
    tx: Tx,
    { address, params, link_seed, created_at, attempts }: TakenMail,
  ): Promise<MailContent | null> {
    const user = await this.accounts.findByEmail(tx, address ?? '');
    const reader = user && (await this.outbox.findReader(tx, user.id));
    if (!reader || link_seed === null) return null;
    const provider = await this.policy.findRequired(tx, user.id);
    if (provider) return this.wordProvider(reader, provider.name);
    const token = this.outbox.tokenOf(PREFIX, link_seed);
    if (!(await this.resets.setMailedLink(tx, user, tokenHash(token), created_at))) return null;
    if (attempts === 1) await auditAll(tx, [resetEntry('user.reset_requested', user)], askerOf(tx, params));
    const { language } = reader;
    return {
      address: reader.address,
      language,
      subject: mailSubject(language, 'password_reset'),
      paragraphs: [mailText(language, 'reset_asked'), mailText(language, 'reset_valid')],
      link: {
        label: mailText(language, 'reset_open'),
        url: this.outbox.pageUrl(`/auth/reset#token=${token}`),
      },
      why: mailText(language, 'reset_why'),
      unsubscribe: null,
    };
  }

  /** What somebody without a use for a password gets: how they sign in. */
  private wordProvider(
    { address, language }: Pick<MailContent, 'address' | 'language'>,
    name: string,
  ): MailContent {
    return {
      address,
      language,
      subject: mailSubject(language, 'password_reset'),
      paragraphs: [mailText(language, 'reset_asked'), mailText(language, 'reset_single_sign_on', { name })],
      link: { label: mailText(language, 'sign_in_open'), url: this.outbox.pageUrl('/auth/login') },
      why: mailText(language, 'reset_why'),
      unsubscribe: null,
    };
  }

  /** Creates a link for another user, valid once and for an hour. Owners create them for their realm, never for administrators. */
  createLink(scope: Scope, id: number): Promise<ResetLinkDto> {
    const token = randomToken(PREFIX);
    return this.transactions.run(personalScope(scope), async (tx) => {
      const user = await this.accounts.findById(tx, id);
      const { role, userId } = tx.scope.actor;
      const isVisible = scope.kind === 'all' || (scope.kind === 'realm' && user?.realm_id === scope.realmId);
      if (!user || !isVisible) throw notFound('User');
      if (!mayManageAccount(userId, id))
        throw new ApiError('CONFLICT', 'Change your own password under your account', {
          reason: 'OWN_ACCOUNT',
        });
      if (!role || !mayGrant(role, user.role))
        throw new ApiError('FORBIDDEN', 'Only an administrator can reset the password of an administrator', {
          reason: 'ADMINISTRATORS_PASSWORD',
        });
      const provider = await this.policy.findRequired(tx, id);
      if (provider) throw this.policy.rejection(provider);
      const expires_at = await this.resets.setLink(tx, id, tokenHash(token));
      await auditReset(tx, 'user.reset_link', user);
      return { token, expires_at };
    });
  }

  /** Sets the password of a link's user and ends their sessions; two-factor authentication stays on. */
  async reset(client: Client, token: string, password: string): Promise<void> {
    const owner = await this.transactions.run(client.scope, (tx) => this.ownerOf(tx, token));
    const error = passwordError(password, owner);
    if (error) throw invalid([error]);
    const passwordHash = await this.passwords.hash(password, addressBlock(client.address));
    await this.transactions.run(client.scope, async (tx) => {
      const user = await this.ownerOf(tx, token);
      const provider = await this.policy.findRequired(tx, user.id);
      if (provider) throw this.policy.rejection(provider);
      await this.accounts.setPassword(tx, user.id, passwordHash);
      await this.access.revoke(tx, user.id, 'password changed');
      await auditReset(tx, 'user.password_reset', user);
      await this.notifications.publish(tx, securityNotification(user.id, 'password_reset'));
    });
  }

  private async ownerOf(tx: Tx, token: string) {
    const user = await this.resets.lockUserOfLink(tx, tokenHash(token));
    if (!user)
      throw invalid([
        {
          field: 'token',
          message: 'This link is no longer valid: it was used, replaced or has expired',
          code: 'LINK_EXPIRED',
        },
      ]);
    return user;
  }
}

const resetEntry = (
  action: AuditAction,
  { id, realm_id }: { id: number; realm_id: number | null },
): AuditEntry => ({ action, entity: 'user', entity_id: id, realm_id });

const auditReset = (tx: Tx, ...of: Parameters<typeof resetEntry>) => audit(tx, resetEntry(...of));

/** Who asked for a mail, for the audit log: the request, not the process that sends. */
const askerOf = ({ scope: { actor } }: Tx, { request_id, client }: TakenMail['params']): Actor => ({
  ...actor,
  label: 'sign-in',
  requestId: typeof request_id === 'string' ? request_id : null,
  address: typeof client === 'string' ? client : null,
});
