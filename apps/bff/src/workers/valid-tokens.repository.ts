import { Injectable } from '@nestjs/common';
import type { WorkerIdentity } from '../platform/access/caller';
import { isAdministratorSql } from '../platform/auth/user.entity';
import type { Tx } from '../platform/database/transactions';
import { ApiError } from '../platform/errors/api-error';

/** A token (alias `k`) is valid while it isn't revoked and its creator, if there is one, is an enabled administrator. */
const isValid = `k.revoked_at IS NULL AND (k.created_by IS NULL OR ${isAdministratorSql('k.created_by')})`;

/** Reads and locks the worker tokens that authenticate requests. */
@Injectable()
export class ValidTokensRepository {
  /** Whose token it is; null when it is unknown or not valid. */
  async findIdentity(tx: Tx, tokenHash: string): Promise<WorkerIdentity | null> {
    const [row] = await tx.query<{
      id: number;
      name: string;
      site_ids: number[] | null;
      realm_ids: number[] | null;
    }>(`SELECT id, name, site_ids, realm_ids FROM worker_tokens k WHERE token_hash = $1 AND ${isValid}`, [
      tokenHash,
    ]);
    return row ? { tokenId: row.id, name: row.name, siteIds: row.site_ids, realmIds: row.realm_ids } : null;
  }

  /** Those of the tokens that are valid. */
  async filterValid(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await tx.query<{ id: number }>(
      `SELECT k.id FROM worker_tokens k WHERE k.id = ANY ($1::int[]) AND ${isValid}`,
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Keeps a token from being revoked before the transaction ends; 401 when it isn't valid. */
  async lockValid(tx: Tx, id: number): Promise<void> {
    const found = await tx.execute(
      `SELECT FROM worker_tokens k WHERE k.id = $1 AND ${isValid} FOR SHARE OF k`,
      [id],
    );
    if (found === 0) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
  }
}
