import { mayGrant } from '@tessera/domain';
import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../../platform/audit/actions';
import { audit } from '../../../platform/audit/audit';
import { normalizeEmail } from '../../../platform/auth/account-email';
import { passwordError, Passwords } from '../../../platform/auth/passwords';
import { endSessions } from '../../../platform/auth/sessions';
import { randomToken, tokenHash } from '../../../platform/auth/tokens';
import { Transactions, type Tx } from '../../../platform/database/transactions';
import { invalid, notFound, ApiError } from '../../../platform/errors/api-error';
import { addressBlock } from '../../../platform/http/address-block';
import { personal, type Scope } from '../../../platform/realm-scope/scope';
import { NotificationPublisher } from '../../notifications';
import type { Client } from '../client';
import { securityNotification } from '../security-notifications';
import { GuessLimiter } from '../throttling/guess-limiter';
import { userByEmail, userById } from '../accounts.queries';
import type { ResetLinkDto } from './password-reset.dto';
import { endReset, findHelpers, insertLink, recordRequest, findUserOfLink } from './password-resets.queries';

/** Forgotten passwords. There is no mail server: an owner or administrator hands the person a link, once they know them. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly transactions: Transactions,
    private readonly limiter: GuessLimiter,
    private readonly passwords: Passwords,
    private readonly notifications: NotificationPublisher,
  ) {}

  /** Notifies those who may help; answers alike for addresses that are nobody's. 429 when an address asks too often. */
  async request(client: Client, email: string): Promise<void> {
    await this.transactions.run(client.scope, async (tx) => {
      await this.limiter.reserveReset(tx, client);
      const user = await userByEmail(tx, normalizeEmail(email));
      if (!user || user.status !== 'active' || !(await recordRequest(tx, user.id))) return;
      await record(tx, 'user.reset_requested', user);
      const helpers = await findHelpers(tx, user);
      await this.notifications.publish(
        tx,
        helpers.map((helper) => ({
          ...securityNotification(helper.id, 'password_forgotten', { email: user.email }),
          path: helper.role === 'admin' ? '/users' : '/account/people',
        })),
      );
    });
  }

  /** A link for somebody else, once and for an hour. Owners make them for their realm, never for administrators. */
  createLink(scope: Scope, id: number): Promise<ResetLinkDto> {
    const token = randomToken('tr_');
    return this.transactions.run(personal(scope), async (tx) => {
      const user = await userById(tx, id);
      const { role, userId } = tx.scope.actor;
      const seen = scope.kind === 'all' || (scope.kind === 'realm' && user?.realm_id === scope.realmId);
      if (!user || !seen) throw notFound('User');
      if (userId === id)
        throw new ApiError('CONFLICT', 'Change your own password under your account', {
          reason: 'OWN_ACCOUNT',
        });
      if (!role || !mayGrant(role, user.role))
        throw new ApiError('FORBIDDEN', 'Only an administrator can reset the password of an administrator', {
          reason: 'ADMINISTRATORS_PASSWORD',
        });
      const expires_at = await insertLink(tx, id, tokenHash(token));
      await record(tx, 'user.reset_link', user);
      return { token, expires_at };
    });
  }

  /** Sets the password that a link is for and ends the sessions; the second factor stays. */
  async reset(client: Client, token: string, password: string): Promise<void> {
    const owner = await this.transactions.run(client.scope, (tx) => this.ownerOf(tx, token));
    const weak = passwordError(password, owner);
    if (weak) throw invalid([weak]);
    const passwordHash = await this.passwords.hash(password, addressBlock(client.address));
    await this.transactions.run(client.scope, async (tx) => {
      const user = await this.ownerOf(tx, token);
      await endReset(tx, user.id);
      await tx.execute('UPDATE users SET password_hash = $2, password_changed_at = now() WHERE id = $1', [
        user.id,
        passwordHash,
      ]);
      await endSessions(tx, { userId: user.id }, 'password changed');
      await record(tx, 'user.password_reset', user);
      await this.notifications.publish(tx, securityNotification(user.id, 'password_reset'));
    });
  }

  private async ownerOf(tx: Tx, token: string) {
    const user = await findUserOfLink(tx, tokenHash(token));
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

const record = (tx: Tx, action: AuditAction, { id, realm_id }: { id: number; realm_id: number | null }) =>
  audit(tx, { action, entity: 'user', entity_id: id, realm_id });
