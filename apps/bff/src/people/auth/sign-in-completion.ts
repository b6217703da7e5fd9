import { Injectable } from '@nestjs/common';
import { NotificationPublisher, securityNotification } from '../../messages';
import { auditBy } from '../../platform/audit/audit';
import type { SessionClient } from '../../platform/auth/session.entity';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import type { Tx } from '../../platform/database/transactions';
import type { AccountRow } from './accounts.repository';
import type { Client } from './client';
import { SessionIssuer } from './session-issuer';
import { KnownDevices, type SignedIn } from './throttling/known-devices';

/** What follows once it is known who signs in, however they proved it. */
@Injectable()
export class SignInCompletion {
  constructor(
    private readonly notifications: NotificationPublisher,
    private readonly sessions: SessionsRepository,
    private readonly issuer: SessionIssuer,
    private readonly devices: KnownDevices,
  ) {}

  /** Creates a session, makes its device known, and notifies the user of a new one; `provider` names the one that vouched for them. */
  async complete(
    tx: Tx,
    user: AccountRow,
    client: Client,
    kind: SessionClient | undefined,
    provider?: string,
  ): Promise<SignedIn> {
    if (await this.sessions.isNewDeviceOrAddress(tx, user.id, client))
      await this.notifications.publish(
        tx,
        securityNotification(user.id, 'new_sign_in', { address: client.address }),
      );
    await auditBy(tx, user, {
      action: 'session.sign_in',
      after: provider === undefined ? null : { provider },
    });
    return this.open(tx, user, client, kind);
  }

  /** As `complete`, for a user who was just created. */
  async open(tx: Tx, user: AccountRow, client: Client, kind: SessionClient | undefined): Promise<SignedIn> {
    const issued = await this.issuer.create(tx, user, client, kind);
    return { issued, device: await this.devices.remember(tx, client, user.id) };
  }
}
