import { Injectable } from '@nestjs/common';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import type { Tx } from '../../platform/database/transactions';
import { PasswordResetsRepository } from './password-reset/password-resets.repository';
import { KnownDevicesRepository } from './throttling/known-devices.repository';

/** Revokes what earlier sign-ins of an account left behind. */
@Injectable()
export class AccessRevocation {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly devices: KnownDevicesRepository,
    private readonly resets: PasswordResetsRepository,
  ) {}

  /**
   * Ends a user's sessions and forgets their known devices; with a new password their links for one end too. Call it after every change of a password or two-factor authentication.
   * The session `except` stays.
   */
  async revoke(
    tx: Tx,
    userId: number,
    reason: 'password changed' | 'second factor changed',
    except?: string,
  ): Promise<void> {
    await this.sessions.end(tx, { userId, except }, reason);
    await this.devices.removeAll(tx, userId);
    if (reason === 'password changed') await this.resets.remove(tx, userId);
  }
}
