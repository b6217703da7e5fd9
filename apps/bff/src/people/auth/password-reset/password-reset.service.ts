import { Injectable } from '@nestjs/common';
import { mayGrant, mayManageAccount } from '@tessera/domain';
import { NotificationPublisher, securityNotification } from '../../../messages';
import type { AuditAction } from '../../../platform/audit/actions';
import { audit } from '../../../platform/audit/audit';
import { passwordError, Passwords } from '../../../platform/auth/passwords';
import { randomToken, tokenHash } from '../../../platform/auth/tokens';
import { Transactions, type Tx } from '../../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../../platform/errors/api-error';
import { canonicalEmail } from '../../../platform/http/email';
import { addressBlock } from '../../../platform/http/networks';
import { personalScope, type Scope } from '../../../platform/realm-scope/scope';
import { AccessRevocation } from '../access-revocation';
import { AccountsRepository } from '../accounts.repository';
import type { Client } from '../client';
import { GuessLimiter } from '../throttling/guess-limiter';
import type { ResetLinkDto } from './password-reset.dto';
import { PasswordResetsRepository } from './password-resets.repository';

/**
 * Resets forgotten passwords. The server sends no mail: an owner or administrator gives the user a link, once they are sure
 * who asks.
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
  ) {}

  /** Notifies the people who may create a link. Responds alike for unknown addresses; 429 after too many requests. */
  async request(client: Client, email: string): Promise<void> {
    await this.transactions.run(client.scope, async (tx) => {
      await this.limiter.reserveReset(tx, client);
      const user = await this.accounts.findByEmail(tx, canonicalEmail(email));
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
  }

  /** Creates a link for another user, valid once and for an hour. Owners create them for their realm, never for administrators. */
  createLink(scope: Scope, id: number): Promise<ResetLinkDto> {
    const token = randomToken('tr_');
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
      await this.resets.remove(tx, user.id);
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

const auditReset = (tx: Tx, action: AuditAction, { id, realm_id }: { id: number; realm_id: number | null }) =>
  audit(tx, { action, entity: 'user', entity_id: id, realm_id });
