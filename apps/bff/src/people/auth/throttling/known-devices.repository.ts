import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../platform/database/transactions';
import { KnownDevice } from './throttling.entity';

/** Days after the last sign-in that a device stays known. */
export const KNOWN_DAYS = 180;
/** Devices that an account may have; beyond it, the one that signed in longest ago is forgotten. */
const MAX_DEVICES = 10;

/** Reads and writes the devices that accounts have signed in from. */
@Injectable()
export class KnownDevicesRepository {
  async isKnown(tx: Tx, userId: number, hash: string): Promise<boolean> {
    const found = await tx.execute(
      `SELECT FROM known_devices WHERE user_id = $1 AND device_hash = $2
         AND seen_at > now() - interval '${KNOWN_DAYS} days'`,
      [userId, hash],
    );
    return found > 0;
  }

  /** Stores a device, or its new sign-in. Lock the user before, so that concurrent sign-ins keep the limit. */
  async store(tx: Tx, userId: number, hash: string): Promise<void> {
    await tx.execute(
      `INSERT INTO known_devices (user_id, device_hash, seen_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (user_id, device_hash) DO UPDATE SET seen_at = excluded.seen_at`,
      [userId, hash],
    );
    await tx.execute(
      `DELETE FROM known_devices WHERE user_id = $1 AND device_hash NOT IN (
         SELECT device_hash FROM known_devices WHERE user_id = $1 ORDER BY seen_at DESC LIMIT ${MAX_DEVICES})`,
      [userId],
    );
  }

  async removeAll(tx: Tx, userId: number): Promise<void> {
    await tx.manager.delete(KnownDevice, { user_id: userId });
  }
}
