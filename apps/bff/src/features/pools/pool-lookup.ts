import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/problem';

const field = 'pool_id';

/** A pool that a request names. */
export type NamedPool = { id: number; realm_id: number; site_id: number };

/** The pools that other features' requests name, within the transaction's scope. */
@Injectable()
export class PoolLookup {
  /** The pool of a body, or none for null; 400 naming `pool_id` unless it is there and of the site. */
  async named(tx: Tx, id: number | null, siteId: number): Promise<NamedPool[]> {
    if (id === null) return [];
    const found = await tx.query<NamedPool>(
      'SELECT id, realm_id, site_id FROM pools WHERE id = $1 AND deleted_at IS NULL',
      [id],
    );
    if (found.length === 0) throw invalid([{ field, message: 'pool_id names no pool', code: 'NOT_FOUND' }]);
    if (found.some(({ site_id }) => site_id !== siteId))
      throw invalid([{ field, message: 'pool_id names a pool of another site', code: 'OTHER_SITE' }]);
    return found;
  }
}
