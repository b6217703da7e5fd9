import { Injectable } from '@nestjs/common';
import type { Role } from '@tessera/domain';
import type { User } from '../../../platform/auth/user.entity';
import type { Tx } from '../../../platform/database/transactions';
import type { AccountRow } from '../accounts.repository';
import { PasswordReset } from './password-reset.entity';

/** Reads and writes requests for new passwords and their links. */
@Injectable()
export class PasswordResetsRepository {
  /** Records a request of the user; false when there was one within the last hour. */
  async recordRequest(tx: Tx, userId: number): Promise<boolean> {
    const recorded = await tx.execute(
      `INSERT INTO password_resets AS p (user_id, requested_at) VALUES ($1, now())
       ON CONFLICT (user_id) DO UPDATE SET requested_at = now(), updated_at = now()
         WHERE p.requested_at IS NULL OR p.requested_at < now() - interval '1 hour'`,
      [userId],
    );
    return recorded > 0;
  }

  /** The people who may create a link for the user: administrators, and the other owners of their realm. */
  findHelpers(tx: Tx, { id, realm_id, role }: AccountRow): Promise<{ id: number; role: Role }[]> {
    return tx.query(
      `SELECT id, role FROM users WHERE status = 'active' AND id <> $1
         AND (role = 'admin' OR role = 'realm_owner' AND realm_id = $2 AND $3 <> 'admin')`,
      [id, realm_id, role],
    );
  }

  /** Stores the hash of a new link, which replaces an earlier one, and returns when it expires. */
  async setLink(tx: Tx, userId: number, tokenHash: string): Promise<Date> {
    const [row] = await tx.query<{ token_expires_at: Date }>(
      `INSERT INTO password_resets (user_id, token_hash, token_expires_at, created_by)
       VALUES ($1, $2, now() + interval '1 hour', $3)
       ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, updated_at = now(),
         token_expires_at = excluded.token_expires_at, created_by = excluded.created_by
       RETURNING token_expires_at`,
      [userId, tokenHash, tx.scope.actor.userId],
    );
    if (!row) throw new Error('An upsert returns its row');
    return row.token_expires_at;
  }

  /**
   * Stores the hash of a link that is about to be mailed, for 30 minutes from now, and returns whether it may be: not when
   * another link was mailed within 5 minutes, nor when the password has changed since the person asked.
   */
  async setMailedLink(tx: Tx, { id, email }: AccountRow, tokenHash: string, askedAt: Date): Promise<boolean> {
    const set = await tx.execute(
      `INSERT INTO password_resets AS p (user_id, requested_at, mailed_hash, mailed_until, mailed_to)
       SELECT id, now(), $2, now() + interval '30 minutes', $3 FROM users
       WHERE id = $1 AND password_changed_at <= $4
       ON CONFLICT (user_id) DO UPDATE SET requested_at = now(), updated_at = now(), mailed_hash = excluded.mailed_hash,
         mailed_until = excluded.mailed_until, mailed_to = excluded.mailed_to
         WHERE p.mailed_hash = excluded.mailed_hash OR p.mailed_until IS NULL OR p.mailed_until < now() + interval '25 minutes'`,
      [id, tokenHash, email, askedAt],
    );
    return set > 0;
  }

  /** Locks a valid link, which was mailed or whose creator may still create it, and returns its user; null when there is none. */
  async lockUserOfLink(
    tx: Tx,
    tokenHash: string,
  ): Promise<Pick<User, 'id' | 'email' | 'name' | 'realm_id'> | null> {
    const [row] = await tx.query<Pick<User, 'id' | 'email' | 'name' | 'realm_id'>>(
      `SELECT u.id, u.email, u.name, u.realm_id
       FROM password_resets p JOIN users u ON u.id = p.user_id LEFT JOIN users m ON m.id = p.created_by
       WHERE u.status = 'active' AND (
         p.mailed_hash = $1 AND p.mailed_until > now() AND p.mailed_to = u.email
         OR p.token_hash = $1 AND p.token_expires_at > now() AND m.status = 'active'
           AND (m.role = 'admin' OR m.role = 'realm_owner' AND m.realm_id = u.realm_id AND u.role <> 'admin'))
       FOR UPDATE OF p`,
      [tokenHash],
    );
    return row ?? null;
  }

  /** Removes a user's request and link. */
  async remove(tx: Tx, userId: number): Promise<void> {
    await tx.manager.delete(PasswordReset, userId);
  }
}
