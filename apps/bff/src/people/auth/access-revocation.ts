import { Injectable } from '@nestjs/common';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import type { Tx } from '../../platform/database/transactions';
import { KnownDevicesRepository } from './throttling/known-devices.repository';

/** Revokes what earlier sign-ins of an account left behind. */
@Injectable()
export class AccessRevocation {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly devices: KnownDevicesRepository,
  ) {}

  /**
   * Ends a user's sessions and forgets their known devices. Call it after every change of a password or two-factor authentication.
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
  }
}
