import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import type { LinkedIdentityDto } from './sign-on.dto';

/** Who a provider vouches for. */
type Identity = { providerId: number; issuer: string; subject: string };

/** What a link is found by. */
export const identityKey = (
  provider: { id: number },
  { issuer, subject }: Omit<Identity, 'providerId'>,
): Identity => ({ providerId: provider.id, issuer, subject });

/** Reads and writes which accounts sign in through which provider. */
@Injectable()
export class LinkedIdentitiesRepository {
  /** The link of an identity, locked; null when it belongs to no account. */
  async lock(
    tx: Tx,
    { providerId, issuer, subject }: Identity,
  ): Promise<{ id: number; user_id: number } | null> {
    const [row] = await tx.query<{ id: number; user_id: number }>(
      `SELECT id, user_id FROM linked_identities WHERE provider_id = $1 AND issuer = $2 AND subject = $3 FOR UPDATE`,
      [providerId, issuer, subject],
    );
    return row ?? null;
  }

  /** Links an identity to a user and returns the link's id; null when it belongs to somebody already. */
  async insertLink(
    tx: Tx,
    userId: number,
    { providerId, issuer, subject }: Identity,
  ): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO linked_identities (provider_id, issuer, subject, user_id) VALUES ($1, $2, $3, $4)
       ON CONFLICT (provider_id, issuer, subject) DO NOTHING RETURNING id`,
      [providerId, issuer, subject, userId],
    );
    return row?.id ?? null;
  }

  async setSignedIn(tx: Tx, id: number): Promise<void> {
    await tx.execute('UPDATE linked_identities SET last_sign_in_at = clock_timestamp() WHERE id = $1', [id]);
  }

  listOf(tx: Tx, userId: number): Promise<LinkedIdentityDto[]> {
    return tx.query(
      `SELECT l.id, l.provider_id, p.name AS provider_name, l.subject, l.linked_at, l.last_sign_in_at
       FROM linked_identities l JOIN identity_providers p ON p.id = l.provider_id
       WHERE l.user_id = $1 ORDER BY l.linked_at, l.id`,
      [userId],
    );
  }

  /** Removes a user's link and returns its provider's name; null when there is none. */
  async remove(tx: Tx, userId: number, id: number): Promise<string | null> {
    const [removed] = await tx.query<{ name: string }>(
      `DELETE FROM linked_identities l USING identity_providers p
       WHERE p.id = l.provider_id AND l.user_id = $1 AND l.id = $2 RETURNING p.name`,
      [userId, id],
    );
    return removed?.name ?? null;
  }

  /** Whether the user has a password, and how many links. */
  async readWaysIn(tx: Tx, userId: number): Promise<{ hasPassword: boolean; links: number }> {
    const [row] = await tx.query<{ hasPassword: boolean; links: number }>(
      `SELECT u.password_hash IS NOT NULL AS "hasPassword",
         (SELECT count(*)::int FROM linked_identities l WHERE l.user_id = u.id) AS links
       FROM users u WHERE u.id = $1`,
      [userId],
    );
    return row ?? { hasPassword: false, links: 0 };
  }

  /** Whether a realm is there, and whether who launches there may not approve; null when it is deleted. */
  async findRealm(tx: Tx, id: number): Promise<{ separate_approval: boolean } | null> {
    const [row] = await tx.query<{ separate_approval: boolean }>(
      'SELECT separate_approval FROM realms WHERE id = $1 AND deleted_at IS NULL',
      [id],
    );
    return row ?? null;
  }
}
