import type { Role } from '@tessera/domain';
import type { Tx } from '../../../platform/database/transactions';
import type { AccountRow } from '../accounts.queries';

/** Notes that the user asked; false when they did within the last hour: nobody is notified again. */
export const recordRequest = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.execute(
    `INSERT INTO password_resets AS p (user_id, requested_at) VALUES ($1, now())
     ON CONFLICT (user_id) DO UPDATE SET requested_at = now(), updated_at = now()
       WHERE p.requested_at IS NULL OR p.requested_at < now() - interval '1 hour'`,
    [userId],
  )) > 0;

/** Who may make a link for the user, and is to hear that they asked: administrators, and their realm's other owners. */
export const findHelpers = (
  tx: Tx,
  { id, realm_id, role }: AccountRow,
): Promise<{ id: number; role: Role }[]> =>
  tx.query(
    `SELECT id, role FROM users WHERE status = 'active' AND id <> $1
       AND (role = 'admin' OR role = 'realm_owner' AND realm_id = $2 AND $3 <> 'admin')`,
    [id, realm_id, role],
  );

/** Keeps the hash of a new link for an hour; an earlier link ends. */
export async function insertLink(tx: Tx, userId: number, tokenHash: string): Promise<Date> {
  const [row] = await tx.query<{ token_expires_at: Date }>(
    `INSERT INTO password_resets (user_id, token_hash, token_expires_at, created_by)
     VALUES ($1, $2, now() + interval '1 hour', $3)
     ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, updated_at = now(),
       token_expires_at = excluded.token_expires_at, created_by = excluded.created_by
     RETURNING token_expires_at`,
    [userId, tokenHash, tx.scope.actor.userId],
  );
  if (!row) throw new Error('an upsert answers its row');
  return row.token_expires_at;
}

/** Whose link it is; null unless it is valid and its maker may still make it. */
export async function findUserOfLink(
  tx: Tx,
  tokenHash: string,
): Promise<{ id: number; email: string; name: string; realm_id: number | null } | null> {
  const [row] = await tx.query<{ id: number; email: string; name: string; realm_id: number | null }>(
    `SELECT u.id, u.email, u.name, u.realm_id
     FROM password_resets p JOIN users u ON u.id = p.user_id JOIN users m ON m.id = p.created_by
     WHERE p.token_hash = $1 AND p.token_expires_at > now() AND u.status = 'active' AND m.status = 'active'
       AND (m.role = 'admin' OR m.role = 'realm_owner' AND m.realm_id = u.realm_id AND u.role <> 'admin')
     FOR UPDATE OF p`,
    [tokenHash],
  );
  return row ?? null;
}

/** The request and its link are done with. */
export const endReset = (tx: Tx, userId: number): Promise<number> =>
  tx.execute('DELETE FROM password_resets WHERE user_id = $1', [userId]);
