import { Injectable } from '@nestjs/common';
import { NotificationPublisher, securityNotification } from '../../messages';
import { AccessLoss, type ChangedAccount } from '../../platform/access/access-loss';
import { auditAll } from '../../platform/audit/audit';
import type { Tx } from '../../platform/database/transactions';
import { UsersRepository } from './users.repository';

/** Revokes what an account granted and may no longer grant. */
@Injectable()
export class GrantRevocation {
  constructor(
    private readonly accessLoss: AccessLoss,
    private readonly notifications: NotificationPublisher,
    private readonly users: UsersRepository,
  ) {}

  /**
   * Ends what the account may no longer have, and notifies the other administrators of tokens, which they have to replace.
   * Call it after every change of role, status or realm, and before an account is deleted.
   */
  async revoke(tx: Tx, { email, ...account }: ChangedAccount & { email: string }): Promise<void> {
    const ended = await this.accessLoss.ofAccount(tx, account);
    await auditAll(tx, ended.audit);
    if (ended.tokens.length === 0) return;
    const administrators = await this.users.findOtherAdministrators(tx, account.id);
    await this.notifications.publish(
      tx,
      ended.tokens.flatMap(({ kind, names, path }) => {
        const params = { email, tokens: names.join(', ') };
        return administrators.map((id) => ({ ...securityNotification(id, kind, params), path }));
      }),
    );
  }
}
