import type { Tx } from '../../platform/database/transactions';
import type { Client } from './client';

/**
 * Whether a sign-in is from a device (by what it calls itself) or an address that the user never had a session from,
 * as far as sessions are kept. The very first one is nothing new.
 */
export async function isNewDeviceOrAddress(
  tx: Tx,
  userId: number,
  { userAgent, address }: Client,
): Promise<boolean> {
  const [row] = await tx.query<{ news: boolean | null }>(
    `SELECT NOT (bool_or(user_agent IS NOT DISTINCT FROM $2) AND bool_or(address = $3)) AS news
     FROM sessions WHERE user_id = $1`,
    [userId, userAgent, address],
  );
  return row?.news ?? false;
}
