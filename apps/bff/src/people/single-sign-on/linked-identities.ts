import { Injectable } from '@nestjs/common';
import { NotificationPublisher, securityNotification } from '../../messages';
import { audit, auditBy } from '../../platform/audit/audit';
import type { Account } from '../../platform/auth/account';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, notFound } from '../../platform/errors/api-error';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import { type AccountRow, AccountsRepository } from '../auth/accounts.repository';
import { identityKey, LinkedIdentitiesRepository } from './linked-identities.repository';
import type { VerifiedIdentity } from './provider-clients';
import { ProviderSessions } from './provider-sessions';
import { ProvidersRepository, type UsedProvider } from './providers.repository';
import type { WaysInDto } from './sign-on.dto';

/** The identities by which a person signs in. */
@Injectable()
export class LinkedIdentities {
  constructor(
    private readonly transactions: Transactions,
    private readonly providers: ProvidersRepository,
    private readonly identities: LinkedIdentitiesRepository,
    private readonly providerSessions: ProviderSessions,
    private readonly accounts: AccountsRepository,
    private readonly notifications: NotificationPublisher,
  ) {}

  /** How the caller signs in. */
  waysIn(scope: Scope, account: Account): Promise<WaysInDto> {
    const domain = account.email.slice(account.email.lastIndexOf('@') + 1);
    return this.transactions.read(personalScope(scope), async (tx) => {
      const identities = await this.identities.listOf(tx, account.userId);
      const offered = await this.providers.findOffered(tx, domain);
      const { hasPassword } = await this.identities.readWaysIn(tx, account.userId);
      return {
        has_password: hasPassword,
        identities,
        providers: offered.filter(({ id }) => identities.every(({ provider_id }) => provider_id !== id)),
      };
    });
  }

  /** Links an identity to an account and notifies its person. @throws 409 when it belongs to another account */
  async add(tx: Tx, user: AccountRow, provider: UsedProvider, identity: VerifiedIdentity): Promise<void> {
    if ((await this.identities.insertLink(tx, user.id, identityKey(provider, identity))) === null)
      throw new ApiError('CONFLICT', 'This sign-in belongs to another account', {
        reason: 'EXISTS_ALREADY',
      });
    await auditBy(tx, user, { action: 'user.identity_linked', after: { provider: provider.name } });
    await this.notify(tx, user.id, 'identity_linked', provider.name);
  }

  /** Unlinks an identity of the caller, and ends the sessions that came from it; 409 when it is the only way in. */
  unlink(scope: Scope, account: Account, id: number): Promise<void> {
    return this.transactions.run(personalScope(scope), async (tx) => {
      await this.accounts.lock(tx, account.userId);
      const { hasPassword, links } = await this.identities.readWaysIn(tx, account.userId);
      if (!hasPassword && links <= 1)
        throw new ApiError('CONFLICT', 'This is your only way to sign in', { reason: 'ONLY_WAY_IN' });
      await this.providerSessions.endOfLink(tx, account.userId, id, account.sessionId);
      const provider = await this.identities.remove(tx, account.userId, id);
      if (provider === null) throw notFound('Linked identity');
      await audit(tx, {
        action: 'user.identity_unlinked',
        entity: 'user',
        entity_id: account.userId,
        realm_id: account.realmId,
        after: { identity_id: id },
      });
      await this.notify(tx, account.userId, 'identity_unlinked', provider);
    });
  }

  private async notify(
    tx: Tx,
    userId: number,
    kind: 'identity_linked' | 'identity_unlinked',
    name: string,
  ): Promise<void> {
    await this.notifications.publish(tx, securityNotification(userId, kind, { name }));
  }
}
